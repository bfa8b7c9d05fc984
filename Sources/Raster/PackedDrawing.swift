import Pixels
import RasterKernels

// Rows that are kept packed, for formats in which a pixel depends on its place.

extension PreparedItem {
  /// Writes columns of a row in which it alone shows, from the rows that are kept packed.
  @inline(never)
  mutating func storePacked(into frame: inout PixelSurface, _ columns: Range<Int>, _ y: Int) {
    guard let rows, let packed else { return }
    store(packed, of: rows, columns, y, into: &frame)
  }

  /// The same for runs of columns, asking once for the rows: counting references would have each
  /// run wait until the one before it is written.
  ///
  /// - Parameter mirror: the sum of each two rows of which the same columns are written; negative
  ///   for none.
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
    // Of a strip there is one row for each place that a dither tells apart.
    let row = source == .strip ? originX & 3 | (y & 3) << 2 : y &- originY
    frame.store(
      packed, row: row, of: rows, row: sourceRow(y), origin: originX, columns: columns, y: y)
  }

  /// Keeps its rows packed for a format, if that is worth it and they are not kept for another item
  /// at another place.
  ///
  /// - Parameter drawing: another number for each list.
  mutating func keepPacked(_ known: PackedRows, for format: PixelFormat, drawing: Int) {
    guard format.isDithered, let rows else { return }
    let isKept = known.prepare(
      count: source == .strip ? 16 : rows.size.height, width: rows.size.width, format: format,
      phase: source == .strip ? 0 : originX & 3 | (originY & 3) << 2, drawing: drawing)
    if isKept { packed = known }
  }
}
