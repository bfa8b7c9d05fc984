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
  public let isProbed: Bool
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
    self.init(driver, hasDumbBuffers, isAtomic, depth, PropertyCache(), isProbed)
    try read(device, probing: isProbed ? nil : [])
  }

  private init(
    _ driver: DriverVersion, _ hasDumbBuffers: Bool, _ isAtomic: Bool, _ preferredDepth: Int,
    _ cache: PropertyCache, _ isProbed: Bool
  ) {
    (self.driver, self.hasDumbBuffers, self.isAtomic) = (driver, hasDumbBuffers, isAtomic)
    (self.preferredDepth, self.cache, self.isProbed) = (preferredDepth, cache, isProbed)
  }

  /// A new snapshot of the same card.
  ///
  /// - Parameter probed: the connectors to probe; nil for all.
  public func refreshing(
    _ probed: [ObjectID]?, of device: any ModeSetting
  ) throws(KMSError) -> DeviceSnapshot {
    let fresh = DeviceSnapshot(
      driver, hasDumbBuffers, isAtomic, preferredDepth, cache, isProbed || probed == nil)
    try fresh.read(device, probing: probed)
    return fresh
  }

  private func read(_ device: any ModeSetting, probing probed: [ObjectID]?) throws(KMSError) {
    let resources = try device.resources()
    connectors = []
    for id in resources.connectors {
      let connector = try Self.unlessGone { () throws(KMSError) in
        try readConnector(id, of: device, probes: probed?.contains(id) ?? true)
      }
      if let connector { connectors.append(connector) }
    }
    isUnfinished = connectors.count < resources.connectors.count
    encoders = []
    for id in resources.encoders {
      let encoder = try Self.unlessGone { () throws(KMSError) in try device.encoder(id) }
      if let encoder { encoders.append(encoder) }
    }
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
      if plane.kind == .primary, let blob = plane.properties.blob(of: .formats, on: device) {
        plane.formats = Plane.linearFormats(blob) ?? plane.formats
      }
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

  private func readConnector(
    _ id: ObjectID, of device: any ModeSetting, probes: Bool
  ) throws(KMSError) -> Connector {
    let connector = try device.connector(id, probes: probes)
    let table = try PropertyTable(of: id, .connector, on: device, cache)
    connector.properties = table
    // The blob of an MST display may have vanished; then the tile is a display of its own.
    connector.tile = table.blob(of: .tile, on: device).flatMap { Tile(ByteString($0)) }
    if connector.tile == nil, !connector.modes.contains(where: { $0.isPreferred }) {
      let edid = table.blob(of: .edid, on: device)
      connector.nativeSize = edid.flatMap { Connector.nativeSize(of: $0) }
    }
    return connector
  }

  /// An object; nil if it has vanished, as MST connectors and their encoders may between two calls.
  private static func unlessGone<Object>(
    _ read: () throws(KMSError) -> Object
  ) throws(KMSError) -> Object? {
    do throws(KMSError) { return try read() } catch  where error.code == .noSuchFile { return nil }
  }
}
