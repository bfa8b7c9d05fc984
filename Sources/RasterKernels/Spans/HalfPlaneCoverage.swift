/// The part of a pixel that lies in a half-plane, in `0...1`; `DiscCoverage.swift` gives the
/// formula.
///
/// Lengths may have any common unit, because the area is a ratio.
public enum HalfPlaneCoverage {
  /// The least component of a normal. It avoids a division by zero; a line this close to an axis
  /// covers the same.
  @inlinable public static var least: Float { 1e-6 }

  /// Coverage of eight pixels cut by a radial line.
  ///
  /// - Parameters:
  ///   - inside: the signed distance of each pixel's center from the line, positive inside.
  ///   - direction: the line's unit vector, which is perpendicular to the normal.
  @inlinable @inline(__always)
  public static func simd(inside: SIMD8<Float>, normal direction: SIMD2<Float>) -> SIMD8<Float> {
    HalfPlane(normal: direction).cuts(inside).coverage
  }
}

/// A half-plane bounded by a radial line, prepared for all pixels that the line may cut.
@frozen public struct HalfPlane: BitwiseCopyable {
  @usableFromInline let across: SIMD8<Float>
  @usableFromInline let down: SIMD8<Float>

  /// - Parameter direction: the line's unit vector, which is perpendicular to the normal.
  @inlinable @inline(__always)
  public init(normal direction: SIMD2<Float>) {
    across = SIMD8(repeating: max(abs(direction.y), HalfPlaneCoverage.least))
    down = SIMD8(repeating: max(abs(direction.x), HalfPlaneCoverage.least))
  }

  /// The half-plane's terms for pixels with these signed distances from the line, positive inside.
  @inlinable @inline(__always)
  public func cuts(_ inside: SIMD8<Float>) -> HalfPlaneTerms {
    HalfPlaneTerms(inside: inside, one: across, other: down)
  }
}

/// Offsets from the centers of circles to eight pixels: for each pixel, the circle whose edge may
/// cut it.
@frozen public struct CenterOffsets: BitwiseCopyable {
  /// The horizontal offset.
  public let across: SIMD8<Float>
  /// The vertical offset.
  public let down: SIMD8<Float>
  /// The lanes whose offset is from a cap's center, not from the arc's.
  public let isOther: Mask

  /// Creates offsets to eight pixels.
  @inlinable @inline(__always)
  public init(across: SIMD8<Float>, down: SIMD8<Float>, isOther: Mask) {
    (self.across, self.down, self.isOther) = (across, down, isOther)
  }

  /// Zero offsets.
  @inlinable static var none: CenterOffsets {
    let zero = SIMD8<Float>(repeating: 0)
    return CenterOffsets(across: zero, down: zero, isOther: Mask(repeating: false))
  }
}

/// Half-planes that cut eight pixels, as the terms of the coverage formula.
@frozen public struct HalfPlaneTerms: BitwiseCopyable {
  /// The signed distance of each pixel's center from its line, in any unit.
  @usableFromInline let inside: SIMD8<Float>
  /// The greatest distance of a line that cuts the pixel, in the same unit.
  @usableFromInline let reach: SIMD8<Float>
  /// The lesser component of each line's normal, without sign and never zero.
  @usableFromInline let shorter: SIMD8<Float>
  /// Twice the product of both components.
  @usableFromInline let product: SIMD8<Float>

  /// Half-planes that cover no pixel.
  @inlinable static var none: HalfPlaneTerms {
    let one = SIMD8<Float>(repeating: 1)
    return HalfPlaneTerms(inside: 0 - one, one: one, other: one)
  }

  @inlinable @inline(__always)
  init(inside: SIMD8<Float>, one: SIMD8<Float>, other: SIMD8<Float>) {
    (self.inside, shorter) = (inside, Lanes.min(one, other))
    // Sum and product do not depend on the order of the components, to the bit.
    reach = (one + other) * 0.5
    product = 2 * one * other
  }

  /// Half-planes whose normals are the offsets from some points to the pixels.
  ///
  /// - Parameters:
  ///   - inside: the signed distance of each pixel's center from the line, pixels, positive inside.
  ///   - distance: the length of the offset.
  ///   - across: the horizontal offset.
  ///   - down: the vertical offset, without sign and above zero.
  @inlinable @inline(__always)
  public init(
    inside: SIMD8<Float>, distance: SIMD8<Float>, across: SIMD8<Float>, down: SIMD8<Float>
  ) {
    let least = SIMD8<Float>(repeating: HalfPlaneCoverage.least)
    self.init(
      inside: inside * distance, one: Lanes.max(Lanes.magnitude(across), least), other: down)
  }

  /// The part of each pixel in its half-plane; `DiscCoverage.swift` gives the formula.
  @inlinable @inline(__always)
  public var coverage: SIMD8<Float> {
    let t = Lanes.clampedToZero(reach - Lanes.magnitude(inside))
    let m = Lanes.min(t, shorter)
    let small: SIMD8<Float> = m * (2 * t - m) / product
    return Lanes.select(Lanes.signMask(inside), small, 1 - small)
  }
}
