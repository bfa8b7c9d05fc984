import CFreeType
import CHarfBuzz

/// A font as FreeType and HarfBuzz have it, asked without the packer's code.
final class Reference {
  let face: FT_Face
  let font: OpaquePointer
  private let library: FT_Library

  init(_ path: String, face index: Int = 0) {
    var library: FT_Library?
    var face: FT_Face?
    precondition(FT_Init_FreeType(&library) == 0)
    precondition(FT_New_Face(library, path, index, &face) == 0, "\(path) is missing")
    guard let library, let face else { preconditionFailure() }
    self.library = library
    self.face = face
    let blob = hb_blob_create_from_file(path)
    let shaped = hb_face_create(blob, UInt32(index))
    font = hb_font_create(shaped)
    hb_face_destroy(shaped)
    hb_blob_destroy(blob)
  }

  deinit {
    hb_font_destroy(font)
    FT_Done_FreeType(library)
  }

  var units: Int { Int(face.pointee.units_per_EM) }

  func glyph(of scalar: UInt32) -> UInt32 { FT_Get_Char_Index(face, FT_ULong(scalar)) }

  func advance(of glyph: UInt32) -> Int { Int(hb_font_get_glyph_h_advance(font, glyph)) }

  /// A glyph's contours, read from FreeType's points and tags, y downwards, without a last line that leads back.
  func paths(of glyph: UInt32) -> [PackReader.Path] {
    precondition(FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0)
    let outline = face.pointee.glyph.pointee.outline
    var first = 0
    return (0..<Int(outline.n_contours)).compactMap { contour in
      let last = Int(outline.contours[contour])
      defer { first = last + 1 }
      let points = (first...last).map { index -> (x: Int, y: Int, tag: Int) in
        let point = outline.points[index]
        return (point.x, point.y, Int(outline.tags[index]) & 3)
      }
      return Self.path(points)
    }
  }

  /// FreeType's tags: 1 on the curve, 0 a quadratic's control point, 2 a cubic's.
  private static func path(_ points: [(x: Int, y: Int, tag: Int)]) -> PackReader.Path? {
    guard points.count > 1 else { return nil }
    let middle = { (a: (x: Int, y: Int, tag: Int), b: (x: Int, y: Int, tag: Int)) in
      (x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, tag: 1)
    }
    var ring = points
    if ring[0].tag == 0 {
      // It starts at its last point if that is on the curve, otherwise between the two.
      if let end = ring.last, end.tag == 1 {
        ring.removeLast()
        ring.insert(end, at: 0)
      } else {
        ring.insert(middle(ring[0], ring[ring.count - 1]), at: 0)
      }
    }
    var path: PackReader.Path = [.init(x: ring[0].x, y: -ring[0].y, kind: 0)]
    let add = { (point: (x: Int, y: Int, tag: Int), kind: Int) in
      path.append(.init(x: point.x, y: -point.y, kind: kind))
    }
    var pending: [(x: Int, y: Int, tag: Int)] = []
    for point in ring.dropFirst() + [ring[0]] {
      if point.tag == 1 {
        for control in pending { add(control, 9) }
        add(point, pending.count + 1)
        pending = []
      } else if point.tag == 0, let control = pending.last {
        add(control, 9)
        add(middle(control, point), 2)
        pending = [point]
      } else {
        pending.append(point)
      }
    }
    return normal(path)
  }

  /// Without lines that lead nowhere, and without the last one if it leads back.
  static func normal(_ path: PackReader.Path) -> PackReader.Path? {
    var kept = [path[0]]
    for place in path.dropFirst() {
      if place.kind == 1, place.x == kept[kept.count - 1].x, place.y == kept[kept.count - 1].y {
        continue
      }
      kept.append(place)
    }
    if let end = kept.last, end.kind == 1, end.x == kept[0].x, end.y == kept[0].y {
      kept.removeLast()
    }
    return kept.count > 1 ? kept : nil
  }

  /// HarfBuzz's own guess of script and direction, glyphs from left to right.
  func shape(
    _ text: [UInt32], range: Range<Int>? = nil, language: String? = nil,
    isRightToLeft: Bool? = nil, off features: [(name: String, range: Range<Int>)] = []
  ) -> [ShapedPosition] {
    let buffer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    let range = range ?? text.indices
    hb_buffer_add_utf32(
      buffer, text, Int32(text.count), UInt32(range.lowerBound), Int32(range.count))
    if let language {
      hb_buffer_set_language(buffer, hb_language_from_string(language, -1))
    }
    hb_buffer_guess_segment_properties(buffer)
    if let isRightToLeft {
      hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    }
    let features = features.map {
      hb_feature_t(
        tag: hb_tag_from_string($0.name, -1), value: $0.name == "tnum" ? 1 : 0,
        start: UInt32($0.range.lowerBound), end: UInt32($0.range.upperBound))
    }
    hb_shape(font, buffer, features, UInt32(features.count))
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return [] }
    return (0..<Int(count)).map {
      ShapedPosition(
        glyph: infos[$0].codepoint, x: Int(positions[$0].x_offset),
        y: Int(positions[$0].y_offset), advance: Int(positions[$0].x_advance))
    }
  }
}

/// A glyph where HarfBuzz puts it; y upwards.
struct ShapedPosition: Equatable {
  var glyph: UInt32
  var x: Int
  var y: Int
  var advance: Int
}
