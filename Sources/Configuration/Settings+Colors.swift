import Base

extension Settings {
  /// Returns a color, 0xRRGGBB; nil if the setting has neither value nor fallback. Palette colors
  /// that name each other in a circle are black.
  func color(at row: Int, isMonochrome: Bool) -> UInt32? {
    guard let color = givenColor(at: row) else { return nil }
    if !isMonochrome { return color }
    let name = table.rows[row].name
    if name.hasSuffix("ground") || name.hasPrefix("background.") {
      return Self.isLight(color) ? 0xff_ffff : 0
    }
    let isOnLight = ground(of: name).map { Self.isLight($0) } ?? true
    if name.hasSuffix("track") || name.hasSuffix("track-color") {
      return isOnLight ? 0xbf_bfbf : 0x40_4040
    }
    // A text of this name stands on a shape in the ink's color.
    return isOnLight == name.hasSuffix(".text-color") ? 0xff_ffff : 0
  }

  /// The color behind a color: outcomes may have a background of their own.
  private func ground(of name: ByteString) -> UInt32? {
    let usual = givenColor(named: "ground")
    // A bubble's sign is on its label, which keeps its color.
    if name.hasPrefix("bubble.") { return usual }
    for end in ["success", "done-color", "tick-color"] as [StaticBytes] where name.hasSuffix(end) {
      return givenColor(named: "done.background") ?? usual
    }
    for end in ["failure", "fail-color"] as [StaticBytes] where name.hasSuffix(end) {
      return givenColor(named: "failed.background") ?? usual
    }
    return usual
  }

  private static func isLight(_ color: UInt32) -> Bool {
    (color >> 16) * 77 + (color >> 8 & 0xff) * 150 + (color & 0xff) * 29 >= 128 << 8
  }

  private func givenColor(named name: ByteString) -> UInt32? {
    table.index(name).flatMap { givenColor(at: $0) }
  }

  @inline(never) private func givenColor(at row: Int) -> UInt32? {
    var row = row
    for _ in 0...PaletteColor.allCases.count {
      guard let color = withBytes(at: row, SettingDefinition.Kind.color) else { return nil }
      if let color { return color }
      guard let next = text(at: row).flatMap({ table.index($0) }) else { return 0 }
      row = next
    }
    return 0
  }
}
