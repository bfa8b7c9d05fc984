import Base
import Testing
import Text

@testable import TestSupport

/// Sizes of symbols, and what every symbol has.
@Suite struct QRCodeTests {
  @Test(arguments: 1...10) func limits_areThoseOfTheStandard(version: Int) {
    var random = SeededGenerator(seed: UInt64(version))
    let limit = Symbols.limits[version - 1]
    // A text of UTF-8 takes 12 bits more; 4 were left.
    for (kind, bytes) in [
      (.alphanumeric, limit.characters), (.ascii, limit.bytes), (.utf8, limit.bytes - 1),
    ] as [(Symbols.Kind, Int)] {
      let full = QRCode(kind.text(bytes: bytes, using: &random))
      #expect(full?.version == version, "\(kind)")
      #expect(full?.side == 17 + 4 * version)
      let next = QRCode(kind.text(bytes: bytes + 1, using: &random))
      #expect(next?.version == (version < 10 ? version + 1 : nil), "\(kind)")
    }
  }

  @Test(arguments: ["", String(repeating: "a", count: 214), String(repeating: "A", count: 312)])
  func emptyOrTooLongText_hasNoSymbol(text: String) {
    #expect(QRCode(ByteString(text)) == nil)
  }

  @Test func veryLongText_hasNoSymbol() {
    #expect(QRCode(ByteString([UInt8](repeating: 0xff, count: 10_000_000))) == nil)
  }

  @Test func sameText_hasTheSameSymbol_anotherTextAnother() {
    let symbol = QRCode("https://example.org/device/17")
    #expect(symbol == QRCode("https://example.org/device/17"))
    #expect(symbol != QRCode("https://example.org/device/18"))
  }

  @Test func everySymbol_hasItsPatterns() throws {
    var random = SeededGenerator(seed: Symbols.seed)
    for _ in 0..<60 {
      let kind = Symbols.Kind.allCases[Int.random(in: 0..<3, using: &random)]
      let bytes = Int.random(in: 1...211, using: &random)
      let text = kind.text(bytes: bytes, using: &random)
      let symbol = try #require(QRCode(text), "\(text)")
      try checkFinders(symbol, text)
      checkTiming(symbol, text)
      checkAlignment(symbol, text)
      checkFormatAndVersion(symbol, text)
    }
  }

  private func checkFinders(_ symbol: QRCode, _ text: ByteString) throws {
    let finder = [
      "#######.", "#.....#.", "#.###.#.", "#.###.#.", "#.###.#.", "#.....#.", "#######.",
      "........",
    ]
    let side = symbol.side
    for (y, row) in finder.enumerated() {
      let mirrored = String(row.reversed())
      #expect(symbol.row(y, 0..<8) == row, "top left of \(text)")
      #expect(symbol.row(y, (side - 8)..<side) == mirrored, "top right of \(text)")
      #expect(symbol.row(side - 1 - y, 0..<8) == row, "bottom left of \(text)")
    }
  }

  private func checkTiming(_ symbol: QRCode, _ text: ByteString) {
    for place in 8...(symbol.side - 9) {
      #expect(symbol[place, 6] == (place % 2 == 0), "\(text)")
      #expect(symbol[6, place] == (place % 2 == 0), "\(text)")
    }
  }

  private func checkAlignment(_ symbol: QRCode, _ text: ByteString) {
    // The standard's annex E.
    let lines = [
      [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
      [6, 28, 50],
    ][symbol.version - 1]
    for y in lines {
      for x in lines where (x, y) != (6, 6) && x + y != 6 + (lines.last ?? 6) {
        let rows = (-2...2).map { symbol.row(y + $0, (x - 2)..<(x + 3)) }
        #expect(rows == ["#####", "#...#", "#.#.#", "#...#", "#####"], "\(x), \(y) of \(text)")
      }
    }
  }

  private func checkFormatAndVersion(_ symbol: QRCode, _ text: ByteString) {
    // Level M with each mask: the standard's annex C.
    let formats = [0x5412, 0x5125, 0x5e7c, 0x5b4b, 0x45f9, 0x40ce, 0x4f97, 0x4aa0]
    let side = symbol.side
    let down = [0, 1, 2, 3, 4, 5, 7, 8].map { (x: 8, y: $0) }
    let left = [7, 5, 4, 3, 2, 1, 0].map { (x: $0, y: 8) }
    let format = symbol.bits(down + left)
    #expect(formats.contains(format), "\(text)")
    let copy =
      (1...8).map { (x: side - $0, y: 8) } + ((side - 7)..<side).map { (x: 8, y: $0) }
    #expect(symbol.bits(copy) == format, "\(text)")
    #expect(symbol[8, side - 8], "the dark module of \(text)")
    if symbol.version < 7 { return }
    // The standard's annex D.
    let version = [0x07c94, 0x085bc, 0x09a99, 0x0a4d3][symbol.version - 7]
    let places = (0..<18).map { (x: side - 11 + $0 % 3, y: $0 / 3) }
    #expect(symbol.bits(places) == version, "\(text)")
    #expect(symbol.bits(places.map { (x: $0.y, y: $0.x) }) == version, "\(text)")
  }
}
