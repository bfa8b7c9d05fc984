import CHarfBuzz

/// What Unicode says about characters, as far as shaping needs it.
enum Scripts {
  /// Scripts whose characters stand side by side, each with its own glyph.
  private static let simple: Set<UInt32> = Set(
    [
      HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_LATIN, HB_SCRIPT_GREEK, HB_SCRIPT_CYRILLIC,
      HB_SCRIPT_ARMENIAN, HB_SCRIPT_GEORGIAN, HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA,
      HB_SCRIPT_KATAKANA, HB_SCRIPT_BOPOMOFO, HB_SCRIPT_HANGUL,
    ].map(\.rawValue))

  /// Scripts that tracking suits. Letters of others join, or fill squares.
  private static let spaced: Set<UInt32> = Set(
    [
      HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_LATIN, HB_SCRIPT_GREEK, HB_SCRIPT_CYRILLIC,
      HB_SCRIPT_ARMENIAN, HB_SCRIPT_GEORGIAN,
    ].map(\.rawValue))

  static func script(of scalar: Unicode.Scalar) -> hb_script_t {
    hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
  }

  static func isSimple(_ script: hb_script_t) -> Bool { simple.contains(script.rawValue) }

  static func isSpaced(_ script: hb_script_t) -> Bool { spaced.contains(script.rawValue) }

  /// Whether a character has no script of its own.
  static func isShared(_ script: hb_script_t) -> Bool {
    script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED
  }

  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// The script of each character of a word; shared ones have that of their neighbour before, else after.
  static func resolved(_ scalars: [Unicode.Scalar]) -> [hb_script_t] {
    var scripts = scalars.map(script)
    for place in scripts.indices.dropFirst() where isShared(scripts[place]) {
      scripts[place] = scripts[place - 1]
    }
    for place in scripts.indices.dropLast().reversed() where isShared(scripts[place]) {
      scripts[place] = scripts[place + 1]
    }
    return scripts
  }
}
