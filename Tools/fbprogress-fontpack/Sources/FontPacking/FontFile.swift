import CFreeType
import CHarfBuzz
import Foundation

/// One face of a font file, as FreeType and as HarfBuzz see it, in its own units.
final class FontFile {
  let path: String
  /// Units of an em.
  let units: Int
  /// HarfBuzz's font, scaled to `units`.
  let font: OpaquePointer
  let face: FT_Face
  private let library: FT_Library
  /// Whether digits of one width are asked for with `tnum`.
  private(set) var hasTabularFigures = false
  /// The advances of the ten figures, with `tnum`.
  private(set) lazy var figureWidths = widths()

  init(_ options: Options.Font) throws(PackingError) {
    path = options.path
    var library: FT_Library?
    var face: FT_Face?
    guard FT_Init_FreeType(&library) == 0, let library else {
      throw PackingError("FreeType does not start")
    }
    guard FileManager.default.isReadableFile(atPath: options.path),
      FT_New_Face(library, options.path, options.face, &face) == 0, let face,
      let blob = hb_blob_create_from_file_or_fail(options.path)
    else {
      FT_Done_FreeType(library)
      throw PackingError(
        "\(options.path): no font that can be read, or it has no face \(options.face)")
    }
    let shaped = hb_face_create(blob, UInt32(options.face))
    hb_blob_destroy(blob)
    self.library = library
    self.face = face
    font = hb_font_create(shaped)
    hb_face_destroy(shaped)
    units = Int(face.pointee.units_per_EM)
    guard face.pointee.face_flags & FT_FACE_FLAG_SCALABLE != 0, units >= 16 else {
      throw PackingError("\(path): has no outlines")
    }
    if !options.axes.isEmpty { try set(options.axes) }
    hasTabularFigures = findTabularFigures()
  }

  deinit {
    hb_font_destroy(font)
    FT_Done_FreeType(library)
  }

  /// The glyph of a character without regard to others; nil if the font has none.
  func nominalGlyph(of scalar: Unicode.Scalar) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 && glyph != 0 ? glyph : nil
  }

  /// How far the pen goes on after a glyph.
  func advance(of glyph: UInt32) -> Int { Int(hb_font_get_glyph_h_advance(font, glyph)) }

  /// Ascent, descent (positive), height of capitals, height of small letters.
  var metrics: (ascent: Int, descent: Int, capitals: Int, small: Int) {
    var extents = hb_font_extents_t()
    hb_font_get_h_extents(font, &extents)
    return (
      Int(extents.ascender), -Int(extents.descender),
      height(HB_OT_METRICS_TAG_CAP_HEIGHT, of: "H"), height(HB_OT_METRICS_TAG_X_HEIGHT, of: "x")
    )
  }

  private func height(_ tag: hb_ot_metrics_tag_t, of scalar: Unicode.Scalar) -> Int {
    var position: hb_position_t = 0
    if hb_ot_metrics_get_position(font, tag, &position) != 0, position > 0 { return Int(position) }
    guard let glyph = nominalGlyph(of: scalar) else { return 0 }
    var extents = hb_glyph_extents_t()
    hb_font_get_glyph_extents(font, glyph, &extents)
    return Int(extents.y_bearing)
  }

  private func findTabularFigures() -> Bool {
    let face = hb_font_get_face(font)
    let table = hb_tag_from_string("GSUB", 4)
    var count = hb_ot_layout_table_get_feature_tags(face, table, 0, nil, nil)
    var tags = [hb_tag_t](repeating: 0, count: Int(count))
    hb_ot_layout_table_get_feature_tags(face, table, 0, &count, &tags)
    return tags.contains(hb_tag_from_string("tnum", 4))
  }

  private func set(_ axes: [Options.Axis]) throws(PackingError) {
    var description: UnsafeMutablePointer<FT_MM_Var>?
    guard FT_Get_MM_Var(face, &description) == 0, let description else {
      throw PackingError("\(path): is no variable font")
    }
    defer { FT_Done_MM_Var(library, description) }
    let known = UnsafeBufferPointer(
      start: description.pointee.axis, count: Int(description.pointee.num_axis))
    var places = known.map(\.def)
    var variations: [hb_variation_t] = []
    for axis in axes {
      let tag = hb_tag_from_string(axis.tag, 4)
      guard let index = known.firstIndex(where: { $0.tag == FT_ULong(tag) }) else {
        throw PackingError("\(path): has no axis \(axis.tag)")
      }
      places[index] = FT_Fixed((axis.value * 65536).rounded())
      guard (known[index].minimum...known[index].maximum).contains(places[index]) else {
        let range = "\(known[index].minimum / 65536) to \(known[index].maximum / 65536)"
        throw PackingError("\(path): \(axis.tag) goes from \(range)")
      }
      variations.append(hb_variation_t(tag: tag, value: axis.value))
    }
    guard FT_Set_Var_Design_Coordinates(face, FT_UInt(places.count), &places) == 0 else {
      throw PackingError("\(path): its axes can't be set")
    }
    hb_font_set_variations(font, variations, UInt32(variations.count))
  }
}
