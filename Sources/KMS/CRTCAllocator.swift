import Base
import Pixels

/// Finds a CRTC and a plane for as many connectors as there can be.
struct CRTCAllocator {
  private let card: DeviceSnapshot

  init(_ card: DeviceSnapshot) { self.card = card }

  /// The ways to connectors, and why there is none to others.
  ///
  /// A connector keeps the CRTC that it has. Others take one that is free, or else one from a connector that can do with
  /// another (the matching grows along augmenting paths), so the result does not depend on their order.
  func pipes(for connectors: [Connector]) -> (pipes: [DisplayPipe], unusable: ByteString) {
    let choices = connectors.map { crtcs(for: $0) }
    // Which connector has each CRTC.
    var owners = [Int?](repeating: nil, count: card.crtcs.count)
    for (index, connector) in connectors.enumerated() {
      let current = crtc(of: connector)
      for place in choices[index] where card.crtcs[place].id == current && owners[place] == nil {
        owners[place] = index
      }
    }
    for index in connectors.indices where !owners.contains(index) {
      var seen = [Bool](repeating: false, count: card.crtcs.count)
      _ = take(for: index, choices, &owners, &seen)
    }
    var pipes: [DisplayPipe] = []
    var planes: [ObjectID] = []
    var unusable = ByteString()
    for (index, connector) in connectors.enumerated() {
      if let place = owners.firstIndex(of: index),
        let pipe = pipe(connector, card.crtcs[place], notOn: planes)
      {
        pipes.append(pipe)
        if pipe.plane.id != 0 { planes.append(pipe.plane.id) }
      } else {
        unusable.append(
          connector.name + " " + reason(connector, choices[index]), after: ", ")
      }
    }
    // What becomes a display of its own is not to be turned off for another.
    for pipe in pipes {
      pipe.otherConnectors.removeAll { other in pipes.contains { $0.connector.id == other.id } }
      pipe.otherPlanes.removeAll { other in pipes.contains { $0.plane.id == other.id } }
    }
    return (pipes, unusable)
  }

  /// Finds a CRTC for a connector, if need be by finding others for those that have it.
  private func take(
    for index: Int, _ choices: [[Int]], _ owners: inout [Int?], _ seen: inout [Bool]
  ) -> Bool {
    for crtc in choices[index] where owners[crtc] == nil {
      owners[crtc] = index
      return true
    }
    for crtc in choices[index] where !seen[crtc] {
      seen[crtc] = true
      if let owner = owners[crtc], !take(for: owner, choices, &owners, &seen) { continue }
      owners[crtc] = index
      return true
    }
    return false
  }

  /// The places of the CRTCs that can feed a connector and have a plane: its own, the free ones, the others.
  private func crtcs(for connector: Connector) -> [Int] {
    let mask = mask(of: connector)
    let current = crtc(of: connector)
    var (own, free, taken): ([Int], [Int], [Int]) = ([], [], [])
    for (place, crtc) in card.crtcs.enumerated() where crtc.isIn(mask) && plane(for: crtc) != nil {
      if crtc.id == current {
        own.append(place)
      } else if others(than: connector, on: crtc).isEmpty {
        free.append(place)
      } else {
        taken.append(place)
      }
    }
    return own + free + taken
  }

  private func mask(of connector: Connector) -> UInt32 {
    var mask: UInt32 = 0
    for encoder in card.encoders where connector.encoders.contains(encoder.id) {
      mask |= encoder.possibleCRTCs
    }
    return mask
  }

  /// The CRTC that feeds a connector; nil when it is dark.
  private func crtc(of connector: Connector) -> ObjectID? {
    if let value = connector.properties.value(of: .crtcID) {
      return value == 0 ? nil : ObjectID(truncatingIfNeeded: value)
    }
    for encoder in card.encoders where encoder.id == connector.encoder { return encoder.crtc }
    return nil
  }

  /// The other connectors that a CRTC feeds.
  private func others(than connector: Connector, on crtc: CRTC) -> [Connector] {
    card.connectors.filter { $0.id != connector.id && self.crtc(of: $0) == crtc.id }
  }

  private func pipe(_ connector: Connector, _ crtc: CRTC, notOn taken: [ObjectID]) -> DisplayPipe? {
    let current = self.crtc(of: connector) == crtc.id ? crtc.mode : nil
    guard let plane = plane(for: crtc, notOn: taken),
      let mode = OutputSelection.mode(of: connector, current: current)
    else { return nil }
    let pipe = DisplayPipe(connector: connector, crtc: crtc, plane: plane, mode: mode)
    pipe.otherPlanes = card.planes.filter { $0.id != plane.id && $0.crtc == crtc.id }
    pipe.otherConnectors = others(than: connector, on: crtc)
    if let former = card.crtcs.first(where: { $0.id == self.crtc(of: connector) }),
      former.id != crtc.id, others(than: connector, on: former).isEmpty
    {
      pipe.formerCRTC = former
      pipe.formerPlanes = card.planes.filter { $0.crtc == former.id }
    }
    return pipe
  }

  /// The primary plane for a CRTC, one that is on it already before one that is off. A plane of another CRTC is left alone.
  private func plane(for crtc: CRTC, notOn taken: [ObjectID] = []) -> Plane? {
    var tellsOfOne = false
    for current in [crtc.id, nil] {
      for plane in card.planes where plane.isPrimary(for: crtc) {
        tellsOfOne = true
        let isUsable = plane.reads(PixelFormat.all) && !taken.contains(plane.id)
        if plane.crtc == current, isUsable { return plane }
      }
    }
    if tellsOfOne || card.isAtomic { return nil }
    // Drivers of old have a picture and no plane for it. What they read is known from its depth only.
    let format = card.preferredDepth == 16 ? PixelFormat.rgb565 : .xrgb8888
    return Plane(
      id: 0, crtc: crtc.id, possibleCRTCs: 1 << UInt32(crtc.index), formats: [format.fourCC])
  }

  /// Why there is no way to a connector.
  private func reason(_ connector: Connector, _ choices: [Int]) -> ByteString {
    if !choices.isEmpty { return "finds all CRTCs in use" }
    let mask = mask(of: connector)
    var (isReachable, offered) = (false, [UInt32]())
    for crtc in card.crtcs where crtc.isIn(mask) {
      isReachable = true
      for plane in card.planes where plane.isPrimary(for: crtc) {
        for format in plane.formats where !offered.contains(format) { offered.append(format) }
      }
    }
    if !isReachable { return "has no CRTC that could feed it" }
    var wanted = ByteString()
    for format in PixelFormat.all { wanted.append(ByteString(format.name), after: " or ") }
    var names = ByteString()
    for format in offered { names.append(Plane.formatName(format), after: " ") }
    return "has no plane for " + wanted + (names.isEmpty ? "" : " (there is " + names + ")")
  }
}
