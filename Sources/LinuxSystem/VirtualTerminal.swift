import Base
import CLinux

/// The text console, put aside while the program draws and given back afterwards.
///
/// A console in graphics mode neither draws nor blanks, and one whose keyboard is off hears nothing. Both belong to the
/// terminal and survive the process that set them, so whoever may be the last must be able to give them back.
public final class VirtualTerminal {
  private let file: FileDescriptor
  private let keyboardBefore: Int32
  /// Its number: 1 for tty1.
  public let number: Int32

  /// Opens the console in front, if there is one: through the kernel's name for it, or else, for who may not use that, the
  /// terminal that the program was started from. Reads its modes, and changes nothing. May wait for a driver.
  public convenience init?() {
    guard
      let file = (try? FileDescriptor.open("/dev/tty0", for: .readingAndWriting))
        ?? (try? FileDescriptor.open("/dev/tty", for: .readingAndWriting))
        // A service in the group tty may write to it, and none of the calls below reads.
        ?? (try? FileDescriptor.open("/dev/tty0", for: .writing))
    else { return nil }
    self.init(file)
  }

  /// Takes over a descriptor of a console that is open; nil where it is none.
  public init?(_ file: consuming FileDescriptor) {
    let number = Self.number(file.rawValue)
    guard number > 0, linux_kd_get_mode(file.rawValue) >= 0 else { return nil }
    let keyboard = Int32(truncatingIfNeeded: linux_keyboard_get_mode(file.rawValue))
    // One that somebody left off, who can't give it back any more, is not to stay so.
    keyboardBefore = keyboard < 0 || keyboard == linux_k_off ? linux_k_unicode : keyboard
    self.number = number
    self.file = file
  }

  /// Its descriptor, valid as long as this object.
  public var rawValue: Int32 { file.rawValue }

  /// Whether a descriptor of somebody else's is this terminal.
  public func isSame(as descriptor: Int32) -> Bool { Self.number(descriptor) == number }

  /// Whether it is the one in front.
  public var isInFront: Bool { linux_vt_in_front(rawValue) == Int(number) }

  /// Whether it shows text, its keyboard is on, and the kernel leaves it without asking a process.
  public var isPlain: Bool {
    linux_kd_get_mode(rawValue) == Int(linux_kd_text)
      && linux_keyboard_get_mode(rawValue) != Int(linux_k_off)
      && linux_vt_is_automatic(rawValue) != 0
  }

  /// Stops the console from drawing; one that can't be stopped draws on. May wait for a driver. The C call is `KDSETMODE`.
  public func enterGraphics() { _ = linux_kd_set_mode(rawValue, linux_kd_graphics) }

  /// Makes the keyboard reach nobody through this terminal, neither its readers nor, by Ctrl-Alt-Del, the system. The
  /// corresponding C call is `KDSKBMODE`.
  public func turnKeyboardOff() { _ = linux_keyboard_set_mode(rawValue, linux_k_off) }

  /// Turns the keyboard on again, if it is off, and forgets what was typed before that.
  public func restoreKeyboard() {
    guard linux_keyboard_get_mode(rawValue) == Int(linux_k_off) else { return }
    _ = linux_flush_input(rawValue)
    _ = linux_keyboard_set_mode(rawValue, keyboardBefore)
  }

  /// Makes the console in front draw, if it shows text. Where a terminal in graphics mode was left after the process was gone that
  /// the kernel asks, the kernel sets that terminal's mode back, and forgets that its console does not draw.
  public static func wakeFront() {
    guard let front = VirtualTerminal(), linux_kd_get_mode(front.rawValue) == Int(linux_kd_text)
    else { return }
    front.enterGraphics()
    front.drawText()
  }

  /// Lets the console draw again, also one that somebody else left in graphics mode, and its keyboard be heard; nobody is asked
  /// any more before another comes to the front. May wait for a driver.
  public func restore() {
    restoreKeyboard()
    _ = linux_vt_be_automatic(rawValue)
    // In front and in text mode it may have forgotten to draw, as above.
    if isInFront { enterGraphics() }
    drawText()
  }

  /// Lets the console draw again. May wait for a driver.
  public func drawText() { _ = linux_kd_set_mode(rawValue, linux_kd_text) }

  /// The number of the console that a descriptor is; 0 for anything else. Consoles are those of major number 4 below 64.
  private static func number(_ descriptor: Int32) -> Int32 {
    let device = linux_terminal_device(descriptor)
    return device > 4 << 8 && device < 4 << 8 | 64 ? Int32(device & 63) : 0
  }
}
