/// The part of a pixel that lies on one side of a straight line, in `0...1`; the formula is in
/// `DiscCoverage.swift`.
///
/// Lengths may be given in any unit, the same one for all: the area is a ratio.
public enum HalfPlaneCoverage {
  /// Keeps the normal's components away from zero: a line this close to an axis covers the same.
  @inlinable public static var least: Float { 1e-6 }

  /// Eight pixels cut by a radial line, whose direction is turned by a quarter to make the normal.
  @inlinable @inline(__always)
  public static func simd(inside: SIMD8<Float>, normal direction: SIMD2<Float>) -> SIMD8<Float> {
    HalfPlane(normal: direction).cuts(inside).coverage
  }
}

/// What all pixels have in common that a radial line may cut.
@frozen public struct HalfPlane: BitwiseCopyable {
  @usableFromInline let across: SIMD8<Float>
  @usableFromInline let down: SIMD8<Float>

  /// - Parameter direction: that of the line, a unit vector; turned by a quarter it is the normal.
  @inlinable @inline(__always)
  public init(normal direction: SIMD2<Float>) {
    across = SIMD8(repeating: max(abs(direction.y), HalfPlaneCoverage.least))
    down = SIMD8(repeating: max(abs(direction.x), HalfPlaneCoverage.least))
  }

  /// How the line cuts pixels that are so far inside.
  @inlinable @inline(__always)
  public func cuts(_ inside: SIMD8<Float>) -> HalfPlaneTerms {
    HalfPlaneTerms(inside: inside, one: across, other: down)
  }
}

/// The ways from some points to eight pixels: to the center of the circle whose edge may cut each.
@frozen public struct CenterOffsets: BitwiseCopyable {
  /// How far each leads to the right.
  public let across: SIMD8<Float>
  /// How far down.
  public let down: SIMD8<Float>
  /// Where a pixel is seen from another point.
  public let isOther: Mask

  /// Creates ways to eight pixels.
  @inlinable @inline(__always)
  public init(across: SIMD8<Float>, down: SIMD8<Float>, isOther: Mask) {
    (self.across, self.down, self.isOther) = (across, down, isOther)
  }

  /// Ways that lead nowhere.
  @inlinable static var none: CenterOffsets {
    let zero = SIMD8<Float>(repeating: 0)
    return CenterOffsets(across: zero, down: zero, isOther: Mask(repeating: false))
  }
}

/// Straight lines that cut eight pixels: what their areas are computed of.
@frozen public struct HalfPlaneTerms: BitwiseCopyable {
  /// How far each pixel's center is within its line, in some unit.
  @usableFromInline let inside: SIMD8<Float>
  /// How far from it a line may be that cuts the pixel, in the same unit.
  @usableFromInline let reach: SIMD8<Float>
  /// The lesser component of each line's normal, without sign, kept from being zero.
  @usableFromInline let shorter: SIMD8<Float>
  /// Twice the product of both.
  @usableFromInline let product: SIMD8<Float>

  /// Lines that no pixel lies within.
  @inlinable static var none: HalfPlaneTerms {
    let one = SIMD8<Float>(repeating: 1)
    return HalfPlaneTerms(inside: 0 - one, one: one, other: one)
  }

  @inlinable @inline(__always)
  init(inside: SIMD8<Float>, one: SIMD8<Float>, other: SIMD8<Float>) {
    (self.inside, shorter) = (inside, Lanes.min(one, other))
    // Sum and product are the same, to the bit, whichever is the longer one.
    reach = (one + other) * 0.5
    product = 2 * one * other
  }

  /// Lines across the ways from some points to the pixels.
  ///
  /// - Parameters:
  ///   - inside: how far each pixel's center is within the line, pixels.
  ///   - distance: how long the way is.
  ///   - across: how far it leads to the right.
  ///   - down: how far it leads down, without sign and above zero.
  @inlinable @inline(__always)
  public init(
    inside: SIMD8<Float>, distance: SIMD8<Float>, across: SIMD8<Float>, down: SIMD8<Float>
  ) {
    let least = SIMD8<Float>(repeating: HalfPlaneCoverage.least)
    self.init(
      inside: inside * distance, one: Lanes.max(Lanes.magnitude(across), least), other: down)
  }

  /// The part of each pixel that lies within its line; the formula is in `DiscCoverage.swift`.
  @inlinable @inline(__always)
  public var coverage: SIMD8<Float> {
    let t = Lanes.clampedToZero(reach - Lanes.magnitude(inside))
    let m = Lanes.min(t, shorter)
    let small: SIMD8<Float> = m * (2 * t - m) / product
    return Lanes.select(Lanes.signMask(inside), small, 1 - small)
  }
}
