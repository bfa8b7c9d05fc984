/// A step of a glyph's outline. Points are in font units, y downwards from the baseline.
public enum OutlineStep: Sendable {
  /// Begins a contour.
  case move(SIMD2<Double>)
  /// A straight line to a point.
  case line(SIMD2<Double>)
  /// A quadratic Bézier curve: its control point and its end.
  case quad(SIMD2<Double>, SIMD2<Double>)
  /// A cubic Bézier curve: its control points and its end.
  case cubic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  /// Closes the contour with a straight line to its first point.
  case close
}

extension FontPack {
  /// The most points of an outline. It bounds the work that a small file can cause.
  private static var pointLimit: Int { 4_096 }

  /// Calls a function with each step of a glyph's outline.
  ///
  /// - Returns: whether the outline is valid. Steps of an invalid one must not be drawn.
  public func forEachStep(of glyph: Int, _ body: (OutlineStep) -> Void) -> Bool {
    guard (0..<glyphCount).contains(glyph) else { return false }
    var points = 0
    return draw(outline(of: glyph), from: .zero, isPart: false, &points, body)
  }

  private func draw(
    _ place: Int, from origin: SIMD2<Double>, isPart: Bool, _ points: inout Int,
    _ body: (OutlineStep) -> Void
  ) -> Bool {
    let end = outlinesEnd
    var reader = ByteReader(bytes, at: place, end: end)
    let head = reader.varint()
    if head & 1 == 1 {
      if isPart || head >> 1 == 0 { return false }
      for _ in 0..<(head >> 1) {
        let part = reader.varint()
        // A part without points costs time, too, so each part counts as a point.
        points += 1
        let offset = Self.point(&reader)
        guard !reader.isBroken, part < glyphCount, points < Self.pointLimit,
          draw(outline(of: part), from: offset, isPart: true, &points, body)
        else { return false }
      }
      return true
    }
    var last = origin
    for _ in 0..<(head >> 1) {
      let count = reader.varint()
      guard !reader.isBroken, count > 0, count < Self.pointLimit else { return false }
      last += Self.point(&reader)
      body(.move(last))
      let kinds = reader.position
      reader.skip((count + 3) / 4)
      for segment in 0..<count {
        var kind = ByteReader(bytes, at: kinds + segment / 4, end: end)
        let first = last + Self.point(&reader)
        let more = kind.byte() >> (segment % 4 * 2) & 3
        points += 1 + more
        if points > Self.pointLimit { return false }
        switch more {
        case 0:
          last = first
          body(.line(last))
        case 1:
          last = first + Self.point(&reader)
          body(.quad(first, last))
        case 2:
          let second = first + Self.point(&reader)
          last = second + Self.point(&reader)
          body(.cubic(first, second, last))
        default: return false
        }
        if reader.isBroken { return false }
      }
      body(.close)
    }
    return !reader.isBroken
  }

  private static func point(_ reader: inout ByteReader) -> SIMD2<Double> {
    let x = reader.signedVarint()
    return SIMD2(Double(x), Double(reader.signedVarint()))
  }
}
