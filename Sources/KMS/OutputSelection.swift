public import Pixels

/// A way for pixels to a display: which framebuffers, through which objects, in which mode.
public struct Output: Sendable {
  /// Where the display is.
  public var connector: Connector
  /// What scans the picture out.
  public var crtc: CRTC
  /// What fetches it.
  public var plane: Plane
  /// What the display is driven with.
  public var mode: Mode
  /// How pixels are packed.
  public var format: PixelFormat
  /// Other planes that are on the CRTC, to be turned off.
  public var otherPlanes: [Plane]
  /// Other connectors that the CRTC feeds, to be turned off.
  public var otherConnectors: [Connector]

  /// The size of the picture.
  public var size: PixelSize { PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay)) }

  /// Whether two show the same through the same objects.
  public func isSame(as other: Output) -> Bool {
    connector.id == other.connector.id && crtc.id == other.crtc.id && plane.id == other.plane.id
      && mode == other.mode && format.fourCC == other.format.fourCC
  }
}

/// The choice of an output.
///
/// The first connector with a display that can be lit wins, in the kernel's order; one of which the driver
/// cannot tell whether there is a display comes after all that surely have one. What already shows
/// something is kept as it is, so that nothing flickers: first the CRTC that the connector uses, then
/// a free one, then any. The mode is the user's (`video=`), else the display's favourite, else the first.
public enum OutputSelection {
  /// Chooses.
  ///
  /// Throws `unsupported` when the driver cannot do what is needed, `noOutput` when nothing can be lit
  /// now; the message names each connector with its reason.
  public static func choose(from card: DeviceSnapshot) throws(KMSError) -> Output {
    guard card.isAtomic else {
      throw .unsupported(
        card.driver.name + " offers no atomic mode setting, which fbprogress needs")
    }
    guard card.hasDumbBuffers else {
      throw .unsupported(card.driver.name + " makes no dumb buffers, which fbprogress needs")
    }
    var reasons: [String] = []
    for connection in [Connector.Connection.connected, .unknown] {
      for connector in card.connectors where connector.connection == connection {
        switch output(at: connector, of: card) {
        case .usable(let output): return output
        case .unusable(let reason): reasons.append(connector.name + " " + reason)
        }
      }
    }
    for connector in card.connectors where connector.connection == .disconnected {
      reasons.append(connector.name + " is disconnected")
    }
    if reasons.isEmpty { throw .noOutput(card.driver.name + " has no connector") }
    throw .noOutput(reasons.joined(separator: ", "))
  }

  private enum Candidate {
    case usable(Output)
    case unusable(String)
  }

  private static func output(at connector: Connector, of card: DeviceSnapshot) -> Candidate {
    if connector.isNonDesktop { return .unusable("is not meant for a desktop") }
    guard let mode = mode(of: connector) else { return .unusable("has a display without modes") }
    let crtcs = crtcs(for: connector, of: card)
    if crtcs.isEmpty { return .unusable("has no CRTC that could feed it") }
    for crtc in crtcs {
      guard let (plane, format) = plane(for: crtc, of: card) else { continue }
      let others = card.planes.filter { $0.id != plane.id && $0.crtc == crtc.id }
      let feeds = card.connectors.filter {
        $0.id != connector.id && self.crtc(of: $0, in: card) == crtc.id
      }
      return .usable(
        Output(
          connector: connector, crtc: crtc, plane: plane, mode: mode, format: format,
          otherPlanes: others, otherConnectors: feeds))
    }
    return .unusable(
      "has no plane for "
        + PixelFormat.all.map { $0.name.description }
        .joined(separator: " or ") + offered(crtcs, by: card))
  }

  private static func mode(of connector: Connector) -> Mode? {
    let modes = connector.modes.filter { $0.hdisplay > 0 && $0.vdisplay > 0 }
    return modes.first { $0.isUserDefined } ?? modes.first { $0.isPreferred } ?? modes.first
  }

  /// The CRTC that feeds a connector; nil when it is dark.
  private static func crtc(of connector: Connector, in card: DeviceSnapshot) -> ObjectID? {
    if let value = connector.properties.value(of: .crtcID) {
      return value == 0 ? nil : ObjectID(truncatingIfNeeded: value)
    }
    return card.encoders.first { $0.id == connector.encoder }?.crtc
  }

  /// The CRTCs that can feed a connector: its own, the free ones, the others.
  private static func crtcs(for connector: Connector, of card: DeviceSnapshot) -> [CRTC] {
    var mask: UInt32 = 0
    for encoder in card.encoders where connector.encoders.contains(encoder.id) {
      mask |= encoder.possibleCRTCs
    }
    let own = crtc(of: connector, in: card)
    let taken = card.connectors.filter { $0.id != connector.id }.map { crtc(of: $0, in: card) }
    let possible = card.crtcs.filter { $0.isIn(mask) }
    return possible.filter { $0.id == own }
      + possible.filter { $0.id != own && !taken.contains($0.id) }
      + possible.filter { $0.id != own && taken.contains($0.id) }
  }

  /// The primary plane for a CRTC, one that is on it already before one that is off, and the best format
  /// that it reads. A plane of another CRTC is left alone.
  private static func plane(
    for crtc: CRTC, of card: DeviceSnapshot
  ) -> (Plane, PixelFormat)? {
    let planes = primaryPlanes(for: crtc, of: card)
    for plane in planes.filter({ $0.crtc == crtc.id }) + planes.filter({ $0.crtc == nil }) {
      for format in PixelFormat.all where plane.formats.contains(format.fourCC) {
        return (plane, format)
      }
    }
    return nil
  }

  private static func primaryPlanes(for crtc: CRTC, of card: DeviceSnapshot) -> [Plane] {
    card.planes.filter { $0.kind == .primary && crtc.isIn($0.possibleCRTCs) }
  }

  private static func offered(_ crtcs: [CRTC], by card: DeviceSnapshot) -> String {
    var formats: [UInt32] = []
    for crtc in crtcs {
      for plane in primaryPlanes(for: crtc, of: card) {
        for format in plane.formats where !formats.contains(format) { formats.append(format) }
      }
    }
    if formats.isEmpty { return "" }
    return " (there is " + formats.map { Plane.formatName($0) }.joined(separator: " ") + ")"
  }
}
