import Base
import Configuration
import Feed
import LinuxSystem
import ProgressModel
import SessionProtocol

/// An error that ends a command.
struct CommandError: Error {
  let status: ExitStatus
  /// One line: the failed action, its object, the reason, the remedy.
  let message: ByteString

  init(_ status: ExitStatus, _ message: ByteString) {
    (self.status, self.message) = (status, message)
  }
}

/// Reading of script files.
enum ScriptFile {
  /// Reads the script of the `render` command.
  static func read(for options: Options) throws(CommandError) -> Script {
    guard let path = options.settings.text(.script) else {
      throw CommandError(.usage, "render shows a script: give --script FILE")
    }
    return try read(path)
  }

  static func read(_ path: ByteString) throws(CommandError) -> Script {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.read(path, limit: 64 << 20)
    } catch {
      throw CommandError(.usage, "script: " + error.message)
    }
    return try parse(bytes, path)
  }

  /// Parses a script's bytes.
  ///
  /// - Parameter path: the script's name, with which an error begins.
  static func parse(_ bytes: [UInt8], _ path: ByteString) throws(CommandError) -> Script {
    do throws(Script.LineError) {
      return try Script(bytes.span)
    } catch {
      throw CommandError(
        .usage,
        path + ":" + ByteString(error.line) + ": '" + error.text.utf8 + "' "
          + error.reason)
    }
  }
}
