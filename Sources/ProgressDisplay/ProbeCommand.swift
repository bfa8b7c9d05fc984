import ByteStrings
import Configuration
import KMS
import LinuxSystem

/// `fbprogress probe`: tells what displays there are.
enum ProbeCommand {
  static func run(_ options: Options) throws(CommandError) {
    let paths = options.settings.text("device").map { [$0] } ?? Card.paths()
    if paths.isEmpty {
      throw CommandError(
        .cannotPresent,
        "there is no card in /dev/dri; is its driver loaded? fbprogress render needs none")
    }
    for path in paths {
      do throws(KMSError) {
        try print(try DeviceReport.text(of: try Card.open(path), path: path))
      } catch {
        throw CommandError(.cannotPresent, path + ": " + error.message)
      }
    }
  }

  /// The same for a file, with what goes wrong in it.
  static func text(_ options: Options) -> ByteString {
    var text = ByteString()
    for path in options.settings.text("device").map({ [$0] }) ?? Card.paths() {
      do throws(KMSError) {
        text += try DeviceReport.text(of: try Card.open(path), path: path)
      } catch {
        text += path + ": " + error.message + "\n"
      }
    }
    return text.isEmpty ? "there is no card in /dev/dri\n" : text
  }

  private static func print(_ text: ByteString) throws(KMSError) {
    do throws(SystemError) {
      try FileDescriptor.writeToStandardOutput(text.bytes.span)
    } catch {
      throw .call("write", on: "standard output", error.code)
    }
  }
}
