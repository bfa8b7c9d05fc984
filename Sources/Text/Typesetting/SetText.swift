public import Graphics

/// A text's outlines, one for each word, kept from one setting to the next.
///
/// A word that is set again at the same place keeps its outline, so only changed words are drawn.
/// Outlines of old words are kept until their memory is reused.
public final class SetText {
  /// A word that was set, now or earlier.
  private struct Entry {
    var outline = RetainedPath()
    var glyphs: [PlacedGlyph] = []
    var origin = Point(x: 0, y: 0)
    var size = 0.0
    var fingerprint: UInt64 = 0
    // The value of `use` at the last setting that had this word.
    var lastUse = 0

    func shows(_ other: ArraySlice<PlacedGlyph>, from start: Point, _ em: Double) -> Bool {
      origin == start && size == em && glyphs[...] == other
    }
  }

  private var entries: [Entry] = []
  // The visible words, in the text's order, as indices of `entries`.
  private var shown: [Int] = []
  private var use = 0

  /// Creates an empty text.
  public init() {}

  /// The number of visible words.
  public var count: Int { shown.count }

  /// The outline of a visible word.
  public subscript(index: Int) -> RetainedPath { entries[shown[index]].outline }

  /// Whether a word of another text is visible in this one, at the same place and size.
  public func shows(_ word: Int, of other: SetText) -> Bool {
    let entry = other.entries[other.shown[word]]
    return shown.contains {
      entries[$0].fingerprint == entry.fingerprint
        && entries[$0].shows(entry.glyphs[...], from: entry.origin, entry.size)
    }
  }

  /// Begins a new setting, without words.
  func begin() {
    use += 1
    shown.removeAll(keepingCapacity: true)
  }

  /// Adds a word.
  ///
  /// - Parameters:
  ///   - glyphs: the word's glyphs.
  ///   - start: the pen's position, canvas pixels.
  ///   - em: the em, pixels.
  ///   - draw: draws the word's outline; not called if that is known.
  func append(
    _ glyphs: ArraySlice<PlacedGlyph>, from start: Point, _ em: Double,
    _ draw: (inout PathPen) -> Void
  ) {
    let fingerprint = Self.fingerprint(glyphs, start)
    for place in entries.indices where entries[place].fingerprint == fingerprint {
      if entries[place].shows(glyphs, from: start, em) { return show(place) }
    }
    let place = freePlace()
    entries[place].outline.redraw(steps: 24 * glyphs.count) { draw(&$0) }
    entries[place].glyphs.removeAll(keepingCapacity: true)
    entries[place].glyphs.reserveCapacity(glyphs.count)
    for glyph in glyphs { entries[place].glyphs.append(glyph) }
    (entries[place].origin, entries[place].size) = (start, em)
    entries[place].fingerprint = fingerprint
    show(place)
  }

  private func show(_ place: Int) {
    entries[place].lastUse = use
    if !entries[place].outline.isEmpty { shown.append(place) }
  }

  /// The least recently used entry that neither this setting nor any display list uses; a new entry
  /// if none is free.
  private func freePlace() -> Int {
    var (oldest, lastUse) = (-1, use)
    for place in entries.indices where entries[place].lastUse < lastUse {
      if !isKnownUniquelyReferenced(&entries[place].outline) { continue }
      (oldest, lastUse) = (place, entries[place].lastUse)
    }
    if oldest >= 0 { return oldest }
    entries.append(Entry())
    return entries.count - 1
  }

  private static func fingerprint(_ glyphs: ArraySlice<PlacedGlyph>, _ start: Point) -> UInt64 {
    var fingerprint = start.x.bitPattern ^ start.y.bitPattern &* 3
    for glyph in glyphs {
      fingerprint = (fingerprint ^ UInt64(glyph.number)) &* 0x9e37_79b9_7f4a_7c15
      fingerprint ^= fingerprint >> 32
    }
    return fingerprint
  }
}
