import Base
import Testing

@testable import TestSupport
@testable import Text

/// Masks and their penalties, beside a plain count of the standard's table 11.
@Suite struct PenaltyTests {
  /// The penalty, module by module.
  private func penalty(_ grid: ModuleGrid) -> Int {
    let side = grid.side
    let rows = (0..<side).map { y in
      (0..<side).map { x in grid.dark[y] >> UInt64(x) & 1 == 1 }
    }
    let columns = (0..<side).map { x in rows.map { $0[x] } }
    var penalty = 0
    for line in rows + columns {
      var start = 0
      for end in 1...side where end == side || line[end] != line[start] {
        if end - start >= 5 { penalty += 3 + end - start - 5 }
        start = end
      }
      let quiet = [Bool](repeating: false, count: 4)
      let wide = quiet + line + quiet
      for start in 4...(side - 3) {
        let pattern = [true, false, true, true, true, false, true]
        if Array(wide[start..<(start + 7)]) != pattern { continue }
        let isLight =
          !wide[(start - 4)..<start].contains(true)
          || !wide[(start + 7)..<(start + 11)].contains(true)
        if isLight { penalty += 40 }
      }
    }
    for y in 1..<side {
      for x in 1..<side
      where rows[y][x] == rows[y][x - 1] && rows[y][x] == rows[y - 1][x]
        && rows[y][x] == rows[y - 1][x - 1]
      {
        penalty += 3
      }
    }
    let distance = abs(rows.joined().filter { $0 }.count * 100 - side * side * 50)
    var steps = 0
    while distance >= (steps + 1) * 5 * side * side { steps += 1 }
    return penalty + steps * 10
  }

  /// Whether a mask inverts a module: the standard's table 10, as it is written there.
  private func isInverted(_ j: Int, _ i: Int, _ mask: Int) -> Bool {
    switch mask {
    case 0: (i + j) % 2 == 0
    case 1: i % 2 == 0
    case 2: j % 3 == 0
    case 3: (i + j) % 3 == 0
    case 4: ((i / 2) + (j / 3)) % 2 == 0
    case 5: (i * j) % 2 + (i * j) % 3 == 0
    case 6: ((i * j) % 2 + (i * j) % 3) % 2 == 0
    default: ((i + j) % 2 + (i * j) % 3) % 2 == 0
    }
  }

  /// A symbol of a random text, without a mask.
  private func unmasked(_ random: inout SeededGenerator) throws -> (ByteString, ModuleGrid) {
    let kind = Symbols.Kind.allCases[Int.random(in: 0..<3, using: &random)]
    let text = kind.text(bytes: Int.random(in: 1...211, using: &random), using: &random)
    let message = try #require(Message(text))
    var grid = ModuleGrid(version: message.blocks.version)
    grid.place(message.blocks.codewords(of: message.data))
    return (text, grid)
  }

  @Test func maskOfTheLowestPenalty_isTaken() throws {
    var random = SeededGenerator(seed: Symbols.seed)
    for _ in 0..<12 {
      let (text, grid) = try unmasked(&random)
      let masked = (0..<8).map { mask in
        var grid = grid
        grid.invert(mask)
        return grid
      }
      let penalties = masked.map { penalty($0) }
      for (var grid, expected) in zip(masked, penalties) {
        #expect(grid.penalty() == expected, "\(text)")
      }
      let best = masked[penalties.indices.min { penalties[$0] < penalties[$1] } ?? 0]
      #expect(QRCode(text)?.rows == (0..<best.side).map { best.dark[$0] }, "\(text)")
    }
  }

  @Test(arguments: 0..<8) func mask_invertsTheModulesOfItsFormula(mask: Int) throws {
    var random = SeededGenerator(seed: UInt64(mask))
    let (_, plain) = try unmasked(&random)
    var grid = plain
    grid.invert(mask)
    for y in 0..<grid.side {
      for x in 0..<grid.side where grid.reserved[y] >> UInt64(x) & 1 == 0 {
        let isChanged = (grid.dark[y] ^ plain.dark[y]) >> UInt64(x) & 1 == 1
        #expect(isChanged == isInverted(x, y, mask), "\(x), \(y)")
      }
    }
  }
}
