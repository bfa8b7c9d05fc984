import Base
import Testing

@testable import TestSupport
@testable import Text

/// Examples of ISO/IEC 18004:2015, and its tables.
@Suite struct StandardTests {
  /// The blocks of each version with level M, from table 9: their number, their codewords, and
  /// those of data.
  private static let blocks: [[(count: Int, all: Int, data: Int)]] = [
    [(1, 26, 16)], [(1, 44, 28)], [(1, 70, 44)], [(2, 50, 32)], [(2, 67, 43)], [(4, 43, 27)],
    [(4, 49, 31)], [(2, 60, 38), (2, 61, 39)], [(3, 58, 36), (2, 59, 37)],
    [(4, 69, 43), (1, 70, 44)],
  ]

  /// The bits of codewords as digits.
  private func digits(_ bytes: [UInt8]) -> String {
    bytes.map { String(String(Int($0) + 256, radix: 2).dropFirst()) }.joined()
  }

  @Test func alphanumericExample_hasItsBits() throws {
    let message = try #require(Message("AC-42"))
    #expect(message.blocks.version == 1)
    let bits = "0010" + "000000101" + "00111001110" + "11100111001" + "000010" + "0000"
    #expect(digits(message.data).hasPrefix(bits))
    #expect(
      message.data.suffix(10) == [0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11])
  }

  @Test func bytes_haveTheirBits() throws {
    let message = try #require(Message("ab"))
    #expect(message.data.prefix(4) == [0x40, 0x26, 0x16, 0x20])
    // An interpretation goes before UTF-8: 7, 26.
    let letter = try #require(Message("ü"))
    #expect(letter.data.prefix(6) == [0x71, 0xa4, 0x02, 0xc3, 0xbc, 0x00])
    // In version 10 a length has 16 bits, or 11 in the alphanumeric mode.
    let long = try #require(Message(ByteString([UInt8](repeating: 0x61, count: 213))))
    #expect(long.data.prefix(4) == [0x40, 0x0d, 0x56, 0x16])
    let capitals = try #require(Message(ByteString([UInt8](repeating: 0x41, count: 311))))
    #expect(digits(capitals.data).hasPrefix("0010" + "00100110111" + "00111001100"))
  }

  @Test func everyCharacter_hasItsValue() throws {
    for (value, character) in Symbols.alphanumeric.enumerated() {
      let message = try #require(Message(ByteString([character])))
      let bits = String(String(64 + value, radix: 2).dropFirst())
      #expect(digits(message.data).hasPrefix("0010" + "000000001" + bits))
    }
    for byte in 0...255 as ClosedRange<UInt8> where !Symbols.alphanumeric.contains(byte) {
      let message = try #require(Message(ByteString([byte])))
      #expect(message.data[0] >> 4 == (byte < 0x80 ? 0b0100 : 0b0111))
    }
  }

  /// The example of annex I: "01234567" in version 1. Its mode is another one, and its error
  /// correction the same.
  @Test func example_hasItsErrorCorrection() {
    let data: [UInt8] = [
      0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec,
      0x11,
    ]
    let checks: [UInt8] = [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]
    #expect(Blocks(version: 1).codewords(of: data) == data + checks)
  }

  @Test(arguments: 1...10) func everyBlock_isACodewordOfTheCode(version: Int) {
    // Products by powers of 2, not bit by bit.
    var powers: [Int] = [1]
    while powers.count < 255 {
      let next = powers[powers.count - 1] * 2
      powers.append(next < 256 ? next : next ^ 0x11d)
    }
    func value(_ block: [UInt8], at exponent: Int) -> Int {
      block.reduce(0) { sum, coefficient in
        let product =
          sum == 0 ? 0 : powers[((powers.firstIndex(of: sum) ?? 0) + exponent) % 255]
        return product ^ Int(coefficient)
      }
    }
    var random = SeededGenerator(seed: Symbols.seed &+ UInt64(version))
    let sizes = Self.blocks[version - 1].flatMap { Array(repeating: $0, count: $0.count) }
    let data = (0..<sizes.map(\.data).reduce(0, +)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    let codewords = Blocks(version: version).codewords(of: data)
    #expect(codewords.count == sizes.map(\.all).reduce(0, +))

    var blocks = sizes.map { _ in [UInt8]() }
    var next = 0
    for offset in 0..<(sizes.map(\.data).max() ?? 0) {
      for block in sizes.indices where offset < sizes[block].data {
        blocks[block].append(codewords[next])
        next += 1
      }
    }
    #expect(blocks.flatMap { $0 } == data)
    for _ in 0..<(sizes[0].all - sizes[0].data) {
      for block in sizes.indices {
        blocks[block].append(codewords[next])
        next += 1
      }
    }
    #expect(next == codewords.count)
    for (block, size) in zip(blocks, sizes) {
      for exponent in 0..<(size.all - size.data) {
        #expect(value(block, at: exponent) == 0, "FUZZ_SEED=\(Symbols.seed)")
      }
    }
  }

  @Test func formatAndVersion_haveTheBitsOfTheExamples() {
    #expect(ModuleGrid.checked(5, divisor: 0x537, degree: 10) ^ 0x5412 == 0b100_0000_1100_1110)
    #expect(ModuleGrid.checked(7, divisor: 0x1f25, degree: 12) == 0b00_0111_1100_1001_0100)
  }

  @Test(arguments: 1...10) func everyVersion_hasModulesForItsCodewords(version: Int) {
    let grid = ModuleGrid(version: version)
    let reserved = (0..<grid.side).map { grid.reserved[$0].nonzeroBitCount }.reduce(0, +)
    let free = grid.side * grid.side - reserved
    let codewords = Self.blocks[version - 1].map { $0.count * $0.all }.reduce(0, +)
    // Table 1 has the bits that remain.
    #expect(free == codewords * 8 + ((2...6).contains(version) ? 7 : 0))
  }

  @Test func codewords_areInTheirPlaces() {
    var grid = ModuleGrid(version: 1)
    grid.place([0b1010_0000, 0b1111_0001])
    // The first codeword lies at the bottom right, the second one above it.
    let rows = (9...20).map { y in
      (19...20).map { grid.dark[y] >> UInt64($0) & 1 == 1 ? "#" : "." }.joined()
    }
    #expect(
      rows == ["..", "..", "..", "..", "#.", "..", "##", "##", "..", "..", ".#", ".#"])
  }
}
