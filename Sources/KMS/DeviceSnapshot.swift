import Base
import LinuxSystem

/// The state of a card at one moment, from which outputs are chosen.
public final class DeviceSnapshot {
  /// The driver.
  public let driver: DriverVersion
  /// Whether the driver supports dumb buffers.
  public let hasDumbBuffers: Bool
  /// Whether the driver supports atomic commits, and they are wanted.
  public let isAtomic: Bool
  /// The driver's preferred bits per pixel; 0 if unknown.
  public let preferredDepth: Int
  /// The connectors, in the kernel's order.
  public private(set) var connectors: [Connector] = []
  /// Whether some connectors cannot be read yet: a card can be opened before its driver has
  /// registered them.
  public private(set) var isUnfinished = false
  /// Whether all displays were probed. If not, the connectors have the kernel's cached state.
  public private(set) var isProbed = false
  /// The encoders, in the kernel's order.
  public private(set) var encoders: [Encoder] = []
  /// The CRTCs, in the kernel's order.
  public private(set) var crtcs: [CRTC] = []
  /// The planes, in the kernel's order.
  public private(set) var planes: [Plane] = []

  private let cache: PropertyCache

  /// Reads a card. Announces universal planes and, if wanted, atomic commits first.
  ///
  /// - Parameters:
  ///   - usesAtomic: whether atomic commits are wanted.
  ///   - isProbed: whether displays are probed, which may take 0.1 s for each.
  public convenience init(
    of device: any ModeSetting, usesAtomic: Bool = true, isProbed: Bool = true
  ) throws(KMSError) {
    let driver = try device.version()
    let hasDumbBuffers: Bool
    do throws(KMSError) { hasDumbBuffers = try device.capability(.dumbBuffer) != 0 } catch {
      if error.code != .notSupported { throw error }
      // A GPU without display hardware, such as vgem, v3d, panfrost, etnaviv.
      throw .unsupported(driver.name + " drives no displays")
    }
    let isAtomic = try Self.enable(on: device, usesAtomic)
    let depth = (try? device.capability(.preferredDepth)).map { Int(clamping: $0) } ?? 0
    self.init(driver, hasDumbBuffers: hasDumbBuffers, isAtomic: isAtomic, depth)
    try read(device, probing: isProbed ? nil : [])
    self.isProbed = isProbed
  }

  private init(_ driver: DriverVersion, hasDumbBuffers: Bool, isAtomic: Bool, _ depth: Int) {
    (self.driver, self.hasDumbBuffers) = (driver, hasDumbBuffers)
    (self.isAtomic, preferredDepth, cache) = (isAtomic, depth, PropertyCache())
  }

  private init(_ other: DeviceSnapshot) {
    (driver, hasDumbBuffers) = (other.driver, other.hasDumbBuffers)
    (isAtomic, preferredDepth) = (other.isAtomic, other.preferredDepth)
    (cache, isProbed) = (other.cache, other.isProbed)
  }

  /// A new snapshot of the same card.
  ///
  /// - Parameter probed: the connectors to probe; nil for all.
  public func refreshing(
    _ probed: [ObjectID]?, of device: any ModeSetting
  ) throws(KMSError) -> DeviceSnapshot {
    let fresh = DeviceSnapshot(self)
    try fresh.read(device, probing: probed)
    if probed == nil { fresh.isProbed = true }
    return fresh
  }

  private func read(_ device: any ModeSetting, probing probed: [ObjectID]?) throws(KMSError) {
    let resources = try device.resources()
    connectors = try readConnectors(resources.connectors, of: device, probing: probed)
    isUnfinished = connectors.count < resources.connectors.count
    encoders = try Self.readEncoders(resources.encoders, of: device)
    crtcs = []
    for (index, id) in resources.crtcs.enumerated() {
      let crtc = try device.crtc(id, index: index)
      crtc.properties = try PropertyTable(of: id, .crtc, on: device, cache)
      crtcs.append(crtc)
    }
    planes = []
    for id in try device.planes() {
      let plane = try device.plane(id)
      plane.properties = try PropertyTable(of: id, .plane, on: device, cache)
      planes.append(plane)
    }
  }

  /// Announces the capabilities of this client. Returns whether the driver supports atomic commits.
  private static func enable(
    on device: any ModeSetting, _ usesAtomic: Bool
  ) throws(KMSError) -> Bool {
    do throws(KMSError) {
      try device.enable(.universalPlanes)
      if usesAtomic { try device.enable(.atomic) }
      return usesAtomic
    } catch  where error.code == .invalid || error.code == .notSupported {
      // Old and small drivers refuse one or the other; then fewer objects are visible.
      return false
    }
  }

  /// - Parameter probed: the connectors to probe; nil for all.
  private func readConnectors(
    _ ids: [ObjectID], of device: any ModeSetting, probing probed: [ObjectID]?
  ) throws(KMSError) -> [Connector] {
    var connectors: [Connector] = []
    for id in ids {
      do throws(KMSError) {
        let connector = try device.connector(id, probes: probed?.contains(id) ?? true)
        connector.properties = try PropertyTable(of: id, .connector, on: device, cache)
        if let tile = connector.properties.value(of: .tile), tile != 0 {
          // The blob of an MST display may have vanished; then the tile is a display of its own.
          connector.tile = (try? device.blob(ObjectID(truncatingIfNeeded: tile))).flatMap {
            Tile(ByteString($0))
          }
        }
        connectors.append(connector)
      } catch  where error.code == .noSuchFile {
        // DisplayPort MST connectors may vanish between two calls.
      }
    }
    return connectors
  }

  private static func readEncoders(
    _ ids: [ObjectID], of device: any ModeSetting
  ) throws(KMSError) -> [Encoder] {
    var encoders: [Encoder] = []
    for id in ids {
      do throws(KMSError) {
        encoders.append(try device.encoder(id))
      } catch  where error.code == .noSuchFile {
        // An MST encoder vanishes with its connector.
      }
    }
    return encoders
  }
}
