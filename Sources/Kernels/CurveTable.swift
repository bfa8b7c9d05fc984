/// How lines along curves are drawn.
@frozen public struct CurveLine: BitwiseCopyable {
  /// How far away each side is, pixels; 0 where nothing is drawn beside curves.
  public var half: Float
  /// The cosine of the turn that a curve may make along a chord.
  public var leastTurn: Float
  /// Whether sides may be parabolas.
  public var takesBends: Bool

  /// Describes them.
  public init(half: Double, leastTurn: Double, takesBends: Bool) {
    (self.half, self.leastTurn) = (Float(half), Float(leastTurn))
    self.takesBends = takesBends
  }
}

/// Pieces of curves, of up to three chords each, with what lies beside them. Places are counted from the start of a piece's curve.
///
/// It owns its memory, and is the fence around that.
@safe public struct CurveTable: ~Copyable {
  /// How many chords a piece has, unless it is its curve's last one.
  @inlinable public static var chordCount: Int { 3 }

  /// How many pieces there are.
  public private(set) var count = 0
  private var groupCapacity = 8
  // SAFETY: owned, valid until deinit, initialized: what eight pieces have is one block.
  private var base: UnsafeMutableRawPointer

  /// Creates room.
  public init() { unsafe base = Self.room(groupCapacity) }

  deinit { unsafe base.deallocate() }

  @unsafe
  private static func room(_ groupCount: Int) -> UnsafeMutableRawPointer {
    let count = groupCount * LentCurves.stride
    let room = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 32)
    unsafe room.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    return unsafe room
  }

  /// Forgets all.
  public mutating func removeAll() { count = 0 }

  /// Adds the pieces of a curve.
  ///
  /// - Parameters:
  ///   - first: its polynomial is ((third t + second) t + first) t, counted from where it starts.
  ///   - length: of its chords in the parameter, but for the first and the last one.
  public mutating func append(
    first: SIMD2<Float>, second: SIMD2<Float>, third: SIMD2<Float>, chordCount: Int,
    length: Float
  ) {
    // With more than two chords, the first one is half as long.
    var begin = chordCount > 2 ? length * -0.5 : 0
    let pieceLength = length * Float(Self.chordCount)
    var left = chordCount
    while left > 0 {
      if count == 8 &* groupCapacity { grow() }
      // SAFETY: there is room.
      let group = unsafe base + (count &>> 3) &* LentCurves.stride
      func set(_ lane: LentCurves.Lane, _ number: Float) {
        unsafe group.storeBytes(
          of: number, toByteOffset: lane.rawValue &+ 4 &* (count & 7), as: Float.self)
      }
      set(.firstX, first.x)
      set(.firstY, first.y)
      set(.secondX, second.x)
      set(.secondY, second.y)
      set(.thirdX, third.x)
      set(.thirdY, third.y)
      set(.begin, begin)
      set(.length, length)
      count &+= 1
      begin += pieceLength
      left &-= Self.chordCount
    }
  }

  @inline(never)
  private mutating func grow() {
    let larger = unsafe Self.room(2 * groupCapacity)
    unsafe larger.copyMemory(from: base, byteCount: groupCapacity * LentCurves.stride)
    unsafe base.deallocate()
    unsafe base = larger
    groupCapacity *= 2
  }

  /// Lends all, for reading and writing. Whoever asks keeps it, and adds nothing.
  @inlinable @inline(__always)
  public mutating func lend() -> LentCurves {
    unsafe LentCurves(groupCount: (count &+ 7) &>> 3, base: start)
  }

  @unsafe @usableFromInline
  var start: UnsafeMutableRawPointer { unsafe base }

  /// Whether both sides of a piece are parabolas.
  @inline(__always)
  public func isBent(_ piece: Int) -> Bool { bit(LentCurves.bent, piece) }

  /// Whether the sides of a piece's chords go forward all the way, and turn little.
  @inline(__always)
  public func isSmooth(_ piece: Int) -> Bool { bit(LentCurves.smooth, piece) }

  @inline(__always)
  private func bit(_ offset: Int, _ piece: Int) -> Bool {
    let bits = unsafe group(of: piece).load(fromByteOffset: offset, as: UInt32.self)
    return bits &>> UInt32(truncatingIfNeeded: piece & 7) & 1 != 0
  }

  @unsafe @inline(__always)
  private func group(of piece: Int) -> UnsafeMutableRawPointer {
    precondition(UInt(bitPattern: piece) < UInt(bitPattern: count), "no such piece")
    return unsafe base + (piece &>> 3) &* LentCurves.stride
  }

  /// A place of a piece.
  @inline(__always)
  public func place(_ places: LentCurves.Places, _ piece: Int) -> SIMD2<Float> {
    unsafe group(of: piece).load(
      fromByteOffset: places.rawValue &+ 8 &* (piece & 7), as: SIMD2<Float>.self)
  }

  /// How the sides of a piece bend, as edges do.
  @inline(__always)
  public func bends(_ piece: Int) -> (left: Float, right: Float) {
    let bends = place(.bends, piece)
    return (bends.x, bends.y)
  }
}

/// Pieces of curves in groups of eight, lent for reading and writing.
@safe public struct LentCurves: BitwiseCopyable {
  /// How many groups there are. Behind the last piece there are any.
  public let groupCount: Int
  // SAFETY: whoever lends it keeps it, and nobody else writes there.
  @usableFromInline let base: UnsafeMutableRawPointer

  @unsafe @inlinable @inline(__always)
  init(groupCount: Int, base: UnsafeMutableRawPointer) {
    unsafe self.base = base
    self.groupCount = groupCount
  }

  /// What tells of a curve, by its place in a group: the polynomial, where in the parameter its first chord begins that is as
  /// long as most, and how long that is.
  public enum Lane: Int {
    case firstX = 0
    case firstY = 32
    case secondX = 64
    case secondY = 96
    case thirdX = 128
    case thirdY = 160
    case begin = 192
    case length = 224
  }

  /// What is found, in pairs, by its place: where a piece leads, the curve's normals where it begins and ends, both sides there,
  /// the corners of its chords' sides, and the bends of both sides.
  public enum Places: Int {
    case points = 256
    case firstNormals = 320
    case normals = 384
    case left = 448
    case right = 512
    case left1 = 576
    case left2 = 640
    case left3 = 704
    case right1 = 768
    case right2 = 832
    case right3 = 896
    case bends = 960
  }

  @inlinable static var bent: Int { 1_024 }
  @inlinable static var smooth: Int { 1_028 }
  @inlinable static var stride: Int { 1_056 }

  @unsafe @inlinable @inline(__always)
  func start(_ group: Int) -> UnsafeMutableRawPointer {
    precondition(UInt(bitPattern: group) < UInt(bitPattern: groupCount), "no such group")
    return unsafe base + group &* Self.stride
  }

  /// What tells of eight curves.
  @inlinable @inline(__always)
  public func lanes(_ lane: Lane, _ group: Int) -> SIMD8<Float> {
    unsafe start(group).load(fromByteOffset: lane.rawValue, as: SIMD8<Float>.self)
  }

  /// Notes eight pairs.
  @inlinable @inline(__always)
  public func set(_ places: Places, _ x: SIMD8<Float>, _ y: SIMD8<Float>, _ group: Int) {
    unsafe start(group).storeBytes(
      of: Lanes.pairs(x, y), toByteOffset: places.rawValue, as: SIMD16<Float>.self)
  }

  /// Notes which of eight pieces are bent, and none as smooth.
  @inlinable @inline(__always)
  public func setBent(_ bits: UInt32, _ group: Int) {
    unsafe start(group).storeBytes(of: bits, toByteOffset: Self.bent, as: UInt32.self)
    unsafe start(group).storeBytes(of: 0, toByteOffset: Self.smooth, as: UInt32.self)
  }

  /// Notes which are smooth.
  @inlinable @inline(__always)
  public func setSmooth(_ bits: UInt32, _ group: Int) {
    unsafe start(group).storeBytes(of: bits, toByteOffset: Self.smooth, as: UInt32.self)
  }

  /// Whether all of eight are bent.
  @inlinable @inline(__always)
  public func areBent(_ group: Int) -> Bool {
    unsafe start(group).load(fromByteOffset: Self.bent, as: UInt32.self) == 255
  }
}
