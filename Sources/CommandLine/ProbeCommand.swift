import Base
import Configuration
import RenderProcess
import SessionProtocol

/// `fbprogress probe`: reports cards, displays and framebuffer devices, and which are used.
enum ProbeCommand {
  static func run(_ options: Options) throws(CommandError) -> ExitStatus {
    let (text, failure) = CardReport.text(
      options.render.displays, options.settings.flag(.json) ? .json : .lines)
    guard let text else {
      throw CommandError(
        .cannotPresent, "no card in /dev/dri, and no framebuffer device; load the display's driver")
    }
    let status = Program.print(text)
    if let failure { throw CommandError(.cannotPresent, failure) }
    return status
  }
}
