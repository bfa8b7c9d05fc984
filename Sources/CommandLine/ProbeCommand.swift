import Base
import Configuration
import LinuxSystem
import RenderProcess
import SessionProtocol

/// `fbprogress probe`: reports cards, displays and framebuffer devices, and which are used.
enum ProbeCommand {
  static func run(_ options: Options) throws(CommandError) {
    let (text, failure) = CardReport.text(
      options.render.displays, options.settings.flag(.json) ? .json : .lines)
    guard let text else {
      throw CommandError(
        .cannotPresent, "no card in /dev/dri, and no framebuffer device; load the display's driver")
    }
    do throws(SystemError) {
      try FileDescriptor.writeAll(text.bytes.span, to: 1)
    } catch {
      throw CommandError(.cannotPresent, "standard output: " + error.message)
    }
    if let failure { throw CommandError(.cannotPresent, failure) }
  }
}
