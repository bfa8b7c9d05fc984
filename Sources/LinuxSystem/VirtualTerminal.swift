import Base
import CLinux

/// A text console (VT) that the program suspends while it draws, and restores afterwards.
///
/// A console in graphics mode neither draws nor blanks, and a console with its keyboard off
/// discards input. Both modes belong to the VT and survive the process that set them, so every
/// process that may be the last must be able to restore them.
public final class VirtualTerminal {
  private let file: FileDescriptor
  private let keyboardBefore: Int32
  /// The number of the VT: 1 for tty1.
  public let number: Int32

  /// Opens the active VT, or without permission the terminal that started the program. Reads its
  /// modes and changes nothing. Nil without a VT. May wait for a driver.
  public convenience init?() {
    guard
      let file = (try? FileDescriptor.open("/dev/tty0", for: .readingAndWriting))
        ?? (try? FileDescriptor.open("/dev/tty", for: .readingAndWriting))
        // A service in the group tty may write to it, and none of the calls below reads.
        ?? (try? FileDescriptor.open("/dev/tty0", for: .writing))
    else { return nil }
    self.init(file)
  }

  /// Takes ownership of the open descriptor of a VT; nil if it is none.
  public convenience init?(_ file: consuming FileDescriptor) {
    let number = Self.number(file.rawValue)
    guard number > 0, linux_kd_get_mode(file.rawValue) >= 0 else { return nil }
    self.init(file, number)
  }

  private init(_ file: consuming FileDescriptor, _ number: Int32) {
    let keyboard = Int32(truncatingIfNeeded: linux_keyboard_get_mode(file.rawValue))
    // A dead process may have left the keyboard off. It must not stay off.
    keyboardBefore = keyboard < 0 || keyboard == linux_k_off ? linux_k_unicode : keyboard
    self.number = number
    self.file = file
  }

  /// The descriptor. Valid as long as this object.
  public var rawValue: Int32 { file.rawValue }

  /// Returns whether another descriptor refers to this VT.
  public func isSame(as descriptor: Int32) -> Bool { Self.number(descriptor) == number }

  /// Whether the VT is the active one.
  public var isInFront: Bool { linux_vt_in_front(rawValue) == Int(number) }

  /// Whether the VT is in text mode with its keyboard on, and the kernel leaves it without asking a
  /// process.
  public var isDefault: Bool {
    linux_kd_get_mode(rawValue) == Int(linux_kd_text)
      && linux_keyboard_get_mode(rawValue) != Int(linux_k_off)
      && linux_vt_is_automatic(rawValue) != 0
  }

  /// Sets graphics mode, in which the console does not draw. Errors are ignored. May wait for a
  /// driver. The C call is `KDSETMODE`.
  public func enterGraphics() { _ = linux_kd_set_mode(rawValue, linux_kd_graphics) }

  /// Turns the keyboard off: no reader of the VT gets input, and Ctrl-Alt-Del does not restart the
  /// system. The C call is `KDSKBMODE`.
  public func turnKeyboardOff() { _ = linux_keyboard_set_mode(rawValue, linux_k_off) }

  /// Turns the keyboard on if it is off, and discards the input typed before.
  public func restoreKeyboard() {
    guard linux_keyboard_get_mode(rawValue) == Int(linux_k_off) else { return }
    _ = linux_flush_input(rawValue)
    _ = linux_keyboard_set_mode(rawValue, keyboardBefore)
  }

  /// Makes the active VT draw if it is in text mode and is not the given one.
  ///
  /// If a VT in graphics mode is left after its VT_PROCESS owner died, the kernel resets the mode
  /// of that VT but still assumes that its console does not draw.
  public static func redrawActive(except console: VirtualTerminal?) {
    guard let front = VirtualTerminal(), front.number != console?.number,
      linux_kd_get_mode(front.rawValue) == Int(linux_kd_text)
    else { return }
    front.enterGraphics()
    front.drawText()
  }

  /// Restores the VT: keyboard on, text mode, and switches without asking a process. This also
  /// undoes the modes that another process left. May wait for a driver.
  public func restore() {
    restoreKeyboard()
    _ = linux_vt_be_automatic(rawValue)
    // An active VT in text mode may have stopped drawing; see `wakeFront`.
    if isInFront { enterGraphics() }
    drawText()
  }

  /// Sets text mode, in which the console draws. May wait for a driver.
  public func drawText() { _ = linux_kd_set_mode(rawValue, linux_kd_text) }

  /// Returns the number of the VT of a descriptor; 0 for anything else. VTs have major number 4 and
  /// minor numbers below 64.
  private static func number(_ descriptor: Int32) -> Int32 {
    let device = linux_terminal_device(descriptor)
    return device > 4 << 8 && device < 4 << 8 | 64 ? Int32(device & 63) : 0
  }
}
