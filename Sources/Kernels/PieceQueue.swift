/// What edges add in one row of each, computed and not yet added: eight pieces of a turn, and which of them there are.
///
/// Where a piece goes is known long after it is begun, and how many pieces a turn has cannot be guessed. So many turns are
/// computed one after the other, and what they add is added behind that: neither waits for the other.
@safe public struct PieceQueue: ~Copyable {
  /// The most turns.
  @inlinable static var capacity: Int { 32 }

  /// How many turns there are.
  @usableFromInline var turnCount = 0
  /// How many pieces.
  @usableFromInline var count = 0
  // SAFETY: owned, valid until deinit, initialized: for all turns what each piece adds to four cells, the first of these, how far
  // it reaches beyond that, the last one that it may add to, and the turn's section and wrap; the pieces that there are; and for each byte
  // the numbers of its bits.
  @usableFromInline let base: UnsafeMutableRawPointer

  @inlinable static var places: Int { 128 * capacity }
  @inlinable static var reaches: Int { places + 32 * capacity }
  @inlinable static var ends: Int { reaches + 32 * capacity }
  @inlinable static var sections: Int { ends + 32 * capacity }
  @inlinable static var limits: Int { sections + 32 * capacity }
  @inlinable static var wraps: Int { limits + 32 * capacity }
  @inlinable static var pieces: Int { wraps + 4 * capacity }
  // Eight pieces are written at a time.
  @inlinable static var bits: Int { pieces + 8 * capacity + 8 }
  private static var byteCount: Int { bits + 8 * 256 }

  /// Creates a queue of no pieces.
  init() {
    unsafe base = .allocate(byteCount: Self.byteCount, alignment: 32)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: Self.byteCount)
    for byte in 0..<256 {
      var numbers: UInt64 = 0
      var place: UInt64 = 0
      // Edges beside each other meet in cells: not one behind the other, or one would wait for what the other wrote.
      for bit in [0, 2, 4, 6, 1, 3, 5, 7] as [UInt64] where byte >> Int(bit) & 1 != 0 {
        numbers |= bit << place
        place += 8
      }
      unsafe base.storeBytes(of: numbers, toByteOffset: Self.bits + 8 * byte, as: UInt64.self)
    }
  }

  deinit { unsafe base.deallocate() }

  /// Whether there is no room for another turn.
  @inlinable @inline(__always)
  var isFull: Bool { turnCount >= Self.capacity }

  /// Forgets all pieces.
  @inlinable @inline(__always)
  mutating func removeAll() { (turnCount, count) = (0, 0) }

  /// Adds a turn. Traps when there is no room.
  ///
  /// - Parameters:
  ///   - which: a bit for each piece that there is.
  ///   - areas: four for each piece, to a cell and the three behind it.
  ///   - places: the cell, among those of all rows.
  ///   - ends: one of the three behind that, and behind it none that a piece adds to.
  ///   - beyond: how far each reaches beyond the first one.
  @inlinable @inline(__always)
  mutating func append(
    _ which: UInt32, _ areas: SIMD32<Float>, _ places: SIMD8<Int32>, _ ends: SIMD8<Int32>,
    beyond: SIMD8<Float>, section: Int32, wrap: Int32
  ) {
    let turn = turnCount
    precondition(UInt(bitPattern: turn) < UInt(bitPattern: Self.capacity), "a full queue")
    // SAFETY: there is room, as just checked; no turn has more than eight pieces.
    unsafe base.storeBytes(of: areas, toByteOffset: 128 &* turn, as: SIMD32<Float>.self)
    unsafe base.storeBytes(
      of: places, toByteOffset: Self.places &+ 32 &* turn, as: SIMD8<Int32>.self)
    unsafe base.storeBytes(
      of: beyond, toByteOffset: Self.reaches &+ 32 &* turn, as: SIMD8<Float>.self)
    unsafe base.storeBytes(
      of: ends, toByteOffset: Self.ends &+ 32 &* turn, as: SIMD8<Int32>.self)
    unsafe base.storeBytes(
      of: SIMD8(repeating: section), toByteOffset: Self.sections &+ 32 &* turn,
      as: SIMD8<Int32>.self)
    unsafe base.storeBytes(
      of: SIMD8(repeating: section &- 1), toByteOffset: Self.limits &+ 32 &* turn,
      as: SIMD8<Int32>.self)
    unsafe base.storeBytes(of: wrap, toByteOffset: Self.wraps &+ 4 &* turn, as: Int32.self)
    let which = Int(which & 255)
    let lanes = unsafe base.load(fromByteOffset: Self.bits &+ 8 &* which, as: UInt64.self)
    let first = 0x0808_0808_0808_0808 &* UInt64(truncatingIfNeeded: turn)
    unsafe base.storeBytes(
      of: (lanes &+ first).littleEndian, toByteOffset: Self.pieces &+ count, as: UInt64.self)
    count &+= which.nonzeroBitCount
    turnCount = turn &+ 1
  }

  /// Lends all pieces for reading.
  @inlinable @inline(__always)
  func lend() -> LentPieces { unsafe LentPieces(count: count, base: base) }
}

/// The pieces of a queue, lent for reading.
@safe @usableFromInline struct LentPieces: BitwiseCopyable {
  /// How many there are.
  @usableFromInline let count: Int
  // SAFETY: only read; whoever lends it keeps the queue, and keeps it unchanged. Numbers of pieces are bytes, for all of which
  // there is room.
  @usableFromInline let base: UnsafeMutableRawPointer

  @unsafe @inlinable @inline(__always)
  init(count: Int, base: UnsafeMutableRawPointer) {
    unsafe self.base = base
    self.count = count
  }

  /// The number of a piece, below the count.
  @inlinable @inline(__always)
  subscript(_ index: Int) -> Int {
    Int(unsafe base.load(fromByteOffset: PieceQueue.pieces &+ (index & 255), as: UInt8.self))
  }

  /// What a piece adds to four cells.
  @inlinable @inline(__always)
  func areas(_ piece: Int) -> SIMD4<Float> {
    unsafe base.load(fromByteOffset: 16 &* (piece & 255), as: SIMD4<Float>.self)
  }

  /// The first one of these.
  @inlinable @inline(__always)
  func place(_ piece: Int) -> Int { Int(word(PieceQueue.places, piece)) }

  /// One of these, behind which it adds to none.
  @inlinable @inline(__always)
  func end(_ piece: Int) -> Int { Int(word(PieceQueue.ends, piece)) }

  /// All ones in those of the four that it does not pass.
  @inlinable @inline(__always)
  func unpassed(_ piece: Int) -> SIMD4<UInt32> {
    Lanes.unpassed(by: Float(bitPattern: word(PieceQueue.reaches, piece)))
  }

  /// The section of a piece's outline, four times.
  @inlinable @inline(__always)
  func section(_ piece: Int) -> SIMD4<UInt32> {
    SIMD4(repeating: word(PieceQueue.sections, piece))
  }

  /// The section before that one, four times.
  @inlinable @inline(__always)
  func limit(_ piece: Int) -> SIMD4<UInt32> { SIMD4(repeating: word(PieceQueue.limits, piece)) }

  /// How many sections there are before that outline begins anew.
  @inlinable @inline(__always)
  func wrap(_ piece: Int) -> UInt32 { word(PieceQueue.wraps, piece &>> 3) }

  @inlinable @inline(__always)
  func word(_ offset: Int, _ index: Int) -> UInt32 {
    unsafe base.load(fromByteOffset: offset &+ 4 &* (index & 255), as: UInt32.self)
  }
}
