import LinuxSystem

/// All that is to be known of a card at a moment: what an output is chosen from.
public final class DeviceSnapshot: Sendable {
  /// Which driver it has.
  public let driver: DriverVersion
  /// Whether it makes dumb buffers.
  public let hasDumbBuffers: Bool
  /// Whether it takes atomic commits.
  public let isAtomic: Bool
  /// The connectors, in the kernel's order.
  public let connectors: [Connector]
  /// The encoders, in the kernel's order.
  public let encoders: [Encoder]
  /// The CRTCs, in the kernel's order.
  public let crtcs: [CRTC]
  /// The planes, in the kernel's order.
  public let planes: [Plane]

  /// Asks a card. Tells it first that its client understands planes and, if it can, atomic commits.
  /// Displays are probed, which may take a while.
  public init(of device: any ModeSetting) throws(KMSError) {
    driver = try device.version()
    hasDumbBuffers = try device.capability(.dumbBuffer) != 0
    isAtomic = try Self.enable(on: device)
    let resources = try device.resources()
    var connectors: [Connector] = []
    for id in resources.connectors {
      // A connector of a chain (DisplayPort MST) may go between two calls.
      guard var connector = try Self.unlessGone({ () throws(KMSError) in try device.connector(id) })
      else { continue }
      connector.properties = try PropertyTable(of: id, .connector, on: device)
      connectors.append(connector)
    }
    var encoders: [Encoder] = []
    for id in resources.encoders {
      if let encoder = try Self.unlessGone({ () throws(KMSError) in try device.encoder(id) }) {
        encoders.append(encoder)
      }
    }
    var crtcs: [CRTC] = []
    for (index, id) in resources.crtcs.enumerated() {
      var crtc = try device.crtc(id, index: index)
      crtc.properties = try PropertyTable(of: id, .crtc, on: device)
      crtcs.append(crtc)
    }
    var planes: [Plane] = []
    for id in try device.planes() {
      var plane = try device.plane(id)
      plane.properties = try PropertyTable(of: id, .plane, on: device)
      planes.append(plane)
    }
    (self.connectors, self.encoders) = (connectors, encoders)
    (self.crtcs, self.planes) = (crtcs, planes)
  }

  /// Tells the driver what its client understands; true when it takes atomic commits.
  private static func enable(on device: any ModeSetting) throws(KMSError) -> Bool {
    do throws(KMSError) {
      try device.enable(.universalPlanes)
      try device.enable(.atomic)
      return true
    } catch  where error.code == .invalid || error.code == .notSupported {
      // Old and small drivers refuse one or the other; that only leaves less to be seen.
      return false
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
