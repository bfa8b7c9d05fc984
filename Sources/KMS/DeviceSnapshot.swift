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
  public convenience init(of device: any ModeSetting) throws(KMSError) {
    let driver = try device.version()
    let hasDumbBuffers = try device.capability(.dumbBuffer) != 0
    let isAtomic = try Self.enable(on: device)
    let resources = try device.resources()
    self.init(
      driver: driver, hasDumbBuffers: hasDumbBuffers, isAtomic: isAtomic,
      connectors: try Self.connectors(resources.connectors, of: device),
      encoders: try Self.encoders(resources.encoders, of: device),
      crtcs: try Self.crtcs(resources.crtcs, of: device), planes: try Self.planes(of: device))
  }

  private init(
    driver: DriverVersion, hasDumbBuffers: Bool, isAtomic: Bool, connectors: [Connector],
    encoders: [Encoder], crtcs: [CRTC], planes: [Plane]
  ) {
    (self.driver, self.hasDumbBuffers, self.isAtomic) = (driver, hasDumbBuffers, isAtomic)
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

  private static func connectors(
    _ ids: [ObjectID], of device: any ModeSetting
  ) throws(KMSError) -> [Connector] {
    var connectors: [Connector] = []
    for id in ids {
      do throws(KMSError) {
        var connector = try device.connector(id)
        connector.properties = try PropertyTable(of: id, .connector, on: device)
        connectors.append(connector)
      } catch  where error.code == .noSuchFile {
        // A connector of a chain (DisplayPort MST) may go between two calls.
      }
    }
    return connectors
  }

  private static func encoders(
    _ ids: [ObjectID], of device: any ModeSetting
  ) throws(KMSError) -> [Encoder] {
    var encoders: [Encoder] = []
    for id in ids {
      do throws(KMSError) {
        encoders.append(try device.encoder(id))
      } catch  where error.code == .noSuchFile {
        // It goes with its connector.
      }
    }
    return encoders
  }

  private static func crtcs(
    _ ids: [ObjectID], of device: any ModeSetting
  ) throws(KMSError) -> [CRTC] {
    var crtcs: [CRTC] = []
    for (index, id) in ids.enumerated() {
      var crtc = try device.crtc(id, index: index)
      crtc.properties = try PropertyTable(of: id, .crtc, on: device)
      crtcs.append(crtc)
    }
    return crtcs
  }

  private static func planes(of device: any ModeSetting) throws(KMSError) -> [Plane] {
    var planes: [Plane] = []
    for id in try device.planes() {
      var plane = try device.plane(id)
      plane.properties = try PropertyTable(of: id, .plane, on: device)
      planes.append(plane)
    }
    return planes
  }
}
