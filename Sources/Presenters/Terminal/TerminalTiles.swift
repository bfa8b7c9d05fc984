import LinuxSystem
import Pixels

/// The layout of a frame on a terminal: tiles of whole character cells, each sent separately.
struct TerminalTiles: Equatable, Sendable {
  /// The size of a frame, pixels.
  let size: PixelSize
  /// The size of a character cell, pixels.
  let cell: PixelSize
  /// The size of a tile, character cells.
  let step: PixelSize
  /// The number of tiles in a row, and of rows.
  let columns: Int
  let rows: Int

  /// The greatest width and height of a frame, and the usual ones of a tile, pixels.
  private static let largest = 4_096, usual = 96

  /// Computes the layout; nil if the terminal's size is unknown or too small.
  ///
  /// - Parameter keepsLastRow: whether the last row stays empty. Some terminals scroll after a
  ///   picture that ends there.
  init?(_ terminal: TerminalLine.Size, _ answers: TerminalAnswers, keepsLastRow: Bool) {
    guard terminal.columns > 0, terminal.rows > 0 else { return nil }
    let width = terminal.width > 0 ? terminal.width : answers.area?.width ?? 0
    let height = terminal.height > 0 ? terminal.height : answers.area?.height ?? 0
    let cell =
      answers.cell
      ?? PixelSize(width: width / terminal.columns, height: height / terminal.rows)
    let rows = terminal.rows - (keepsLastRow ? 1 : 0)
    guard (1...256).contains(cell.width), (1...256).contains(cell.height), rows > 0 else {
      return nil
    }
    self.cell = cell
    size = PixelSize(
      width: min(terminal.columns * cell.width, Self.largest),
      height: min(rows * cell.height, Self.largest))
    step = PixelSize(
      width: max(1, Self.usual / cell.width), height: max(1, Self.usual / cell.height))
    columns = (size.width - 1) / (step.width * cell.width) + 1
    self.rows = (size.height - 1) / (step.height * cell.height) + 1
  }

  /// The pixels of adjacent tiles in a row.
  @inline(never) func rect(row: Int, columns: Range<Int>) -> PixelRect {
    let (width, height) = (step.width * cell.width, step.height * cell.height)
    return PixelRect(
      left: columns.lowerBound * width, top: row * height, right: columns.upperBound * width,
      bottom: (row + 1) * height
    ).intersection(PixelRect(size))
  }

  /// Calls `body` with each run of damaged tiles, from the top.
  ///
  /// - Parameter longest: the most tiles of a run.
  func forEachRun(
    of damage: DamageRegion, longest: Int, _ body: (_ row: Int, _ columns: Range<Int>) -> Void
  ) {
    for row in 0..<rows {
      var start: Int?
      for column in 0...columns {
        let isTouched =
          column < columns && isTouched(rect(row: row, columns: column..<(column + 1)), damage)
        if let first = start, !isTouched || column - first == longest {
          body(row, first..<column)
          start = nil
        }
        if isTouched, start == nil { start = column }
      }
    }
  }

  @inline(never)
  private func isTouched(_ tile: PixelRect, _ damage: DamageRegion) -> Bool {
    for rect in damage.rects where !rect.intersection(tile).isEmpty { return true }
    return false
  }
}
