public import Base

/// A parsed command line: a command, options, and words.
public struct CommandLineParser: Sendable {
  /// The arguments that are no options, in order.
  public private(set) var words: [ByteString] = []
  /// The options in order: a setting's key and its text.
  public private(set) var options: [(key: ByteString, text: ByteString)] = []

  /// Parses arguments: `--key value`, `--key=value`, `--flag`; after `--`, all are words.
  ///
  /// - Parameters:
  ///   - table: the settings, which decide whether an option takes a value.
  ///   - verbatim: commands with one word of their own, after which every argument is a word.
  ///   - whole: a command after which every argument is a word.
  public init(
    _ arguments: [ByteString], table: SettingsTable = .program,
    verbatimAfter verbatim: [StaticBytes] = [], and whole: StaticBytes = ""
  ) throws(ConfigurationError) {
    var index = 0
    var onlyWords = false
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      guard !onlyWords, argument.hasPrefix("--") else {
        words.append(argument)
        for command in verbatim where words.count == 2 && words[0] == command {
          onlyWords = true
        }
        if words.count == 1, argument == whole { onlyWords = true }
        continue
      }
      if argument.count == 2 {
        onlyWords = true
        continue
      }
      if let equals = argument.firstIndex(of: UInt8(ascii: "=")) {
        options.append((argument[2..<equals], argument[(equals + 1)..<argument.count]))
        continue
      }
      let name = argument[2..<argument.count]
      let form = table.form(of: name)
      // Without a value here, `apply(to:)` reports the option as unknown.
      if form.map({ $0 == "flag" }) ?? (Settings.removed(name) == nil) {
        options.append((name, form == nil ? "" : "yes"))
        continue
      }
      guard index < arguments.count else { throw ConfigurationError(argument + " lacks its value") }
      options.append((name, arguments[index]))
      index += 1
    }
  }

  /// Sets the options in settings.
  public func apply(to settings: inout Settings) throws(ConfigurationError) {
    // Options replace values from other sources. Clearing first keeps a second call from adding
    // texts twice.
    for option in options { settings.clear(option.key) }
    settings.source = "option"
    for option in options { try settings.set(option.key, to: option.text, scope: .commandLine) }
  }
}
