public import ByteStrings
import Pixels

/// What a person who wonders about a black screen wants to know of a card.
public enum DeviceReport {
  /// Describes a card in lines of text.
  ///
  /// - Parameter path: the card's name for the first line.
  /// Throws what asking the card throws; that nothing can be shown on it is a line.
  public static func text(
    of device: any ModeSetting, path: ByteString
  ) throws(KMSError) -> ByteString {
    let card = try DeviceSnapshot(of: device)
    let driver = card.driver
    var text = path + ": " + driver.name + " " + ByteString(driver.major) + "."
    text += ByteString(driver.minor) + "." + ByteString(driver.patch)
    text += "\n  atomic " + yesNo(card.isAtomic) + ", dumb buffers " + yesNo(card.hasDumbBuffers)
    text += ", prefers shadow " + capability(.preferShadow, of: device)
    text += ", monotonic timestamps " + capability(.timestampMonotonic, of: device)
    text += ", master " + yesNo(device.isMaster()) + "\n"
    for connector in card.connectors { describe(connector, in: &text) }
    for encoder in card.encoders {
      text += "  encoder " + ByteString(encoder.id) + ": CRTC " + number(encoder.crtc)
      text += ", possible " + names(encoder.possibleCRTCs, of: card) + "\n"
    }
    for crtc in card.crtcs {
      text += "  CRTC " + ByteString(crtc.id) + ": "
      if let mode = crtc.mode { describe(mode, in: &text) } else { text += "off" }
      text += "\n"
    }
    for plane in card.planes { describe(plane, of: card, in: &text) }
    text += "  would show on "
    describeChoice(from: card, in: &text)
    text += "\n"
    return text
  }

  private static func describeChoice(from card: DeviceSnapshot, in text: inout ByteString) {
    do throws(KMSError) {
      var isFirst = true
      for output in try OutputSelection().outputs(of: card) {
        for head in output.heads {
          if !isFirst { text += "\n  and on " }
          isFirst = false
          text += head.connector.name + ", CRTC " + ByteString(head.crtc.id) + ", plane "
          text += ByteString(head.plane.id) + ", " + ByteString(output.formats[0].name) + ", "
          describe(head.mode, in: &text)
        }
        switch output.rotation {
        case .none: break
        case .clockwise: text += ", turned clockwise"
        case .half: text += ", upside down"
        case .counterclockwise: text += ", turned counterclockwise"
        }
      }
    } catch {
      text += "nothing: " + error.message
    }
  }

  private static func describe(_ connector: Connector, in text: inout ByteString) {
    text += "  connector " + ByteString(connector.id) + " " + connector.name + ": "
    switch connector.connection {
    case .connected: text += "connected"
    case .disconnected: text += "disconnected"
    case .unknown: text += "not known whether connected"
    }
    if connector.isNonDesktop { text += ", not for a desktop" }
    if connector.isLinkBad { text += ", link is bad" }
    text += "\n"
    for mode in connector.modes {
      text += "    "
      describe(mode, in: &text)
      text += "\n"
    }
  }

  private static func describe(_ mode: Mode, in text: inout ByteString) {
    text += ByteString(mode.hdisplay) + "x" + ByteString(mode.vdisplay)
    text += (mode.isInterlaced ? "i " : " ") + ByteString(mode.vrefresh) + " Hz"
    if mode.isPreferred { text += ", preferred" }
    if mode.isUserDefined { text += ", by video=" }
  }

  private static func describe(
    _ plane: Plane, of card: DeviceSnapshot, in text: inout ByteString
  ) {
    text += "  plane " + ByteString(plane.id)
    switch plane.kind {
    case .primary: text += ": primary"
    case .cursor: text += ": cursor"
    case .overlay: text += ": overlay"
    }
    text += ", CRTC " + number(plane.crtc) + ", possible " + names(plane.possibleCRTCs, of: card)
    var formats = ByteString()
    for format in plane.formats { formats.append(Plane.formatName(format), after: " ") }
    text += ", formats " + formats
    text += ", FB_DAMAGE_CLIPS " + yesNo(plane.properties[.damageClips] != nil) + "\n"
  }

  private static func names(_ mask: UInt32, of card: DeviceSnapshot) -> ByteString {
    var names = ByteString()
    for crtc in card.crtcs where crtc.isIn(mask) { names.append(ByteString(crtc.id), after: " ") }
    return names.isEmpty ? "none" : names
  }

  private static func number(_ id: ObjectID?) -> ByteString { id.map { ByteString($0) } ?? "none" }

  private static func capability(
    _ capability: Capability, of device: any ModeSetting
  ) -> ByteString {
    guard let value = try? device.capability(capability) else { return "unknown" }
    return yesNo(value != 0)
  }

  private static func yesNo(_ flag: Bool) -> ByteString { flag ? "yes" : "no" }
}
