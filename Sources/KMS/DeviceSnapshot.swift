import LinuxSystem

/// All that is to be known of a card at a moment: what an output is chosen from.
public struct DeviceSnapshot: Sendable {
  /// Which driver it has.
  public var driver: DriverVersion
  /// Whether it makes dumb buffers.
  public var hasDumbBuffers: Bool
  /// Whether it takes atomic commits.
  public var isAtomic: Bool
  /// The connectors, in the kernel's order.
  public var connectors: [Connector]
  /// The encoders, in the kernel's order.
  public var encoders: [Encoder]
  /// The CRTCs, in the kernel's order.
  public var crtcs: [CRTC]
  /// The planes, in the kernel's order.
  public var planes: [Plane]

  /// Asks a card. Tells it first that its client understands planes and, if it can, atomic commits.
  /// Displays are probed, which may take a while.
  public init(of device: any ModeSetting) throws(KMSError) {
    driver = try device.version()
    hasDumbBuffers = try device.capability(.dumbBuffer) != 0
    // Old and small drivers refuse one or the other; that only leaves less to be seen.
    isAtomic = false
    do throws(KMSError) {
      try device.enable(.universalPlanes)
      try device.enable(.atomic)
      isAtomic = true
    } catch  where error.code == .invalid || error.code == .notSupported {
    }
    let resources = try device.resources()
    connectors = []
    for id in resources.connectors {
      // A connector of a chain (DisplayPort MST) may go between two calls.
      guard var connector = try Self.unlessGone({ () throws(KMSError) in try device.connector(id) })
      else { continue }
      connector.properties = try PropertyTable(of: id, .connector, on: device)
      connectors.append(connector)
    }
    encoders = []
    for id in resources.encoders {
      if let encoder = try Self.unlessGone({ () throws(KMSError) in try device.encoder(id) }) {
        encoders.append(encoder)
      }
    }
    crtcs = []
    for (index, id) in resources.crtcs.enumerated() {
      var crtc = try device.crtc(id, index: index)
      crtc.properties = try PropertyTable(of: id, .crtc, on: device)
      crtcs.append(crtc)
    }
    planes = []
    for id in try device.planes() {
      var plane = try device.plane(id)
      plane.properties = try PropertyTable(of: id, .plane, on: device)
      planes.append(plane)
    }
  }

  private static func unlessGone<Found>(
    _ ask: () throws(KMSError) -> Found
  ) throws(KMSError) -> Found? {
    do throws(KMSError) {
      return try ask()
    } catch  where error.code == .noSuchFile {
      return nil
    }
  }
}
