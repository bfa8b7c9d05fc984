// This file is compiled twice, as `GroupKernels.swift` is.
#if AVX2
  public import Kernels
#endif

// A chord over h of the parameter is up to s = h²/8 · |B″| away from the curve, two thirds of that on the average, and
// always inside. So corners are moved outside by as much, h²/12 · B″: then area is neither lost nor gained. For a
// polynomial, that is another polynomial.
//
// Where a side runs more down than across, its column is almost a parabola of the row: x″ hardly changes. Between the same
// points such a piece is as exact as some three chords. What a parabola has in a row is a straight piece that is
// moved so far that its area is the same (`EdgeRows`).
//
// Roots and quotients take long. So all that is asked of curves is found for all of a path at once, piece by piece in lanes; then nothing
// waits for it.

/// Following curves, eight pieces at a time.
public enum CurveKernels {
  /// Finds where all pieces lead, and what lies beside them.
  @export(interface) @inline(never) @_optimize(speed)
  public static func follow(_ pieces: LentCurves, _ line: CurveLine) {
    for group in 0..<pieces.groupCount { followEnds(pieces, group, line) }
    // By itself, since whether chords are needed would be asked before it is known.
    for group in 0..<pieces.groupCount where !pieces.areBent(group) {
      followChords(pieces, group, line)
    }
  }

  /// Finds what lies beside the ends of pieces, and which of these are bent.
  @inline(__always)
  private static func followEnds(_ pieces: LentCurves, _ group: Int, _ line: CurveLine) {
    let curves = CurveLanes(pieces, group)
    let begin = curves.node(0)
    let end = curves.node(3)
    let half = Lanes.repeated(line.half)
    let (x, y) = (curves.x.place(end.t), curves.y.place(end.t))
    let (besideX, besideY) = (end.normalX * half, end.normalY * half)
    pieces.set(.points, x, y, group)
    pieces.set(.firstNormals, begin.normalX, begin.normalY, group)
    pieces.set(.normals, end.normalX, end.normalY, group)
    pieces.set(.left, x + besideX, y + besideY, group)
    pieces.set(.right, x - besideX, y - besideY, group)
    if !line.takesBends { return pieces.setBent(0, group) }
    let wayX: SIMD8<Float> = x - curves.x.place(begin.t)
    let wayY: SIMD8<Float> = y - curves.y.place(begin.t)
    let offX: SIMD8<Float> = besideX - begin.normalX * half
    let offY: SIMD8<Float> = besideY - begin.normalY * half
    // x′ where each piece begins and where it ends.
    let first: SIMD8<Float> = begin.across / begin.down
    let last: SIMD8<Float> = end.across / end.down
    // To one side all the way, so that sections of outlines are what they are with chords; and steep, so that a row's
    // piece passes few pixels.
    let isSteep =
      begin.isMoving & end.isMoving & Lanes.above(first * last, SIMD8(repeating: -1e-9))
      & Lanes.above(SIMD8(repeating: 2.25), first * first)
      & Lanes.above(SIMD8(repeating: 2.25), last * last)
    let downs = (begin.down, end.down)
    let left = bend(wayX + offX, wayY + offY, (first, last), downs)
    let right = bend(wayX - offX, wayY - offY, (first, last), downs)
    pieces.set(.bends, left.bend, right.bend, group)
    pieces.setBent(Lanes.highBits(isSteep & left.isNear & right.isNear), group)
  }

  /// Half of −x″ of the parabolas that lead along ways, and where these are as near to a curve as chords are.
  ///
  /// - Parameters:
  ///   - slopes: x′ of the curve at both ends.
  ///   - downs: how it goes down there.
  @inline(__always)
  private static func bend(
    _ width: SIMD8<Float>, _ height: SIMD8<Float>, _ slopes: (SIMD8<Float>, SIMD8<Float>),
    _ downs: (SIMD8<Float>, SIMD8<Float>)
  ) -> (bend: SIMD8<Float>, isNear: SIMD8<UInt32>) {
    let inverse: SIMD8<Float> = 1 / height
    let slope: SIMD8<Float> = width * inverse
    let bend: SIMD8<Float> = (slopes.0 - slopes.1) * (inverse * 0.5)
    // A cubic with these directions at its ends is off by (t − t²)(1 − 2t) times this, at most by a tenth.
    let error: SIMD8<Float> = ((slopes.0 + slopes.1) * 0.5 - slope) * height
    let zero = SIMD8<Float>(repeating: 0)
    // It goes down, or up, all the way; and it is not so round that a straight piece would not do in a row.
    let isNear =
      Lanes.above(downs.0 * height, zero) & Lanes.above(downs.1 * height, zero)
      & Lanes.above(SIMD8(repeating: 0.1), Lanes.magnitude(bend))
      & Lanes.above(SIMD8(repeating: 0.03), Lanes.magnitude(error))
      & Lanes.above(Lanes.magnitude(slope) + 1e-6, Lanes.magnitude(bend * height))
    return (bend, isNear)
  }

  /// Finds what lies beside the corners of chords, and where these are smooth.
  @inline(__always)
  private static func followChords(_ pieces: LentCurves, _ group: Int, _ line: CurveLine) {
    let curves = CurveLanes(pieces, group)
    let half = Lanes.repeated(line.half)
    var isTurning = SIMD8<UInt32>(repeating: 0)
    let begin = curves.node(0)
    var (fromX, fromY) = (curves.x.place(begin.t), curves.y.place(begin.t))
    var (normalX, normalY) = (begin.normalX, begin.normalY)
    @inline(__always)
    func goOn(_ chordCount: Float, _ left: LentCurves.Places, _ right: LentCurves.Places) {
      let node = curves.node(chordCount)
      let (x, y) = (curves.x.corner(node.t), curves.y.corner(node.t))
      let turn: SIMD8<Float> = normalX * node.normalX + normalY * node.normalY
      // Corners of sides lie outside of these, too.
      let side: SIMD8<Float> = half * (1 + (1 - turn) * (1 / 6))
      let (besideX, besideY) = (node.normalX * side, node.normalY * side)
      pieces.set(left, x + besideX, y + besideY, group)
      pieces.set(right, x - besideX, y - besideY, group)
      // It turns little along a chord, and both sides go forward.
      let (wayX, wayY): (SIMD8<Float>, SIMD8<Float>) = (x - fromX, y - fromY)
      let along: SIMD8<Float> =
        wayX * (node.normalX - normalX) + wayY * (node.normalY - normalY)
      let square: SIMD8<Float> = wayX * wayX + wayY * wayY
      isTurning |= Lanes.above(Lanes.repeated(line.leastTurn), turn)
      isTurning |= Lanes.above(Lanes.magnitude(along) * half, square * 0.75)
      (fromX, fromY, normalX, normalY) = (x, y, node.normalX, node.normalY)
    }
    goOn(1, .left1, .right1)
    goOn(2, .left2, .right2)
    goOn(3, .left3, .right3)
    pieces.setSmooth(~Lanes.highBits(isTurning), group)
  }
}

/// Eight curves in lanes, each from where a piece of it begins.
private struct CurveLanes {
  /// Where chords end.
  struct Node {
    let t: SIMD8<Float>
    let across: SIMD8<Float>
    let down: SIMD8<Float>
    let normalX: SIMD8<Float>
    let normalY: SIMD8<Float>
    /// All ones where the curve does not stand still.
    let isMoving: SIMD8<UInt32>
  }

  /// One coordinate of them.
  struct Coordinate {
    let first: SIMD8<Float>
    let second: SIMD8<Float>
    let third: SIMD8<Float>
    // What moves corners outside.
    let part: SIMD8<Float>

    @inline(__always)
    func direction(_ t: SIMD8<Float>) -> SIMD8<Float> {
      (third * 3 * t + second * 2) * t + first
    }

    @inline(__always)
    func place(_ t: SIMD8<Float>) -> SIMD8<Float> { ((third * t + second) * t + first) * t }

    @inline(__always)
    func corner(_ t: SIMD8<Float>) -> SIMD8<Float> {
      place(t) - (third * 3 * t + second) * part
    }
  }

  let x: Coordinate
  let y: Coordinate
  private let begin: SIMD8<Float>
  private let length: SIMD8<Float>

  @inline(__always)
  init(_ pieces: LentCurves, _ group: Int) {
    (begin, length) = (pieces.lanes(.begin, group), pieces.lanes(.length, group))
    let part: SIMD8<Float> = length * length * (1 / 6)
    x = Coordinate(
      first: pieces.lanes(.firstX, group), second: pieces.lanes(.secondX, group),
      third: pieces.lanes(.thirdX, group), part: part)
    y = Coordinate(
      first: pieces.lanes(.firstY, group), second: pieces.lanes(.secondY, group),
      third: pieces.lanes(.thirdY, group), part: part)
  }

  /// Where so many chords end.
  #if AVX2
    @inline(__always)
  #else
    // Where eight lanes are more than one register it is long, and there would be six of it.
    @inline(never) @_optimize(speed)
  #endif
  func node(_ chordCount: Float) -> Node {
    // The first chord begins where the curve does, and the last one ends where it does, although they are shorter than others.
    let t = Lanes.lesser(
      Lanes.positive(begin + length * chordCount), SIMD8(repeating: 1))
    let (across, down) = (x.direction(t), y.direction(t))
    let square: SIMD8<Float> = across * across + down * down
    let slowest = SIMD8<Float>(repeating: 1e-6)
    let scale: SIMD8<Float> = 1 / Lanes.squareRoot(Lanes.greater(square, slowest))
    return Node(
      t: t, across: across, down: down, normalX: down * scale, normalY: 0 - across * scale,
      isMoving: Lanes.above(square, slowest))
  }
}
