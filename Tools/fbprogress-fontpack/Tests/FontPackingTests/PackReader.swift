import Foundation

/// A reader written from `docs/formats/fbfont.md` alone: it shares nothing with the writer.
struct PackReader {
  struct Failure: Error { let reason: String }

  struct Glyph {
    var outline: Int
    var left: Int
    var right: Int
    var advance: Int
  }

  struct Placed: Equatable {
    var glyph: Int
    var x: Int
    var y: Int
    var added: Int
  }

  struct Word {
    var isRightToLeft: Bool
    var glyphs: [Placed]
  }

  /// A contour as its points, each with the kind of segment that it ends: 0 start, 1 line, 2 quadratic, 3 cubic; control
  /// points have 9.
  typealias Path = [Place]

  struct Place: Hashable {
    var x: Int
    var y: Int
    var kind: Int
  }

  var units = 0
  var ascent = 0
  var descent = 0
  var capitals = 0
  var small = 0
  var characters: [UInt32: Int] = [:]
  var glyphs: [Glyph] = []
  var leftClasses = 0
  var rightClasses = 0
  var kerning: [Int] = []
  var outlines: [UInt8] = []
  var words: [String: Word] = [:]

  init(_ file: [UInt8]) throws {
    var cursor = Cursor(bytes: file)
    func require(_ condition: Bool, _ reason: String) throws {
      if !condition { throw Failure(reason: reason) }
    }
    try require(try cursor.take(4) == Array("FBFN".utf8), "magic")
    try require(try cursor.number(2) == 1, "version")
    units = try cursor.number(2)
    try require((16...16384).contains(units), "units")
    try require(try cursor.number(4) == file.count && file.count <= 16 << 20, "length")
    try require(try cursor.number(4) == Self.checksum(file[16...]), "checksum")
    ascent = try cursor.number(2)
    descent = try cursor.number(2)
    capitals = try cursor.number(2)
    small = try cursor.number(2)
    let glyphCount = try cursor.number(2)
    let characterCount = try cursor.number(2)
    leftClasses = try cursor.number(2)
    rightClasses = try cursor.number(2)
    try require((1...255).contains(leftClasses) && (1...255).contains(rightClasses), "classes")
    let outlineCount = try cursor.number(4)
    try require(outlineCount < 1 << 24 && glyphCount >= 1, "counts")
    let wordCount = try cursor.number(2)
    try require(try cursor.number(2) == 0, "zero")
    var last = -1
    for _ in 0..<characterCount {
      let code = try cursor.number(3)
      let glyph = try cursor.number(2)
      try require(code > last && glyph < glyphCount, "characters")
      last = code
      characters[UInt32(code)] = glyph
    }
    for _ in 0..<glyphCount {
      let outline = try cursor.number(3)
      let glyph = Glyph(
        outline: outline, left: try cursor.number(1), right: try cursor.number(1),
        advance: try cursor.number(2))
      try require(
        outline < outlineCount && glyph.left < leftClasses && glyph.right < rightClasses, "glyph")
      glyphs.append(glyph)
    }
    for place in 0..<leftClasses * rightClasses {
      let value = try cursor.number(2)
      kerning.append(value < 0x8000 ? value : value - 0x10000)
      let isZeroClass = place < rightClasses || place % rightClasses == 0
      try require(!isZeroClass || value == 0, "class 0 kerns")
    }
    outlines = try cursor.take(outlineCount)
    var places: [Int] = []
    for _ in 0..<wordCount { places.append(try cursor.number(4)) }
    let start = cursor.place
    var previous: [UInt8] = []
    for place in places {
      cursor.place = start + place
      let (length, count) = (try cursor.number(1), try cursor.number(1))
      let direction = try cursor.number(1)
      try require(length >= 1 && direction <= 1, "word")
      let text = try cursor.take(length)
      try require(previous.lexicographicallyPrecedes(text), "order of words")
      previous = text
      var word = Word(isRightToLeft: direction == 1, glyphs: [])
      for _ in 0..<count {
        let placed = Placed(
          glyph: try cursor.varint(), x: try cursor.signed(), y: try cursor.signed(),
          added: try cursor.signed())
        try require(placed.glyph < glyphCount, "glyph of a word")
        word.glyphs.append(placed)
      }
      words[String(decoding: text, as: UTF8.self)] = word
    }
    if wordCount == 0 { try require(cursor.place == file.count, "bytes at the end") }
    for glyph in glyphs.indices { _ = try paths(of: glyph) }
  }

  /// The contours of a glyph, the last line of each left out if it leads back.
  func paths(of glyph: Int, within depth: Int = 0) throws -> [Path] {
    guard depth < 2 else { throw Failure(reason: "a composite in a composite") }
    var cursor = Cursor(bytes: outlines, place: glyphs[glyph].outline)
    let head = try cursor.varint()
    var paths: [Path] = []
    if head & 1 == 1 {
      guard head >> 1 > 0 else { throw Failure(reason: "no parts") }
      for _ in 0..<head >> 1 {
        let (part, x, y) = (try cursor.varint(), try cursor.signed(), try cursor.signed())
        guard part < glyphs.count else { throw Failure(reason: "part") }
        paths += try self.paths(of: part, within: depth + 1)
          .map { $0.map { Place(x: $0.x + x, y: $0.y + y, kind: $0.kind) } }
      }
      return paths
    }
    var (x, y) = (0, 0)
    for _ in 0..<head >> 1 {
      let count = try cursor.varint()
      guard count >= 1 else { throw Failure(reason: "an empty contour") }
      x += try cursor.signed()
      y += try cursor.signed()
      var path = [Place(x: x, y: y, kind: 0)]
      let kinds = try cursor.take((count + 3) / 4)
      for segment in 0..<count {
        let kind = Int(kinds[segment / 4]) >> (segment % 4 * 2) & 3
        guard kind < 3 else { throw Failure(reason: "kind 3") }
        for point in 0...kind {
          x += try cursor.signed()
          y += try cursor.signed()
          path.append(Place(x: x, y: y, kind: point == kind ? kind + 1 : 9))
        }
      }
      paths.append(path)
    }
    return paths
  }

  /// What is added between two glyphs.
  func kern(_ left: Int, _ right: Int) -> Int {
    kerning[glyphs[left].left * rightClasses + glyphs[right].right]
  }

  /// CRC-32 by polynomial division, bit by bit from the front.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
    var register: UInt32 = 0xffff_ffff
    for byte in bytes {
      for bit in 0..<8 {
        let carry = (register ^ UInt32(byte) >> UInt32(bit)) & 1
        register >>= 1
        if carry == 1 { register ^= 0xedb8_8320 }
      }
    }
    return Int(register ^ 0xffff_ffff)
  }

  private struct Cursor {
    var bytes: [UInt8]
    var place = 0

    mutating func take(_ count: Int) throws -> [UInt8] {
      guard place >= 0, place + count <= bytes.count else { throw Failure(reason: "too short") }
      place += count
      return Array(bytes[place - count..<place])
    }

    mutating func number(_ count: Int) throws -> Int {
      try take(count).reversed().reduce(0) { $0 * 256 + Int($1) }
    }

    mutating func varint() throws -> Int {
      var value = 0
      for place in 0..<4 {
        let byte = try number(1)
        value += (byte % 128) << (7 * place)
        if byte < 128 { return value }
      }
      throw Failure(reason: "varint of five bytes")
    }

    mutating func signed() throws -> Int {
      let value = try varint()
      return value % 2 == 0 ? value / 2 : -(value + 1) / 2
    }
  }
}
