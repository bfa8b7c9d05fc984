import ByteStrings
public import Pixels

/// A way for pixels to a display: which framebuffers, through which objects, in which mode.
public final class Output: Sendable {
  /// Where the display is.
  public let connector: Connector
  /// What scans the picture out.
  public let crtc: CRTC
  /// What fetches it.
  public let plane: Plane
  /// What the display is driven with.
  public let mode: Mode
  /// How pixels are packed.
  public let format: PixelFormat
  /// Other planes that are on the CRTC, to be turned off.
  public let otherPlanes: [Plane]
  /// Other connectors that the CRTC feeds, to be turned off.
  public let otherConnectors: [Connector]

  init(
    connector: Connector, crtc: CRTC, plane: Plane, mode: Mode, format: PixelFormat,
    otherPlanes: [Plane], otherConnectors: [Connector]
  ) {
    (self.connector, self.crtc, self.plane) = (connector, crtc, plane)
    (self.mode, self.format) = (mode, format)
    (self.otherPlanes, self.otherConnectors) = (otherPlanes, otherConnectors)
  }

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
    var reasons = ByteString()
    for connection in [Connector.Connection.connected, .unknown] {
      for connector in card.connectors where connector.connection == connection {
        switch output(at: connector, of: card) {
        case .usable(let output): return output
        case .unusable(let reason): reasons.append(connector.name + " " + reason, after: ", ")
        }
      }
    }
    for connector in card.connectors where connector.connection == .disconnected {
      reasons.append(connector.name + " is disconnected", after: ", ")
    }
    if reasons.isEmpty { throw .noOutput(card.driver.name + " has no connector") }
    throw .noOutput(reasons)
  }

  private enum Candidate {
    case usable(Output)
    case unusable(ByteString)
  }

  private static func output(at connector: Connector, of card: DeviceSnapshot) -> Candidate {
    if connector.isNonDesktop { return .unusable("is not meant for a desktop") }
    guard let mode = mode(of: connector) else { return .unusable("has a display without modes") }
    let crtcs = crtcs(for: connector, of: card)
    if crtcs.isEmpty { return .unusable("has no CRTC that could feed it") }
    for crtc in crtcs {
      guard let (plane, format) = plane(for: crtc, of: card) else { continue }
      var otherPlanes: [Plane] = []
      for other in card.planes where other.id != plane.id && other.crtc == crtc.id {
        otherPlanes.append(other)
      }
      return .usable(
        Output(
          connector: connector, crtc: crtc, plane: plane, mode: mode, format: format,
          otherPlanes: otherPlanes, otherConnectors: others(than: connector, on: crtc, of: card)))
    }
    var wanted = ByteString()
    for format in PixelFormat.all { wanted.append(ByteString(format.name), after: " or ") }
    return .unusable("has no plane for " + wanted + offered(crtcs, by: card))
  }

  private static func mode(of connector: Connector) -> Mode? {
    var favourite: Mode?
    var first: Mode?
    for mode in connector.modes where mode.hdisplay > 0 && mode.vdisplay > 0 {
      if mode.isUserDefined { return mode }
      if mode.isPreferred { favourite = favourite ?? mode }
      first = first ?? mode
    }
    return favourite ?? first
  }

  /// The CRTC that feeds a connector; nil when it is dark.
  private static func crtc(of connector: Connector, in card: DeviceSnapshot) -> ObjectID? {
    if let value = connector.properties.value(of: .crtcID) {
      return value == 0 ? nil : ObjectID(truncatingIfNeeded: value)
    }
    for encoder in card.encoders where encoder.id == connector.encoder { return encoder.crtc }
    return nil
  }

  /// The other connectors that a CRTC feeds.
  private static func others(
    than connector: Connector, on crtc: CRTC, of card: DeviceSnapshot
  ) -> [Connector] {
    var others: [Connector] = []
    for other in card.connectors
    where other.id != connector.id && self.crtc(of: other, in: card) == crtc.id {
      others.append(other)
    }
    return others
  }

  /// The CRTCs that can feed a connector: its own, the free ones, the others.
  private static func crtcs(for connector: Connector, of card: DeviceSnapshot) -> [CRTC] {
    var mask: UInt32 = 0
    for encoder in card.encoders where connector.encoders.contains(encoder.id) {
      mask |= encoder.possibleCRTCs
    }
    let current = crtc(of: connector, in: card)
    var (own, free, taken): ([CRTC], [CRTC], [CRTC]) = ([], [], [])
    for crtc in card.crtcs where crtc.isIn(mask) {
      if crtc.id == current {
        own.append(crtc)
      } else if others(than: connector, on: crtc, of: card).isEmpty {
        free.append(crtc)
      } else {
        taken.append(crtc)
      }
    }
    return own + free + taken
  }

  /// The primary plane for a CRTC, one that is on it already before one that is off, and the best format
  /// that it reads. A plane of another CRTC is left alone.
  private static func plane(
    for crtc: CRTC, of card: DeviceSnapshot
  ) -> (Plane, PixelFormat)? {
    for current in [crtc.id, nil] {
      for plane in card.planes where plane.crtc == current && plane.isPrimary(for: crtc) {
        for format in PixelFormat.all where plane.formats.contains(format.fourCC) {
          return (plane, format)
        }
      }
    }
    return nil
  }

  /// The formats that there are instead, for an error; nothing when there is no plane.
  private static func offered(_ crtcs: [CRTC], by card: DeviceSnapshot) -> ByteString {
    var formats: [UInt32] = []
    var names = ByteString()
    for crtc in crtcs {
      for plane in card.planes where plane.isPrimary(for: crtc) {
        for format in plane.formats where !formats.contains(format) {
          formats.append(format)
          names.append(Plane.formatName(format), after: " ")
        }
      }
    }
    return names.isEmpty ? "" : " (there is " + names + ")"
  }
}
