import Base
import Pixels

/// A way to feed a connector.
struct Route: Equatable {
  /// The index of the CRTC on the card.
  var crtc: Int
  /// The primary plane.
  var plane: ObjectID
}

/// Assigns a CRTC and a primary plane to as many connectors as possible.
struct CRTCAllocator {
  private let card: DeviceSnapshot
  private let options: [ConnectorOption]

  /// - Parameter options: deviations from the default choice, for some connectors.
  init(_ card: DeviceSnapshot, _ options: [ConnectorOption] = []) {
    (self.card, self.options) = (card, options)
  }

  /// The pipes of some connectors, and the reasons for those without.
  ///
  /// A connector keeps its CRTC. Other connectors take a free CRTC, or the CRTC of a connector that
  /// can use another one (augmenting paths of a matching), so the count does not depend on their
  /// order. Built-in panels come first. A connector without a CRTC becomes a clone if it has the
  /// mode of another pipe.
  func pipes(for connectors: [Connector]) -> (pipes: [DisplayPipe], unusable: ByteString) {
    let choices = connectors.map { crtcs(for: $0) }
    // The connector of each CRTC.
    var owners = [Int?](repeating: nil, count: card.crtcs.count)
    for (index, connector) in connectors.enumerated() {
      let current = crtc(of: connector)
      for place in choices[index] where card.crtcs[place].id == current && owners[place] == nil {
        owners[place] = index
      }
    }
    for isBuiltIn in [true, false] {
      for index in connectors.indices
      where !owners.contains(index) && connectors[index].isBuiltIn == isBuiltIn {
        var seen = [Bool](repeating: false, count: card.crtcs.count)
        _ = take(for: index, choices, &owners, &seen)
      }
    }
    var pipes: [DisplayPipe] = []
    var planes: [ObjectID] = []
    var left: [Int] = []
    for (index, connector) in connectors.enumerated() {
      if let place = owners.firstIndex(of: index),
        let pipe = pipe(connector, card.crtcs[place], notOn: planes)
      {
        pipes.append(pipe)
        if pipe.plane.id != 0 { planes.append(pipe.plane.id) }
      } else {
        left.append(index)
      }
    }
    var unusable = ByteString()
    for index in left where !addClone(connectors[index], to: pipes) {
      let connector = connectors[index]
      unusable.append(connector.name + " " + reason(connector, choices[index]), after: ", ")
    }
    return (pipes, unusable)
  }

  /// The lit objects that no pipe uses.
  func rest(beside pipes: [DisplayPipe]) -> UnusedObjects {
    let rest = UnusedObjects()
    for crtc in card.crtcs where crtc.mode != nil {
      if pipes.contains(where: { $0.crtc.id == crtc.id }) { continue }
      rest.crtcs.append(crtc)
      rest.planes += planes(on: crtc)
      rest.connectors += card.connectors.filter { self.crtc(of: $0) == crtc.id }
    }
    return rest
  }

  /// Finds a CRTC for a connector, by reassigning others if necessary.
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

  /// The usable CRTCs of a connector: its own, free ones, then others; only one if an option
  /// selects it.
  private func crtcs(for connector: Connector) -> [Int] {
    let all = reachableCRTCs(of: connector)
    guard let wanted = option(of: connector)?.route?.crtc, all.contains(wanted) else { return all }
    return [wanted]
  }

  private func option(of connector: Connector) -> ConnectorOption? {
    options.first { $0.connector == connector.id }
  }

  /// The routes to a connector, without options: all CRTCs, each with its best plane, then the
  /// first CRTC with its other planes.
  func routes(of connector: Connector) -> [Route] {
    let all = reachableCRTCs(of: connector)
    var routes = all.map { Route(crtc: $0, plane: planes(for: card.crtcs[$0])[0].id) }
    if let first = all.first {
      let others = planes(for: card.crtcs[first]).dropFirst()
      routes += others.map { Route(crtc: first, plane: $0.id) }
    }
    return routes
  }

  /// The indices of the CRTCs that can feed a connector and have a plane, without options.
  private func reachableCRTCs(of connector: Connector) -> [Int] {
    let mask = mask(of: connector)
    let current = crtc(of: connector)
    var reachable: [Int] = []
    // Its own, then free ones, then others.
    for rank in 0..<3 {
      for (place, crtc) in card.crtcs.enumerated()
      where crtc.isIn(mask) && !planes(for: crtc).isEmpty {
        let isFree = others(than: connector, on: crtc).isEmpty
        if rank == (crtc.id == current ? 0 : isFree ? 1 : 2) { reachable.append(place) }
      }
    }
    return reachable
  }

  private func mask(of connector: Connector) -> UInt32 {
    var mask: UInt32 = 0
    for encoder in card.encoders where connector.encoders.contains(encoder.id) {
      mask |= encoder.possibleCRTCs
    }
    return mask
  }

  /// The CRTC that feeds a connector; nil if it is off.
  func crtc(of connector: Connector) -> ObjectID? {
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
}

// MARK: - One pipe

extension CRTCAllocator {
  private func pipe(
    _ connector: Connector, _ crtc: CRTC, notOn taken: [ObjectID]
  ) -> DisplayPipe? {
    let current = self.crtc(of: connector) == crtc.id ? crtc.mode : nil
    let route = option(of: connector)?.route
    let wanted = route?.crtc == crtc.index ? route?.plane : nil
    guard
      let plane = planes(for: crtc, notOn: taken).first(where: { $0.id == wanted ?? $0.id }),
      let mode = optionalMode(of: connector) ?? connector.mode(current: current)
    else { return nil }
    let pipe = DisplayPipe(connector: connector, crtc: crtc, plane: plane, mode: mode)
    pipe.others.planes = planes(on: crtc).filter { $0.id != plane.id }
    pipe.others.connectors = others(than: connector, on: crtc)
    addFormerCRTC(of: connector, to: pipe)
    return pipe
  }

  /// The mode that an option selects; nil for the default one.
  private func optionalMode(of connector: Connector) -> Mode? {
    guard let index = option(of: connector)?.modeIndex, index > 0 else { return nil }
    let modes = connector.candidates
    return index <= modes.count ? modes[index - 1] : nil
  }

  private func addFormerCRTC(of connector: Connector, to pipe: DisplayPipe) {
    guard let former = card.crtcs.first(where: { $0.id == self.crtc(of: connector) }),
      former.id != pipe.crtc.id, others(than: connector, on: former).isEmpty
    else { return }
    pipe.others.crtcs.append(former)
    pipe.others.planes += planes(on: former)
  }

  /// Makes a connector a clone of a pipe with a common mode. Returns whether such a pipe exists.
  private func addClone(_ connector: Connector, to pipes: [DisplayPipe]) -> Bool {
    if connector.tile != nil || option(of: connector)?.allowsClone == false { return false }
    let mask = mask(of: connector)
    for pipe in pipes
    where pipe.crtc.isIn(mask) && pipe.connector.tile == nil
      && pipe.connector.orientation == connector.orientation
    {
      let isFixed = optionalMode(of: pipe.connector) != nil
      let modes = isFixed ? [pipe.mode] : [pipe.mode] + pipe.connector.candidates
      for mode in modes
      where connector.modes.contains(mode)
        && pipe.clones.allSatisfy({ $0.modes.contains(mode) })
      {
        pipe.mode = mode
        pipe.clones.append(connector)
        addFormerCRTC(of: connector, to: pipe)
        return true
      }
    }
    return false
  }

  @inline(never) private func planes(on crtc: CRTC) -> [Plane] {
    card.planes.filter { $0.crtc == crtc.id }
  }

  /// The primary planes for a CRTC: those on it, then those that are off. Planes of other CRTCs are
  /// not moved.
  private func planes(for crtc: CRTC, notOn taken: [ObjectID] = []) -> [Plane] {
    let all = card.planes.filter { $0.isPrimary(for: crtc) }
    let usable = all.filter { $0.reads(PixelFormat.all) && !taken.contains($0.id) }
    if !all.isEmpty || card.isAtomic {
      return usable.filter { $0.crtc == crtc.id } + usable.filter { $0.crtc == nil }
    }
    // Old drivers expose no primary plane. Their framebuffer format follows from the depth.
    let format = card.preferredDepth == 16 ? PixelFormat.rgb565 : .xrgb8888
    return [Plane(id: 0, crtc: crtc.id, possibleCRTCs: .max, formats: [format.fourCC])]
  }

  /// The reason why a connector has no pipe.
  private func reason(_ connector: Connector, _ choices: [Int]) -> ByteString {
    let mask = mask(of: connector)
    var (isReachable, offered) = (false, [UInt32]())
    for crtc in card.crtcs where crtc.isIn(mask) {
      isReachable = true
      for plane in card.planes where plane.isPrimary(for: crtc) {
        for format in plane.formats where !offered.contains(format) { offered.append(format) }
      }
    }
    if !choices.isEmpty || !isReachable {
      let reason: StaticBytes =
        choices.isEmpty ? "has no CRTC that could feed it" : "finds all CRTCs in use"
      return ByteString(reason)
    }
    var text = ByteString()
    for format in PixelFormat.all { text.append(ByteString(format.name), after: " or ") }
    var names = ByteString()
    for format in offered { names.append(Plane.formatName(format), after: " ") }
    return "has no plane for " + text + (names.isEmpty ? "" : " (there is " + names + ")")
  }
}
