import CHarfBuzz

/// A glyph as HarfBuzz places it, in the font's units, y upwards.
struct ShapedGlyph: Equatable {
  var glyph: UInt32
  /// The character in the text that it stands for.
  var cluster: Int
  var x: Int
  var y: Int
  var advance: Int
}

extension FontFile {
  /// What HarfBuzz is told beside the text.
  struct Run {
    var characters: Range<Int>
    var script: hb_script_t
    var isRightToLeft = false
    /// BCP 47; nil if nobody knows.
    var language: String?
    /// Whether substitutions that depend on neighbours are made.
    var hasLigatures = true
  }

  /// A run's glyphs from left to right; figures have one width if the font can do that.
  ///
  /// - Parameter text: of which the run is a part; letters at its ends join with what is around it.
  func shape(_ text: [Unicode.Scalar], _ run: Run) -> [ShapedGlyph] {
    let buffer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    hb_buffer_add_utf32(
      buffer, text.map(\.value), Int32(text.count), UInt32(run.characters.lowerBound),
      Int32(run.characters.count))
    hb_buffer_set_direction(buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, run.script)
    // A sign may be a part of its own.
    hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_DO_NOT_INSERT_DOTTED_CIRCLE)
    if let language = run.language {
      hb_buffer_set_language(buffer, hb_language_from_string(language, -1))
    }
    var features = run.hasLigatures ? [] : ["liga", "clig", "calt", "rlig"].map { Self.off($0) }
    for place in run.characters where FontList.isFigure(text[place]) {
      features.append(Self.tabular(UInt32(place)))
    }
    hb_shape(font, buffer, features, UInt32(features.count))
    var count: UInt32 = 0
    let infos = hb_buffer_get_glyph_infos(buffer, &count)
    let positions = hb_buffer_get_glyph_positions(buffer, &count)
    guard let infos, let positions else { return [] }
    return (0..<Int(count)).map { place in
      ShapedGlyph(
        glyph: infos[place].codepoint, cluster: Int(infos[place].cluster),
        x: Int(positions[place].x_offset), y: Int(positions[place].y_offset),
        advance: Int(positions[place].x_advance))
    }
  }

  private static func off(_ name: String) -> hb_feature_t {
    hb_feature_t(tag: hb_tag_from_string(name, 4), value: 0, start: 0, end: UInt32.max)
  }

  // Points and commas stay as narrow as they are, so this is for figures alone.
  private static func tabular(_ place: UInt32) -> hb_feature_t {
    hb_feature_t(tag: hb_tag_from_string("tnum", 4), value: 1, start: place, end: place + 1)
  }
}
