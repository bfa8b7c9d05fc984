/// Points that an outline leads to, in pixels from the top left corner of the area that is drawn.
///
/// It owns its memory, and is the fence around that.
@safe public struct OutlinePoints: ~Copyable {
  /// How many there are.
  public private(set) var count = 0
  private var capacity = 256
  // SAFETY: owned, valid until deinit, and initialized: columns, rows and bends, as many of each as there is room for, with
  // `margin` more on both sides, so that eight of them may be read that begin before the first one or end behind the last one.
  private var base: UnsafeMutablePointer<Float>

  @inlinable static var margin: Int { 8 }

  /// Creates room.
  public init() { unsafe base = Self.room(capacity) }

  deinit { unsafe base.deallocate() }

  private static func room(_ capacity: Int) -> UnsafeMutablePointer<Float> {
    let count = 3 * (capacity + 2 * margin)
    let room = UnsafeMutablePointer<Float>.allocate(capacity: count)
    unsafe room.initialize(repeating: 0, count: count)
    return unsafe room
  }

  /// Forgets all.
  public mutating func removeAll() { count = 0 }

  /// Goes on to a point.
  ///
  /// - Parameter bend: of the way to it, as an `Edge` has it.
  @inline(__always)
  public mutating func append(_ point: SIMD2<Float>, bend: Float) {
    if count == capacity { grow() }
    // SAFETY: there is room.
    let stride = capacity &+ 2 &* Self.margin
    let place = unsafe base + (count &+ Self.margin)
    unsafe place[0] = point.x
    unsafe place[stride] = point.y
    unsafe place[2 &* stride] = bend
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = unsafe Self.room(2 * capacity)
    let (old, new) = (capacity + 2 * Self.margin, 2 * capacity + 2 * Self.margin)
    for plane in 0..<3 {
      unsafe larger.advanced(by: plane * new).update(
        from: base.advanced(by: plane * old), count: old)
    }
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }

  /// Lends all for reading. Whoever asks keeps them, and does not change them.
  public func lend() -> LentPoints {
    unsafe LentPoints(
      base: base + Self.margin, count: count, stride: capacity + 2 * Self.margin)
  }
}

/// Points of an outline, lent for reading.
@safe public struct LentPoints: BitwiseCopyable {
  /// How many there are.
  public let count: Int
  // SAFETY: only read; whoever lends it keeps the points, and keeps them unchanged.
  @usableFromInline let base: UnsafePointer<Float>
  @usableFromInline let stride: Int

  @unsafe init(base: UnsafePointer<Float>, count: Int, stride: Int) {
    unsafe self.base = base
    (self.count, self.stride) = (count, stride)
  }

  /// A point, and the bend of the way to it.
  @inline(__always)
  public subscript(_ index: Int) -> (point: SIMD2<Float>, bend: Float) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such point")
    return unsafe (SIMD2(base[index], base[index &+ stride]), base[index &+ 2 &* stride])
  }

  /// Eight ways, of which one leads away from a point that is not the last one; others may be any.
  ///
  /// - Parameters:
  ///   - index: that point.
  ///   - lane: which of the eight, `0..<8`.
  @inlinable @inline(__always)
  public func ways(from index: Int, inLane lane: Int) -> OutlineWays {
    precondition(
      index >= 0 && index < count &- 1 && UInt(bitPattern: lane) < 8, "no such way")
    let place = unsafe UnsafeRawPointer(base + (index &- lane))
    let (down, bends) = (4 &* stride, 8 &* stride)
    return unsafe OutlineWays(
      fromX: place.loadUnaligned(as: SIMD8<Float>.self),
      toX: place.loadUnaligned(fromByteOffset: 4, as: SIMD8<Float>.self),
      fromY: place.loadUnaligned(fromByteOffset: down, as: SIMD8<Float>.self),
      toY: place.loadUnaligned(fromByteOffset: down &+ 4, as: SIMD8<Float>.self),
      bends: place.loadUnaligned(fromByteOffset: bends &+ 4, as: SIMD8<Float>.self))
  }
}

/// Eight ways from point to point of an outline.
@frozen public struct OutlineWays: BitwiseCopyable {
  /// The columns that they begin at.
  public let fromX: SIMD8<Float>
  /// The columns that they lead to.
  public let toX: SIMD8<Float>
  /// The rows that they begin at.
  public let fromY: SIMD8<Float>
  /// The rows that they lead to.
  public let toY: SIMD8<Float>
  /// How they bend, as edges do.
  public let bends: SIMD8<Float>

  @inlinable @inline(__always)
  init(
    fromX: SIMD8<Float>, toX: SIMD8<Float>, fromY: SIMD8<Float>, toY: SIMD8<Float>,
    bends: SIMD8<Float>
  ) {
    (self.fromX, self.toX, self.fromY, self.toY) = (fromX, toX, fromY, toY)
    self.bends = bends
  }
}

/// The quadrant that a section of an outline runs into.
@frozen public struct Quadrant: BitwiseCopyable {
  /// +1 if that is to the right, −1 if it is to the left.
  public var across: Float
  /// +1 if it is downwards, −1 if it is upwards.
  public var down: Float

  /// Names one.
  @inlinable public init(across: Float, down: Float) {
    (self.across, self.down) = (across, down)
  }
}
