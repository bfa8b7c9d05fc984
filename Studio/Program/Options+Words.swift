import Base
import Configuration
import SessionProtocol

extension Options {
  /// Parses a command line, and what it names, as the program does.
  convenience init(words: [ByteString]) throws(CommandError) {
    do throws(ConfigurationError) {
      let line = try CommandLineParser(words)
      var given = Settings()
      try line.apply(to: &given)
      try self.init(try ConfiguredSettings.read(line, given))
    } catch {
      throw CommandError(.usage, error.message)
    }
  }
}
