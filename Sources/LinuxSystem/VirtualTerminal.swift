import ByteStrings
import CLinux

/// The text console, put aside while the program draws and given back afterwards.
///
/// A console in graphics mode neither draws nor blanks. The mode belongs to the terminal and survives
/// the process that set it, so whoever may be the last must be able to give it back.
public final class VirtualTerminal {
  private let descriptor: FileDescriptor
  private let modeBefore: Int32

  /// Opens the console in front, if there is one. Reads its mode, and changes nothing.
  public init?() {
    guard let descriptor = try? FileDescriptor.open("/dev/tty0", for: .readingAndWriting),
      let mode = try? SystemCall.check(linux_kd_get_mode(descriptor.rawValue), "KDGETMODE")
    else { return nil }
    self.descriptor = descriptor
    modeBefore = Int32(mode)
  }

  /// Stops the console from drawing; one that can't be stopped draws on. May wait for a driver.
  /// The corresponding call is `KDSETMODE`.
  public func enterGraphics() {
    _ = linux_kd_set_mode(descriptor.rawValue, linux_kd_graphics)
  }

  /// Lets the console draw again, if it did before. May wait for a driver.
  public func restore() {
    _ = linux_kd_set_mode(descriptor.rawValue, modeBefore)
  }
}
