import Pixels
import RasterKernels

// Cached packed rows, for dithered formats, in which a pixel's value depends on its position.

extension PreparedItem {
  /// Copies columns of a row in which only this item is visible, from its packed rows.
  @inline(never)
  mutating func storePacked(into frame: inout PixelSurface, _ columns: Range<Int>, _ y: Int) {
    guard let rows, let packed else { return }
    store(packed, of: rows, columns, y, into: &frame)
  }

  /// Copies runs of columns, and retains the rows only once: reference counting would make each run
  /// wait for the stores of the one before.
  ///
  /// - Parameter mirror: the sum of a row and its mirrored row, which is written too; negative for
  ///   none.
  @_optimize(speed) @inline(never)
  mutating func storePacked(
    _ runs: UnsafeSlice<ColumnRun>, mirror: Int, into frame: inout PixelSurface
  ) {
    guard let rows, let packed else { return }
    for index in 0..<runs.count {
      let run = runs[index]
      let columns = Int(run.start)..<Int(run.end)
      store(packed, of: rows, columns, Int(run.y), into: &frame)
      if mirror >= 0 { store(packed, of: rows, columns, mirror &- Int(run.y), into: &frame) }
    }
  }

  @inline(__always)
  private func store(
    _ packed: PackedRows, of rows: PixelRows, _ columns: Range<Int>, _ y: Int,
    into frame: inout PixelSurface
  ) {
    // A strip has one packed row for each phase of the 4 × 4 dither.
    let row = source == .strip ? originX & 3 | (y & 3) << 2 : y &- originY
    frame.store(
      packed, row: row, of: rows, row: sourceRow(y), origin: originX, columns: columns, y: y)
  }

  /// Caches the rows in packed form for a dithered format, if they repeat often enough and another
  /// item does not use the cache with another phase.
  ///
  /// - Parameter drawing: the number of the drawing.
  mutating func keepPacked(_ known: PackedRows, for format: PixelFormat, drawing: Int) {
    guard format.isDithered, let rows else { return }
    let isKept = known.prepare(
      count: source == .strip ? 16 : rows.size.height, width: rows.size.width, format: format,
      phase: source == .strip ? 0 : originX & 3 | (originY & 3) << 2, drawing: drawing)
    if isKept { packed = known }
  }
}
