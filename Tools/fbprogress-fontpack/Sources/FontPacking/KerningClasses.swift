/// Glyphs that kern alike put together, separately as left and as right one of a pair. Class 0 kerns with nothing.
///
/// Classes are found first come, first served: a glyph joins the first class with which no pair is off by more than the
/// allowed error. Without an allowed error these are the groups of equal rows and columns.
struct KerningClasses {
  /// By glyph.
  private(set) var left: [Int: UInt8] = [:]
  private(set) var right: [Int: UInt8] = [:]
  /// Rows of left classes, columns of right classes; the first of each is 0.
  private(set) var table: [[Int]] = [[0]]
  /// How many pairs did not find room.
  private(set) var dropped = 0

  /// - Parameters:
  ///   - glyphs: of the rows and columns of `values`.
  ///   - error: by how much a pair may be off.
  ///   - most: how many classes each side may have, class 0 counted.
  init(glyphs: [Int], values: [[Int]], error: Int = 0, most: Int = 255) {
    var values = values
    while true {
      let cells = values.map { $0.map { $0...$0 } }
      let rows = Self.groups(cells, error: error)
      let columns = Self.groups(Self.turned(rows.map(\.cells)), error: error)
      // What matters least goes first: the class whose members move the least in sum.
      if rows.count + 1 > most, let least = rows.min(by: { $0.weight < $1.weight }) {
        for place in least.members {
          dropped += values[place].count { $0 != 0 }
          values[place] = values[place].map { _ in 0 }
        }
      } else if columns.count + 1 > most, let least = columns.min(by: { $0.weight < $1.weight }) {
        for place in least.members {
          dropped += values.count { $0[place] != 0 }
          for row in values.indices { values[row][place] = 0 }
        }
      } else {
        number(rows, columns, glyphs)
        return
      }
    }
  }

  private mutating func number(_ rows: [Group], _ columns: [Group], _ glyphs: [Int]) {
    table = [[Int](repeating: 0, count: columns.count + 1)]
    for (number, row) in rows.enumerated() {
      for place in row.members { left[glyphs[place]] = UInt8(number + 1) }
      table.append(
        [0]
          + columns.map { column in
            let cell = column.cells[number]
            return (cell.lowerBound + cell.upperBound) / 2
          })
    }
    for (number, column) in columns.enumerated() {
      for place in column.members { right[glyphs[place]] = UInt8(number + 1) }
    }
  }

  private struct Group {
    /// From the least to the greatest of its members' values.
    var cells: [ClosedRange<Int>]
    var members: [Int]

    var weight: Int {
      members.count * cells.reduce(0) { $0 + abs($1.lowerBound) + abs($1.upperBound) }
    }

    /// Takes a row in if no value of it is too far from any of the others.
    mutating func join(_ row: [ClosedRange<Int>], place: Int, error: Int) -> Bool {
      let isNear = zip(cells, row).allSatisfy { cell, value in
        max(cell.upperBound, value.upperBound) - min(cell.lowerBound, value.lowerBound)
          <= 2 * error
      }
      guard isNear else { return false }
      for column in row.indices {
        let (cell, value) = (cells[column], row[column])
        cells[column] =
          min(cell.lowerBound, value.lowerBound)...max(cell.upperBound, value.upperBound)
      }
      members.append(place)
      return true
    }
  }

  /// Rows that are near each other together, in the order of their first members; those near 0 are in none.
  private static func groups(_ rows: [[ClosedRange<Int>]], error: Int) -> [Group] {
    var groups: [Group] = []
    rows: for (place, row) in rows.enumerated() {
      if row.allSatisfy({ max(-$0.lowerBound, $0.upperBound) <= error }) { continue }
      for known in groups.indices where groups[known].join(row, place: place, error: error) {
        continue rows
      }
      groups.append(Group(cells: row, members: [place]))
    }
    return groups
  }

  private static func turned(_ rows: [[ClosedRange<Int>]]) -> [[ClosedRange<Int>]] {
    guard let first = rows.first else { return [] }
    return first.indices.map { column in rows.map { $0[column] } }
  }
}
