import Pixels

// The choice of a connector's mode.
extension Connector {
  /// The plausible modes. That of a tile shows on a part of the display, so it is used only if the
  /// user selected it, or the connector has no others.
  private var wholeModes: [Mode] {
    let all = modes.filter { $0.isPlausible }
    let whole = all.filter { $0.size != tile?.size || $0.isUserDefined }
    return whole.isEmpty ? all : whole
  }

  /// Whether a display may be connected, and its probe found no modes: the link failed.
  public var lacksModes: Bool { connection != .disconnected && modes.isEmpty }

  /// The mode of the tile, for a display whose tiles are all lit together.
  var tileMode: Mode? { modes.first { $0.size == tile?.size } }

  /// The size of the panel: that of the preferred mode, or of the EDID if the driver left that mode
  /// out; nil if unknown.
  private var panelSize: PixelSize? {
    let all = wholeModes
    let size = all.first { $0.isPreferred }?.size ?? nativeSize
    return size.flatMap { size in all.contains { $0.fits(size) } ? size : nil }
  }

  /// The default mode: the user's (`video=`), else one of the panel's size, else the current one,
  /// else the first that is not larger. Progressive modes come before interlaced ones.
  func mode(current: Mode? = nil) -> Mode? {
    let (all, panel) = (wholeModes, panelSize)
    if let mode = all.first(where: { $0.isUserDefined }) { return mode }
    for isInterlaced in [false, true] {
      let some = all.filter { $0.size == panel && $0.isInterlaced == isInterlaced }
      let kept = some.first { $0.isPreferred } ?? some.first { $0 == current }
      if let mode = kept ?? some.first { return mode }
    }
    let others = panel.map { panel in all.filter { $0.fits(panel) } } ?? all
    return others.first { $0 == current } ?? others.first { !$0.isInterlaced } ?? others.first
  }

  /// The modes to try, in order of preference; at most 20.
  ///
  /// The default mode comes first, then the other modes of the panel's size, then smaller ones. Of
  /// each size, each mode needs less of the link than the one before. Modes larger than the panel
  /// are left out.
  var candidates: [Mode] {
    guard let wanted = mode() else { return [] }
    var (list, sorted) = ([wanted], [Mode]())
    for mode in wholeModes where mode.fits(panelSize ?? wanted.size) {
      let place = sorted.firstIndex { mode.isBetter(than: $0) }
      sorted.insert(mode, at: place ?? sorted.count)
    }
    for mode in sorted where !list.contains(where: { $0.rulesOut(mode) }) {
      list.append(mode)
    }
    return Array(list.prefix(20))
  }

  /// The size of the first detailed timing of an EDID, pixels; nil if it has none.
  static func nativeSize(of edid: [UInt8]) -> PixelSize? {
    if edid.count < 128 || edid[54] == 0 && edid[55] == 0 { return nil }
    let rows = Int(edid[59]) | Int(edid[61] & 0xF0) << 4
    // The rows of an interlaced timing are those of one field.
    return PixelSize(
      width: Int(edid[56]) | Int(edid[58] & 0xF0) << 4, height: edid[71] < 0x80 ? rows : 2 * rows)
  }
}
