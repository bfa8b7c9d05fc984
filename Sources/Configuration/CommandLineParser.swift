/// Reads a command line: a command, options, and words.
public struct CommandLineParser: Sendable {
  /// What is not an option, in order.
  public private(set) var words: [String] = []
  /// The options that were given, in order: a setting's key and its text.
  public private(set) var options: [(key: [UInt8], text: [UInt8])] = []

  /// Takes arguments apart: `--key value`, `--key=value`, `--flag`; after `--`, all are words.
  ///
  /// - Parameter definitions: the settings; an option is looked up here to know whether a value follows.
  public init(_ arguments: [String], definitions: [SettingDefinition]) throws(ConfigurationError) {
    let settings = Settings(definitions)
    var index = 0
    var onlyWords = false
    while index < arguments.count {
      let argument = Array(arguments[index].utf8)
      index += 1
      guard !onlyWords, argument.starts(with: [0x2d, 0x2d]) else {
        words.append(String(decoding: argument, as: UTF8.self))
        continue
      }
      if argument.count == 2 {
        onlyWords = true
        continue
      }
      let name = argument.dropFirst(2)
      if let equals = name.firstIndex(of: UInt8(ascii: "=")) {
        options.append((Array(name[..<equals]), Array(name[(equals + 1)...])))
        continue
      }
      if case .flag? = settings.definition(Array(name))?.kind {
        options.append((Array(name), Array("yes".utf8)))
        continue
      }
      // An unknown option is told of as such, not as one that lacks a value.
      let isKnown = settings.definition(Array(name)) != nil
      guard index < arguments.count || !isKnown else {
        throw ConfigurationError("--" + String(decoding: name, as: UTF8.self) + " lacks its value")
      }
      options.append((Array(name), isKnown ? Array(arguments[index].utf8) : []))
      index += isKnown ? 1 : 0
    }
  }

  /// Applies the options to settings.
  public func apply(to settings: inout Settings) throws(ConfigurationError) {
    for option in options { try settings.set(option.key, to: option.text, scope: .commandLine) }
  }
}
