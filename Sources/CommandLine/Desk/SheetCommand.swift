import Base
import LinuxSystem
import PNGCodec
import RenderProcess
import SessionProtocol

/// `fbprogress sheet`: draws every state of a theme, on screens of all shapes, into one picture.
enum SheetCommand {
  static func run(_ options: Options) throws(CommandError) {
    let path = try RenderCommand.output(options, [".png"])
    let samples = StateSamples.all(options)
    guard let sheet = ThemeInspection.sheet(options.settings, samples) else {
      throw CommandError(.cannotPresent, "sheet: not enough memory")
    }
    do throws(SystemError) {
      try FileWriter.write(PNGEncoder.encode(sheet).span, to: path, as: .picture)
    } catch {
      throw CommandError(.cannotPresent, error.message)
    }
  }
}
