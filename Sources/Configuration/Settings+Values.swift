public import Base

// Values by key. The type of a key is the kind of its setting; a test compares them with the table.
extension Settings {
  /// Returns whether a value was set.
  public func isSet(_ key: TextKey) -> Bool { values[table.index(of: key.rawValue)] != nil }

  /// Returns the full name of a setting.
  public func name<Key: SettingKey>(of key: Key) -> ByteString {
    table.rows[table.index(of: key.rawValue)].name
  }

  /// Returns a number; 0 if the setting has neither value nor fallback.
  @inline(never) public func number(_ key: NumberKey) -> Double { givenNumber(key) ?? 0 }

  /// Returns a number; nil if the setting has neither value nor fallback.
  @inline(never) public func givenNumber(_ key: NumberKey) -> Double? {
    number(at: table.index(of: key.rawValue))
  }

  /// Returns a flag.
  @inline(never) public func flag(_ key: FlagKey) -> Bool {
    isWord("yes", at: table.index(of: key.rawValue))
  }

  /// Returns a text, a list, or paths; nil if the setting has neither value nor fallback.
  @inline(never) public func text(_ key: TextKey) -> ByteString? {
    text(at: table.index(of: key.rawValue))
  }

  /// Returns the value of a setting of the kind `choice`. Traps if its word is none of `Choice`.
  public func choice<Choice: SettingChoice>(
    _ key: ChoiceKey, as _: Choice.Type = Choice.self
  ) -> Choice {
    choice(at: table.index(of: key.rawValue))
  }

  /// Returns whether the value of a setting of the kind `choice` is a word. A debug build traps if
  /// the kind lacks that word.
  @inline(never) public func has(_ word: StaticBytes, _ key: ChoiceKey) -> Bool {
    let row = table.index(of: key.rawValue)
    assert(table.rows[row].form.bytes.split(at: 0x20).contains { $0 == word })
    return isWord(word, at: row)
  }

  /// Returns the word of a setting of the kind `choice`.
  @inline(never) public func word(_ key: ChoiceKey) -> ByteString {
    text(at: table.index(of: key.rawValue)).orEmpty
  }

  /// Returns a color, 0xRRGGBB; nil if the setting has neither value nor fallback.
  ///
  /// - Parameter isMonochrome: whether colors are black, white, and a gray for tracks.
  @inline(never) public func color(_ key: ColorKey, isMonochrome: Bool = false) -> UInt32? {
    color(at: table.index(of: key.rawValue), isMonochrome: isMonochrome)
  }

  /// Returns the control points x1, y1, x2, y2 of the reveal's timing function.
  public var revealCurve: SIMD4<Double> {
    text(at: table.index(of: "revealCurve")).flatMap { SettingDefinition.Kind.curve($0) }
      ?? [0, 0, 1, 1]
  }

  /// Returns the area of the styles: left, top, width and height, percent of the screen; nil for
  /// none.
  public var sceneBox: SIMD4<Double>? { box(at: table.index(of: "scene")) }

  // MARK: - Parts of the screen

  /// Returns the area of a part: left, top, width and height, percent of the screen's width and
  /// height; nil for none.
  public func box(of part: ScreenPart) -> SIMD4<Double>? { box(at: index(.box, of: part)) }

  /// Returns whether the area of a part was set.
  public func hasBox(_ part: ScreenPart) -> Bool { values[index(.box, of: part)] != nil }

  /// Returns the font size of a part, percent of the screen's short side.
  public func size(of part: ScreenPart) -> Double? { number(at: index(.size, of: part)) }

  /// Returns the most lines of a part.
  public func lines(of part: ScreenPart) -> Int? {
    number(at: index(.lines, of: part)).map { Int($0) }
  }

  /// Returns the color of a part, 0xRRGGBB; nil for none.
  public func color(of part: ScreenPart, isMonochrome: Bool = false) -> UInt32? {
    color(at: index(.color, of: part), isMonochrome: isMonochrome)
  }

  /// Returns the background color of an outcome, 0xRRGGBB; nil for none.
  public func background(of part: ScreenPart, isMonochrome: Bool = false) -> UInt32? {
    color(at: index(.background, of: part), isMonochrome: isMonochrome)
  }

  /// Returns the file of a picture; nil for none.
  public func image(of part: ScreenPart) -> ByteString? { text(at: index(.image, of: part)) }

  /// Returns a choice that a part has.
  public func choice<Choice: SettingChoice>(_ key: PartKey, of part: ScreenPart) -> Choice {
    choice(at: index(key, of: part))
  }

  /// Returns the alignment in the box of a part, as shares of the box's free width and height.
  public func anchor(of part: ScreenPart) -> SIMD2<Double> {
    let word = text(at: index(.anchor, of: part)).orEmpty
    return SIMD2(
      word.hasSuffix("left") ? 0 : word.hasSuffix("right") ? 1 : 0.5,
      word.hasPrefix("top") ? 0 : word.hasPrefix("bottom") ? 1 : 0.5)
  }

  private func index(_ key: PartKey, of part: ScreenPart) -> Int {
    table.index(of: key.rawValue, in: part.rawValue)
  }

  // MARK: - Values by row

  /// The text of a value or of its fallback; nil for neither.
  @inline(never) func text(at row: Int) -> ByteString? {
    values[row] ?? fallback(of: row)?.bytes
  }

  /// Calls a function with the bytes of a value or of its fallback; nil, without a call, for
  /// neither.
  @inline(never) func withBytes<Result>(
    at row: Int, _ body: (Span<UInt8>) -> Result
  ) -> Result? {
    values[row].map { body($0.bytes.span) } ?? fallback(of: row).map { $0.withBytes(body) }
  }

  @inline(never) private func isWord(_ word: StaticBytes, at row: Int) -> Bool {
    withBytes(at: row) { $0 == word } ?? false
  }

  @inline(never) func number(at row: Int) -> Double? {
    withBytes(at: row) { DecimalNumber($0)?.doubleValue } ?? nil
  }

  func choice<Choice: SettingChoice>(at row: Int) -> Choice {
    for choice in Choice.allCases where isWord(choice.rawValue, at: row) { return choice }
    preconditionFailure("a word that its choice does not have")
  }

  func box(at row: Int) -> SIMD4<Double>? {
    guard let box = text(at: row).flatMap({ SettingDefinition.Kind.box($0) }) else { return nil }
    return box[2] > 0 ? box : nil
  }

  /// The text of a setting that is not set; nil for none.
  func fallback(of row: Int) -> StaticText? {
    let row = table.rows[row]
    guard let (first, second) = row.fallbacks else { return nil }
    guard let second else { return first }
    let selected =
      row.section.count == 0
      ? isWord("dark", at: table.index(of: ChoiceKey.palette.rawValue))
      : table.preset(of: row.section).map { isWord("seed", at: $0) } ?? false
    return selected ? second : first
  }
}
