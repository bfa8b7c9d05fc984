import Pixels

/// What a person who wonders about a black screen wants to know of a card.
public enum DeviceReport {
  /// Describes a card in lines of text, without line ends.
  ///
  /// - Parameter path: the card's name for the first line.
  /// Throws what asking the card throws; that nothing can be shown on it is a line.
  public static func lines(of device: any ModeSetting, path: String) throws(KMSError) -> [String] {
    let card = try DeviceSnapshot(of: device)
    let driver = card.driver
    var lines = [
      path + ": " + driver.name + " " + String(driver.major) + "." + String(driver.minor) + "."
        + String(driver.patch),
      "  atomic " + yesNo(card.isAtomic) + ", dumb buffers " + yesNo(card.hasDumbBuffers)
        + ", prefers shadow " + capability(.preferShadow, of: device) + ", monotonic timestamps "
        + capability(.timestampMonotonic, of: device) + ", master " + yesNo(device.isMaster()),
    ]
    for connector in card.connectors { lines += describe(connector) }
    for encoder in card.encoders {
      lines.append(
        "  encoder " + String(encoder.id) + ": CRTC " + number(encoder.crtc) + ", possible "
          + names(encoder.possibleCRTCs, of: card))
    }
    for crtc in card.crtcs {
      lines.append("  CRTC " + String(crtc.id) + ": " + (crtc.mode.map { describe($0) } ?? "off"))
    }
    for plane in card.planes { lines.append(describe(plane, of: card)) }
    lines.append("  would show on " + choice(card))
    return lines
  }

  private static func choice(_ card: DeviceSnapshot) -> String {
    do throws(KMSError) {
      let output = try OutputSelection.choose(from: card)
      return output.connector.name + ", CRTC " + String(output.crtc.id) + ", plane "
        + String(output.plane.id) + ", " + output.format.name.description + ", "
        + describe(output.mode)
    } catch {
      return "nothing: " + error.message
    }
  }

  private static func describe(_ connector: Connector) -> [String] {
    let state =
      switch connector.connection {
      case .connected: "connected"
      case .disconnected: "disconnected"
      case .unknown: "not known whether connected"
      }
    let notes =
      (connector.isNonDesktop ? ", not for a desktop" : "")
      + (connector.isLinkBad ? ", link is bad" : "")
    return ["  connector " + String(connector.id) + " " + connector.name + ": " + state + notes]
      + connector.modes.map { "    " + describe($0) }
  }

  private static func describe(_ mode: Mode) -> String {
    String(mode.hdisplay) + "x" + String(mode.vdisplay) + (mode.isInterlaced ? "i" : "") + " "
      + String(mode.vrefresh) + " Hz" + (mode.isPreferred ? ", preferred" : "")
      + (mode.isUserDefined ? ", by video=" : "")
  }

  private static func describe(_ plane: Plane, of card: DeviceSnapshot) -> String {
    let kind =
      switch plane.kind {
      case .primary: "primary"
      case .cursor: "cursor"
      case .overlay: "overlay"
      }
    return "  plane " + String(plane.id) + ": " + kind + ", CRTC " + number(plane.crtc)
      + ", possible " + names(plane.possibleCRTCs, of: card) + ", formats "
      + plane.formats.map { Plane.formatName($0) }.joined(separator: " ") + ", FB_DAMAGE_CLIPS "
      + yesNo(plane.properties[.damageClips] != nil)
  }

  private static func names(_ mask: UInt32, of card: DeviceSnapshot) -> String {
    let crtcs = card.crtcs.filter { $0.isIn(mask) }
    return crtcs.isEmpty ? "none" : crtcs.map { String($0.id) }.joined(separator: " ")
  }

  private static func number(_ id: ObjectID?) -> String { id.map { String($0) } ?? "none" }

  private static func capability(
    _ capability: Capability, of device: any ModeSetting
  ) -> String {
    guard let value = try? device.capability(capability) else { return "unknown" }
    return yesNo(value != 0)
  }

  private static func yesNo(_ flag: Bool) -> String { flag ? "yes" : "no" }
}
