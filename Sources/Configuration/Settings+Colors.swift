public import Base

extension Settings {
  /// Returns a color, 0xRRGGBB; nil if the setting has neither value nor fallback. Palette colors
  /// that name each other in a circle are black.
  @inline(never) public func color(
    _ key: StaticBytes, of group: StaticBytes? = nil
  ) -> UInt32? {
    guard let color = givenColor(key, of: group) else { return nil }
    if !isMonochrome { return color }
    let name = group.map { ByteString($0) + "." + ByteString(key) } ?? ByteString(key)
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

  /// What a color is seen on: outcomes may have a background of their own.
  private func ground(of name: ByteString) -> UInt32? {
    // The sign of a bubble stands on its label, whose color stays.
    var outcome = name.hasPrefix("bubble.") ? givenColor("ground", of: nil) : nil
    for end in ["success", "done-color", "tick-color"] as [ByteString] where name.hasSuffix(end) {
      outcome = outcome ?? background(of: "done")
    }
    for end in ["failure", "fail-color"] as [ByteString] where name.hasSuffix(end) {
      outcome = outcome ?? background(of: "failed")
    }
    return outcome ?? givenColor("ground", of: nil)
  }

  private func background(of outcome: StaticBytes) -> UInt32? {
    index(ByteString(outcome) + ".background") == nil
      ? nil : givenColor("background", of: outcome)
  }

  private static func isLight(_ color: UInt32) -> Bool {
    (color >> 16) * 77 + (color >> 8 & 0xff) * 150 + (color & 0xff) * 29 >= 128 << 8
  }

  @inline(never) private func givenColor(
    _ key: StaticBytes, of group: StaticBytes?
  ) -> UInt32? {
    guard var value = value(key, of: group) else { return nil }
    for _ in 0...PaletteColor.allCases.count {
      if case .color(let color) = value { return color }
      guard case .paletteColor(let name) = value, let next = self.value(name.rawValue, of: nil)
      else { preconditionFailure("not a color") }
      value = next
    }
    return 0
  }
}
