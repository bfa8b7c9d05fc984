import ByteStrings
import Configuration
import LinuxSystem
import PNGCodec

/// `fbprogress check FOLDER`: every mistake of a theme, a line each.
enum CheckCommand {
  static func run(words: [ByteString]) throws(CommandError) -> ExitStatus {
    guard words.count == 1 else {
      throw CommandError(.usage, "check looks at a theme's folder: fbprogress check FOLDER")
    }
    var settings = Settings(Options.definitions)
    let (path, text): (ByteString, ByteString)
    do throws(ConfigurationError) {
      (path, text) = try Theme.read(words[0])
    } catch {
      throw CommandError(.usage, error.message)
    }
    let mistakes = SettingsFile.check(text, path: path, with: &settings) { key, file in
      checkFile(key, file)
    }
    for mistake in mistakes { Log.say(mistake, .error) }
    return mistakes.isEmpty ? .success : .usage
  }

  /// What is wrong with a file that a setting names; nil if nothing is.
  private static func checkFile(_ key: ByteString, _ file: ByteString) -> ByteString? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.read(file, limit: Shelf.byteLimit)
    } catch {
      return error.message
    }
    guard key.hasSuffix("image") else { return nil }
    do throws(PNGDecoder.DecodingError) {
      _ = try PNGDecoder.decode(bytes.span)
      return nil
    } catch {
      return file + ": not a PNG that can be read: " + error.reason
    }
  }
}
