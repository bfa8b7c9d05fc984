public import Base

extension Settings {
  /// Returns a timeout, set as seconds or `forever`.
  ///
  /// - Returns: nil for `forever`.
  public func timeout(_ key: StaticBytes) throws(ConfigurationError) -> Duration? {
    let text = text(key) ?? ""
    if text == "forever" { return nil }
    guard let seconds = Duration(secondsIn: text) else {
      throw wrongText(of: key, choices: "a number of seconds, or forever")
    }
    return seconds
  }

  /// Returns the error for a text that a setting does not allow.
  public func wrongText(of key: StaticBytes, choices: ByteString) -> ConfigurationError {
    ConfigurationError(
      ByteString(key) + ": invalid value '" + (text(key) ?? "") + "'; use " + choices)
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
