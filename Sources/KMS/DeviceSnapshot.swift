import Base
import LinuxSystem

/// All that is to be known of a card at a moment: what an output is chosen from.
public final class DeviceSnapshot {
  /// Which driver it has.
  public let driver: DriverVersion
  /// Whether it makes dumb buffers.
  public let hasDumbBuffers: Bool
  /// Whether it takes atomic commits.
  public let isAtomic: Bool
  /// The bits of a pixel that the driver likes best; 0 where it does not tell.
  public let preferredDepth: Int
  /// The connectors, in the kernel's order.
  public let connectors: [Connector]
  /// Whether there are more connectors than can be asked: a card can be opened before its driver has made them known.
  public let isUnfinished: Bool
  /// The encoders, in the kernel's order.
  public let encoders: [Encoder]
  /// The CRTCs, in the kernel's order.
  public let crtcs: [CRTC]
  /// The planes, in the kernel's order.
  public let planes: [Plane]

  /// Asks a card. Tells it first that its client understands planes and, if it can, atomic commits.
  /// Displays are probed, which may take a while.
  ///
  /// - Parameter usesAtomic: whether atomic commits are wanted at all.
  public convenience init(
    of device: any ModeSetting, usesAtomic: Bool = true
  ) throws(KMSError) {
    let driver = try device.version()
    let hasDumbBuffers = try device.capability(.dumbBuffer) != 0
    let isAtomic = try Self.enable(on: device, usesAtomic)
    let resources = try device.resources()
    let connectors = try Self.connectors(resources.connectors, of: device)
    self.init(
      driver: driver, hasDumbBuffers: hasDumbBuffers, isAtomic: isAtomic,
      preferredDepth: (try? device.capability(.preferredDepth)).map { Int(clamping: $0) } ?? 0,
      connectors: connectors, isUnfinished: connectors.count < resources.connectors.count,
      encoders: try Self.encoders(resources.encoders, of: device),
      crtcs: try Self.crtcs(resources.crtcs, of: device), planes: try Self.planes(of: device))
  }

  private init(
    driver: DriverVersion, hasDumbBuffers: Bool, isAtomic: Bool, preferredDepth: Int,
    connectors: [Connector], isUnfinished: Bool, encoders: [Encoder], crtcs: [CRTC],
    planes: [Plane]
  ) {
    (self.driver, self.hasDumbBuffers, self.isAtomic) = (driver, hasDumbBuffers, isAtomic)
    (self.preferredDepth, self.connectors, self.isUnfinished) =
      (preferredDepth, connectors, isUnfinished)
    (self.encoders, self.crtcs, self.planes) = (encoders, crtcs, planes)
  }

  /// The same card with one connector asked anew, and what goes with it; the other displays are not probed.
  public func refreshing(
    connector id: ObjectID, of device: any ModeSetting
  ) throws(KMSError) -> DeviceSnapshot {
    let resources = try device.resources()
    // What the others are fed by may be other than it was, and is known without asking their displays.
    let connectors = try Self.connectors(resources.connectors, of: device, probing: id)
    return DeviceSnapshot(
      driver: driver, hasDumbBuffers: hasDumbBuffers, isAtomic: isAtomic,
      preferredDepth: preferredDepth, connectors: connectors,
      isUnfinished: connectors.count < resources.connectors.count,
      encoders: try Self.encoders(resources.encoders, of: device),
      crtcs: try Self.crtcs(resources.crtcs, of: device), planes: try Self.planes(of: device))
  }

  /// Tells the driver what its client understands; true when it takes atomic commits.
  private static func enable(
    on device: any ModeSetting, _ usesAtomic: Bool
  ) throws(KMSError) -> Bool {
    do throws(KMSError) {
      try device.enable(.universalPlanes)
      if usesAtomic { try device.enable(.atomic) }
      return usesAtomic
    } catch  where error.code == .invalid || error.code == .notSupported {
      // Old and small drivers refuse one or the other; that only leaves less to be seen.
      return false
    }
  }

  /// - Parameter probed: the only one whose display is asked; nil for all.
  private static func connectors(
    _ ids: [ObjectID], of device: any ModeSetting, probing probed: ObjectID? = nil
  ) throws(KMSError) -> [Connector] {
    var connectors: [Connector] = []
    for id in ids {
      do throws(KMSError) {
        let connector = try device.connector(id, probes: probed == nil || probed == id)
        connector.properties = try PropertyTable(of: id, .connector, on: device)
        if let tile = connector.properties.value(of: .tile), tile != 0 {
          connector.tile = Tile(ByteString(try device.blob(ObjectID(truncatingIfNeeded: tile))))
        }
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
      let crtc = try device.crtc(id, index: index)
      crtc.properties = try PropertyTable(of: id, .crtc, on: device)
      crtcs.append(crtc)
    }
    return crtcs
  }

  private static func planes(of device: any ModeSetting) throws(KMSError) -> [Plane] {
    var planes: [Plane] = []
    for id in try device.planes() {
      let plane = try device.plane(id)
      plane.properties = try PropertyTable(of: id, .plane, on: device)
      planes.append(plane)
    }
    return planes
  }
}
