public import Base

// The assigned values as text, with their sources.
extension Settings {
  /// Returns the assigned values as lines of a settings file: the values that themes may set, and
  /// those of `keys`. A later line replaces earlier ones of its key.
  public func lines(with keys: [ByteString]) -> ByteString {
    var lines = ByteString()
    for (key, text, _) in assignments
    where definition(key)?.scope == .everywhere || keys.contains(key) {
      // A line break would begin another line.
      let end = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      lines += key + " = " + SettingsFile.form(of: text[0..<end]) + "\n"
    }
    return lines
  }

  /// Calls a function with each setting that files may set and that has a value.
  ///
  /// - Parameter body: receives the key, the text of the value, and its source: `default`, or the
  ///   value of `source` at the assignment. A value of the kind `texts` is one call for each text.
  public func forEachValue(
    _ body: (_ key: ByteString, _ text: ByteString, _ source: ByteString) -> Void
  ) {
    for (index, row) in table.rows.enumerated() where row.scope != .commandLine {
      let key = row.name
      guard let value = values[index] else {
        if let text = fallback(of: index) { body(key, text.bytes, "default") }
        continue
      }
      guard let last = assignments.last(where: { $0.key == key }) else { continue }
      guard case .texts = SettingDefinition.Kind(row.form) else {
        body(key, last.text, last.source)
        continue
      }
      for text in value.split(at: UInt8(ascii: "\n")) { body(key, text, last.source) }
    }
    // Settings of screens of one arrangement.
    for (place, one) in assignments.enumerated()
    where table.index(one.key) == nil
      && !assignments[(place + 1)...].contains(where: { $0.key == one.key })
    {
      body(one.key, one.text, one.source)
    }
  }
}
