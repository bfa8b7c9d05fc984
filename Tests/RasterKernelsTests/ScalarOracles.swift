@testable import RasterKernels

// One pixel at a time: what kernels compute in lanes, in the same order, so that both agree to the bit.

extension SignedArea {
  /// Eight sums, each of the differences up to there and of what comes before them.
  static func scalarSums(_ differences: SIMD8<Float>, after carry: Float) -> SIMD8<Float> {
    var sums = differences
    for distance in [1, 2] {
      let before = sums
      for lane in 0..<8 where lane & 3 >= distance { sums[lane] += before[lane - distance] }
    }
    for lane in 4..<8 { sums[lane] += sums[3] }
    for lane in 0..<8 { sums[lane] += carry }
    return sums
  }

  /// The level of a pixel, `0...255`.
  static func scalarLevel(_ sum: Float) -> UInt8 {
    UInt8(truncatingIfNeeded: Lanes.level(abs(sum) < 1 ? abs(sum) : 1))
  }
}

extension HalfPlaneCoverage {
  /// The part of a pixel within a line.
  ///
  /// - Parameters:
  ///   - inside: the distance from the pixel's centre to the line, positive where it is covered.
  ///   - across: the normal's x, without sign and above zero. The normal is as long as a pixel.
  ///   - down: the normal's y, without sign and above zero.
  static func scalar(inside: Float, across: Float, down: Float) -> Float {
    let a = across > down ? across : down
    let b = across > down ? down : across
    let reach = (a + b) * 0.5 - abs(inside)
    let t = reach > 0 ? reach : 0
    let m = t < b ? t : b
    let small = m * (2 * t - m) / (2 * a * b)
    return inside.sign == .plus ? 1 - small : small
  }
}

extension DiscCoverage {
  /// The part of a pixel within a disc, whose centre is so far away, pixels.
  static func scalar(x: Float, y: Float, radius: Float) -> Float {
    if radius <= 0 || abs(y) >= radius + 1 { return 0 }
    if radius < smallRadius { return HalfChords(y: y, radius: radius).coverage(x) }
    let down = max(abs(y), HalfPlaneCoverage.least)
    let distance = (x * x + down * down).squareRoot()
    return HalfPlaneCoverage.scalar(
      inside: (edge(radius) - distance) * distance, across: max(abs(x), HalfPlaneCoverage.least),
      down: down)
  }
}

extension TurnsKernel {
  /// A direction, in `0...1` turns; 0 where there is none.
  static func scalar(across: Float, down: Float) -> Float {
    let (x, y) = (abs(across), abs(down))
    let longer = x < y ? y : x
    let ratio = (x < y ? x : y) / (longer + 1e-30)
    let square = ratio * ratio
    let (a, b, c, d, e, f) = coefficients
    let eighth = ((((f * square + e) * square + d) * square + c) * square + b) * square + a
    let angle = eighth * ratio
    let quarter = x < y ? 0.25 - angle : angle
    let half = across < 0 ? 0.5 - quarter : quarter
    return down < 0 ? 1 - half : half
  }
}

extension SourceOver {
  /// A pixel. `source` is `0xAARRGGBB`, multiplied by alpha.
  static func scalar(_ source: UInt32, coverage: UInt8, over below: UInt32) -> UInt32 {
    func divided(_ x: UInt32) -> UInt32 { (x + 128 + (x + 128) >> 8) >> 8 }
    let cover = UInt32(coverage)
    let keep = 255 - divided(source >> 24 * cover)
    var out: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let sum = (source >> shift & 0xff) * cover + (below >> shift & 0xff) * keep
      out |= divided(sum) << shift
    }
    return out
  }
}

extension AccumulationBuffer {
  /// Whether all cells and marks are clear.
  var isEmpty: Bool {
    for place in 0..<cellCount {
      let isClear =
        unsafe areas[place] == 0 && sections[place] == Self.none
        && marks[place / 8] == 0
      if !isClear { return false }
    }
    return true
  }
}
