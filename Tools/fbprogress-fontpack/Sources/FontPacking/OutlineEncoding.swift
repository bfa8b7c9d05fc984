/// How outlines are written.
enum OutlineEncoding {
  static func bytes(_ shape: Pack.Shape) -> [UInt8] {
    var bytes: [UInt8] = []
    switch shape {
    case .contours(let outline):
      bytes.append(varint: outline.contours.count << 1)
      var last = Point()
      for contour in outline.contours {
        bytes.append(varint: contour.segments.count)
        bytes.append(signedVarints: contour.start - last)
        last = contour.start
        bytes += kinds(of: contour.segments)
        for point in contour.segments.flatMap(\.points) {
          bytes.append(signedVarints: point - last)
          last = point
        }
      }
    case .parts(let parts):
      bytes.append(varint: parts.count << 1 | 1)
      for part in parts {
        bytes.append(varint: part.glyph)
        bytes.append(signedVarints: part.offset)
      }
    }
    return bytes
  }

  /// How many points a shape has, those of its parts counted.
  static func points(of shape: Pack.Shape, in pack: Pack) -> Int {
    switch shape {
    case .contours(let outline): outline.points.count
    case .parts(let parts):
      parts.reduce(0) { $0 + points(of: pack.glyphs[$1.glyph].outline, in: pack) }
    }
  }

  /// Two bits for each segment, the first in the lowest.
  private static func kinds(of segments: [Segment]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (segments.count + 3) / 4)
    for (place, segment) in segments.enumerated() {
      bytes[place / 4] |= UInt8(segment.points.count - 1) << UInt8(place % 4 * 2)
    }
    return bytes
  }
}
