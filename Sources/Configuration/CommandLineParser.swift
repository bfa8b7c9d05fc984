public import Base

/// Reads a command line: a command, options, and words.
public struct CommandLineParser: Sendable {
  /// What is not an option, in order.
  public private(set) var words: [ByteString] = []
  /// The options that were given, in order: a setting's key and its text.
  public private(set) var options: [(key: ByteString, text: ByteString)] = []

  /// Takes arguments apart: `--key value`, `--key=value`, `--flag`; after `--`, all are words.
  ///
  /// - Parameters:
  ///   - definitions: the settings; an option is looked up here to know whether a value follows.
  ///   - verbatim: commands; from the word behind one on all is taken as it is, options too.
  ///   - whole: a word behind which all is taken as it is.
  public init(
    _ arguments: [ByteString], definitions: [SettingDefinition],
    verbatimAfter verbatim: [StaticBytes] = [], and whole: StaticBytes = ""
  ) throws(ConfigurationError) {
    let settings = Settings(definitions)
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
      let definition = settings.definition(name)
      if case .flag? = definition?.kind {
        options.append((name, "yes"))
        continue
      }
      // An unknown option is told of as such, not as one that lacks a value.
      guard definition != nil else {
        options.append((name, ""))
        continue
      }
      guard index < arguments.count else { throw ConfigurationError(argument + " lacks its value") }
      options.append((name, arguments[index]))
      index += 1
    }
  }

  /// Applies the options to settings.
  public func apply(to settings: inout Settings) throws(ConfigurationError) {
    // What is given here takes the place of what was given elsewhere, and of itself when applied once more.
    for option in options { settings.clear(option.key) }
    for option in options { try settings.set(option.key, to: option.text, scope: .commandLine) }
  }
}
