// Pieces that pass many cells are rare, so they have a scalar form only.

extension AccumulationBuffer {
  /// Adds one row's part of some edges of a block, which may pass more than three cells.
  ///
  /// - Parameters:
  ///   - which: a bit for each of these edges.
  ///   - turn: the number of rows that each edge has already passed.
  ///   - firstRow: the row of the buffer that corresponds to `top`.
  ///   - top: the first row, in the coordinates of the edges.
  @inline(never)
  public mutating func addWide(
    _ which: UInt32, _ edges: UnsafeSlice<EdgeBlock>, _ index: Int, _ turn: Int, from firstRow: Int,
    top: Float
  ) {
    for lane in 0..<8 where which >> UInt32(lane) & 1 != 0 {
      let edge = edges.edge(index, lane)
      let passed = EdgeRows(edge, from: top, rowCount: Float(count &- firstRow))
      guard let passed else { continue }
      let row = passed.first &+ turn
      spread(passed.piece(row), edge, firstRow &+ row)
    }
  }

  /// Adds a piece that may pass several cells.
  private mutating func spread(_ piece: EdgePiece, _ edge: Edge, _ row: Int) {
    let left = piece.topX < piece.bottomX ? piece.topX : piece.bottomX
    let right = piece.topX > piece.bottomX ? piece.topX : piece.bottomX
    let height = (piece.bottomY - piece.topY) * piece.winding
    var cell = left.cell
    let last = right.cell
    // A piece without width lies within one cell.
    let scale = cell < last ? height / (right - left) : 0
    var from = left
    var handedOn: Float = 0
    var place = row &* stride &+ cell
    while cell <= last {
      let to = cell < last ? Float(cell &+ 1) : right
      let amount = scale == 0 ? height : (to - from) * scale
      let part = amount * ((from + to) * 0.5 - Float(cell))
      add(amount - part + handedOn, section: edge.section, wrap: edge.wrap, at: place)
      handedOn = part
      from = to
      cell &+= 1
      place &+= 1
    }
    add(handedOn, section: nil, wrap: 0, at: place)
  }
}
