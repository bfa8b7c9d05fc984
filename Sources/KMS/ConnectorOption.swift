import Base

/// The deviation of a connector's output from the default choice, after the driver refused that.
public struct ConnectorOption {
  /// The connector.
  public internal(set) var connector: ObjectID
  /// The hash of the display, if it is remembered.
  var display: UInt64 = 0
  /// The index among the candidates for the mode, counted from 1; 0 for the default mode.
  var modeIndex = 0
  /// The CRTC and the plane; nil for any.
  var route: Route?
  /// The index among the combinations of rotation and format.
  var wayIndex = 0
  /// Whether it may show the picture of another connector.
  var allowsClone = true
  /// Whether it stays dark, because the driver refuses it together with the others.
  var isExcluded = false
  /// Whether atomic commits are not used.
  var usesLegacy = false
  /// Whether a lack of memory led to it.
  var lacksMemory = false
  /// Whether memory did not suffice for a test.
  var isUntested = false

  init(_ connector: ObjectID) { self.connector = connector }

  /// Whether it is the default choice.
  var isDefault: Bool {
    modeIndex == 0 && route == nil && wayIndex == 0 && allowsClone && !isExcluded && !usesLegacy
  }
}

/// The options that worked, by display. They last as long as the process.
public final class DisplayMemory {
  private var known: [ConnectorOption] = []

  /// Creates an empty memory.
  public init() {}

  /// The option of a connector's display, for the caller to change: the one at this connector, or
  /// else at another one that no display of the same EDID is connected to now. If a lack of memory
  /// led to it, it ends with the connection.
  func option(
    of connector: Connector, among all: [Connector], on device: any ModeSetting
  ) -> ConnectorOption {
    if connector.connection == .disconnected,
      let place = known.firstIndex(where: { $0.connector == connector.id && $0.lacksMemory })
    {
      known.remove(at: place)
    }
    var option = place(of: connector, among: all, on: device).map { known[$0] }
    option?.connector = connector.id
    return option ?? ConnectorOption(connector.id)
  }

  /// Stores the option of a connector's display.
  func remember(
    _ option: ConnectorOption, of connector: Connector, among all: [Connector],
    on device: any ModeSetting
  ) {
    // The usual case needs no EDID.
    if option.isUntested || known.isEmpty && option.isDefault { return }
    if let place = place(of: connector, among: all, on: device) { known.remove(at: place) }
    if option.isDefault { return }
    known.append(option)
    known[known.count - 1].display = Self.key(of: connector, on: device)
  }

  private func place(
    of connector: Connector, among all: [Connector], on device: any ModeSetting
  ) -> Int? {
    if known.isEmpty { return nil }
    let key = Self.key(of: connector, on: device)
    return known.firstIndex { $0.display == key && $0.connector == connector.id }
      ?? known.firstIndex { one in
        one.display == key
          && !all.contains {
            $0.id == one.connector && $0.connection == .connected
              && Self.key(of: $0, on: device) == key
          }
      }
  }

  /// A hash (FNV-1a) of the EDID; of the connector's ID and modes for a display without EDID.
  private static func key(of connector: Connector, on device: any ModeSetting) -> UInt64 {
    var bytes = connector.properties.blob(of: .edid, on: device) ?? []
    if bytes.isEmpty {
      bytes = [UInt8(truncatingIfNeeded: connector.id)]
      for mode in connector.modes { bytes += mode.blob }
    }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
