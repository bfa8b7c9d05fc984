public import Base

extension Settings {
  /// Returns a timeout, set as seconds or `forever`.
  ///
  /// - Returns: nil for `forever`.
  public func timeout(_ key: TextKey) throws(ConfigurationError) -> Duration? {
    let text = text(key).orEmpty
    if text == "forever" { return nil }
    guard let seconds = Duration(secondsIn: text) else {
      throw wrongText(of: key, choices: "a number of seconds, or forever")
    }
    return seconds
  }

  /// Returns the error for a text that a setting does not allow.
  ///
  /// - Parameter choices: the allowed texts; nil for those of the settings table.
  public func wrongText(of key: TextKey, choices: StaticBytes? = nil) -> ConfigurationError {
    let given = name(of: key) + ": invalid value '" + text(key).orEmpty + "'; use "
    let form = table.rows[table.index(of: key.rawValue)].form
    return ConfigurationError(
      choices.map { given + $0 } ?? given + SettingDefinition.Kind(form).choices)
  }

  /// Throws for a setting of an absent part of the program.
  static func refuseAbsent(_ key: ByteString) throws(ConfigurationError) {
    if Traits.lacks("--" + key) {
      throw ConfigurationError(Traits.refusal(of: "setting ", key))
    }
    if Traits.lacks(group(of: key)), key.firstIndex(of: UInt8(ascii: ".")) != nil {
      throw ConfigurationError(key + ": " + Traits.refusal(of: "style ", group(of: key)))
    }
  }

  /// Returns the error about a value. One that only an absent part of the program has is named.
  static func mistake(
    _ key: ByteString, _ text: ByteString, _ kind: SettingDefinition.Kind
  ) -> ConfigurationError {
    for word in text.split(at: UInt8(ascii: "+")) where Traits.lacks(word) {
      return ConfigurationError(Traits.refusal(of: key + " ", word))
    }
    return ConfigurationError(
      key + ": invalid value '" + text + "'; use " + kind.choices)
  }
}

extension Duration {
  /// Parses decimal seconds, exact to the nanosecond; nil for other text and below zero.
  public init?(secondsIn text: ByteString) {
    guard let number = DecimalNumber(text.bytes.span) else { return nil }
    let nanoseconds = number.scaled(byPowerOfTen: 9)
    guard nanoseconds >= 0, nanoseconds < .max else { return nil }
    self = .nanoseconds(nanoseconds)
  }
}
