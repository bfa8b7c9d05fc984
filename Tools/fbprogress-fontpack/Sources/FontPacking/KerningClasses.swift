/// Glyphs that kern alike put together, separately as left and as right one of a pair. Class 0 kerns with nothing.
///
/// Classes are found first come, first served: a glyph joins the first class with which no pair is off by more than it may
/// be. Where no pair may be off these are the groups of equal rows and columns.
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
  ///   - errors: by how much each pair may be off; nil: by nothing.
  ///   - most: how many classes each side may have, class 0 counted.
  init(glyphs: [Int], values: [[Int]], errors: [[Int]]? = nil, most: Int = 255) {
    var cells = values.map { $0.map { $0...$0 } }
    if let errors {
      for (row, column) in values.indices.flatMap({ row in values.indices.map { (row, $0) } }) {
        let (value, error) = (values[row][column], errors[row][column])
        cells[row][column] = (value - error)...(value + error)
      }
    }
    while true {
      let rows = Self.groups(cells)
      let columns = Self.groups(Self.turned(rows.map(\.cells)))
      // What matters least goes first: the class whose members move the least in sum.
      if rows.count + 1 > most, let least = rows.min(by: { $0.weight < $1.weight }) {
        for place in least.members {
          dropped += cells[place].count { !$0.contains(0) }
          cells[place] = cells[place].map { _ in 0...0 }
        }
      } else if columns.count + 1 > most, let least = columns.min(by: { $0.weight < $1.weight }) {
        for place in least.members {
          dropped += cells.count { !$0[place].contains(0) }
          for row in cells.indices { cells[row][place] = 0...0 }
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
    /// What all of its members allow.
    var cells: [ClosedRange<Int>]
    var members: [Int]

    var weight: Int {
      members.count * cells.reduce(0) { $0 + abs($1.lowerBound) + abs($1.upperBound) }
    }

    /// Takes a row in if there are values that it and the others allow.
    mutating func join(_ row: [ClosedRange<Int>], place: Int) -> Bool {
      guard zip(cells, row).allSatisfy({ $0.overlaps($1) }) else { return false }
      cells = zip(cells, row).map { $0.clamped(to: $1) }
      members.append(place)
      return true
    }
  }

  /// Rows that allow the same together, in the order of their first members; those that allow 0 are in none.
  private static func groups(_ rows: [[ClosedRange<Int>]]) -> [Group] {
    var groups: [Group] = []
    rows: for (place, row) in rows.enumerated() {
      if row.allSatisfy({ $0.contains(0) }) { continue }
      for known in groups.indices where groups[known].join(row, place: place) { continue rows }
      groups.append(Group(cells: row, members: [place]))
    }
    return groups
  }

  private static func turned(_ rows: [[ClosedRange<Int>]]) -> [[ClosedRange<Int>]] {
    guard let first = rows.first else { return [] }
    return first.indices.map { column in rows.map { $0[column] } }
  }
}
