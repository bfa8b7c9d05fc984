import Base
import DeskSupport
public import KMS
import LinuxSystem
public import Pixels

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
// The protocol says what the methods do.
extension FakeKMS: ModeSetting {
  func note(_ call: Call) throws(KMSError) {
    calls.append(call)
    if isGone { throw .call("fake", on: ByteString("\(call)"), .noDevice) }
    if failures.isEmpty { return }
    let count = calls.count { $0 == call }
    for failure in failures
    where (failure.call == call && failure.nth == count)
      || (failure.call == nil && failure.nth == calls.count)
    {
      throw .call("fake", on: ByteString("\(call)"), failure.code)
    }
  }

  func fail(_ code: ErrorCode) -> KMSError { .call("fake", code) }

  public func version() throws(KMSError) -> DriverVersion {
    try note(.version)
    return (driver, 1, 2, 3)
  }
  public func capability(_ capability: Capability) throws(KMSError) -> UInt64 {
    try note(.capability)
    if isRenderOnly { throw fail(.notSupported) }
    switch capability {
    case .preferShadow: return 0
    case .preferredDepth: return hardware.preferredDepth
    default: return 1
    }
  }
  public func enable(_ capability: ClientCapability) throws(KMSError) {
    try note(.enable)
    if capability == .atomic && lacksAtomic { throw fail(.notSupported) }
  }
  public func isMaster() -> Bool { isOurs && !hasOtherMaster }
  public func setMaster() throws(KMSError) {
    try note(.setMaster)
    if hasOtherMaster { throw fail(.busy) }
    isOurs = true
  }
  public func dropMaster() throws(KMSError) {
    try note(.dropMaster)
    isOurs = false
  }

  // MARK: - Objects

  public func resources() throws(KMSError) -> CardResources {
    try note(.resources)
    return (
      connectors: hardware.sockets.map { $0.connector.id },
      encoders: hardware.encoders.map { $0.id }, crtcs: hardware.crtcs.map { $0.id }
    )
  }
  public func connector(_ id: ObjectID, probes: Bool) throws(KMSError) -> Connector {
    try note(probes ? .connector : .connectorCurrent)
    guard
      let place = hardware.sockets.firstIndex(where: { $0.connector.id == id && !$0.isUnfinished })
    else { throw fail(.noSuchFile) }
    if probes { hardware.sockets[place].isUnprobed = false }
    let copy = hardware.sockets[place].connector.copy()
    if hardware.sockets[place].isUnprobed { (copy.connection, copy.modes) = (.unknown, []) }
    return copy
  }
  public func encoder(_ id: ObjectID) throws(KMSError) -> Encoder {
    try note(.encoder)
    return try found(hardware.encoders.first { $0.id == id })
  }
  public func crtc(_ id: ObjectID, index: Int) throws(KMSError) -> CRTC {
    try note(.crtc)
    let crtc = try found(hardware.crtcs.first { $0.id == id }).copy()
    let scanout = scanouts[id]
    crtc.framebuffer = scanout?.pending?.framebuffer ?? scanout?.shown ?? crtc.framebuffer
    return crtc
  }
  public func planes() throws(KMSError) -> [ObjectID] {
    try note(.planes)
    return hardware.layers.map { $0.plane.id }
  }
  public func plane(_ id: ObjectID) throws(KMSError) -> Plane {
    try note(.plane)
    return try found(hardware.layers.first { $0.plane.id == id }).plane.copy()
  }

  public func properties(
    of id: ObjectID, _ kind: ObjectKind
  ) throws(KMSError) -> [PropertyValue] {
    try note(.properties)
    return try values(of: id, kind).map {
      (property: Self.propertyID($0.0), value: $0.1)
    } + [(property: 0x8000, value: 5)]
  }

  private func values(
    of id: ObjectID, _ kind: ObjectKind
  ) throws(KMSError) -> [(PropertyName, UInt64)] {
    switch kind {
    case .crtc:
      let isOn =
        !hardware.inactive.contains(id)
        && hardware.crtcs.contains { $0.id == id && $0.mode != nil }
      var all: [(PropertyName, UInt64)] = [(.active, isOn ? 1 : 0), (.modeID, 0)]
      if let gamma = hardware.gamma { all.append((.gammaLUT, gamma)) }
      all += sorted(hardware.crtcOthers)
      return all.filter { !hardware.lacks.contains($0.0) }
    case .connector:
      let socket = try found(hardware.sockets.first { $0.connector.id == id })
      var all: [(PropertyName, UInt64)] = [
        (.crtcID, UInt64(socket.crtc)), (.nonDesktop, socket.isNonDesktop ? 1 : 0),
        (.linkStatus, socket.isLinkBad ? 1 : 0), (.dpms, 3),
      ]
      if let orientation = socket.orientation { all.append((.panelOrientation, orientation)) }
      if socket.tile != nil { all.append((.tile, UInt64(0x711E_0000 + id))) }
      if let metadata = socket.hdrMetadata { all.append((.hdrMetadata, metadata)) }
      if let colorspace = socket.colorspace { all.append((.colorspace, colorspace)) }
      if socket.edid != nil { all.append((.edid, UInt64(0xED1D_0000 + id))) }
      all += sorted(socket.others)
      return all.filter { !hardware.lacks.contains($0.0) }
    case .plane:
      let layer = try found(hardware.layers.first { $0.plane.id == id })
      let kind: UInt64 = layer.kind == .primary ? 1 : layer.kind == .cursor ? 2 : 0
      var all: [(PropertyName, UInt64)] = [(.type, kind), (.crtcID, UInt64(layer.plane.crtc ?? 0))]
      all += [
        .framebufferID, .sourceX, .sourceY, .sourceWidth, .sourceHeight, .crtcX, .crtcY,
        .crtcWidth, .crtcHeight,
      ].map { ($0, 0) }
      if layer.takesDamage { all.append((.damageClips, 0)) }
      if layer.rotates { all.append((.rotation, assigned(id, .rotation) ?? 4)) }
      if layer.modifiers != nil { all.append((.formats, UInt64(0xF0F0_0000 + id))) }
      all += sorted(layer.others)
      if let alpha = layer.alpha { all.append((.alpha, alpha)) }
      if let zpos = layer.zpos { all.append((.zpos, zpos)) }
      return all.filter { !layer.lacks.contains($0.0) }
    }
  }

  private func sorted(_ values: [PropertyName: UInt64]) -> [(PropertyName, UInt64)] {
    values.sorted { "\($0.key)" < "\($1.key)" }.map { ($0.key, $0.value) }
  }

  public func property(_ id: ObjectID) throws(KMSError) -> Property {
    try note(.property)
    guard let name = PropertyName.allCases.first(where: { Self.propertyID($0) == id }) else {
      return Property(id: id, name: "future property")
    }
    let choices: [(ByteString, UInt64)] =
      switch name {
      case .type: [("Overlay", 0), ("Primary", 1), ("Cursor", 2)]
      case .rotation:
        (hardware.layers.first { $0.rotates }?.rotations ?? []).map {
          (ByteString("rotate-\($0 * 90)"), $0)
        }
      case .panelOrientation:
        [("Normal", 0), ("Upside Down", 1), ("Left Side Up", 2), ("Right Side Up", 3)]
      case .dpms: [("On", 0), ("Off", 3)]
      case .colorspace: [("Default", 0), ("BT2020_RGB", 9)]
      case .underscan: [("off", 0), ("on", 1), ("auto", 2)]
      case .broadcastRGB: [("Automatic", 0), ("Full", 1), ("Limited 16:235", 2)]
      case .scalingMode: [("None", 0), ("Full", 1), ("Center", 2), ("Full aspect", 3)]
      case .contentType: [("No Data", 0), ("Graphics", 1), ("Photo", 2), ("Game", 4)]
      case .contentProtection: [("Undesired", 0), ("Desired", 1), ("Enabled", 2)]
      case .blendMode: [("None", 2), ("Pre-multiplied", 0), ("Coverage", 1)]
      default: []
      }
    let range: ClosedRange<UInt64>? =
      switch name {
      case .alpha: 0...0xFFFF
      case .zpos: 0...7
      case .maxBPC: 6...12
      case .leftMargin, .rightMargin, .topMargin, .bottomMargin: 0...100
      default: nil
      }
    return Property(
      id: id, name: ByteString(name.text),
      choices: choices.map { (name: $0.0, value: $0.1) }, range: range)
  }

  public func blob(_ id: ObjectID) throws(KMSError) -> [UInt8] {
    try note(.blob)
    if let socket = hardware.sockets.first(where: { 0x711E_0000 + $0.connector.id == id }) {
      return (socket.tile ?? "").bytes + [0]
    }
    if let socket = hardware.sockets.first(where: { 0xED1D_0000 + $0.connector.id == id }) {
      return socket.edid ?? []
    }
    if let layer = hardware.layers.first(where: { 0xF0F0_0000 + $0.plane.id == id }) {
      return layer.formatBlob
    }
    return try found(blobs[id])
  }

  public func createBlob(_ bytes: RawSpan) throws(KMSError) -> ObjectID {
    try note(.createBlob)
    let id = freeNumber(from: 0xB10B00) { blobs[$0] != nil }
    // SAFETY: the span lends its bytes for the length of the call.
    blobs[id] = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    return id
  }
  public func destroyBlob(_ id: ObjectID) throws(KMSError) {
    // The kernel does not fail here for want of anything; a failure comes after it is done.
    defer { blobs[id] = nil }
    try note(.destroyBlob)
    if blobs[id] == nil { throw fail(.noSuchFile) }
  }

  func found<Found>(_ one: Found?) throws(KMSError) -> Found {
    guard let one else { throw fail(.noSuchFile) }
    return one
  }

  /// As the kernel does, the lowest number that is free.
  private func freeNumber(from first: UInt32, isTaken: (UInt32) -> Bool) -> UInt32 {
    var number = first
    while isTaken(number) { number += 1 }
    return number
  }

  // MARK: - Buffers

  public func createDumbBuffer(
    size: PixelSize, bitsPerPixel: Int
  ) throws(KMSError) -> DumbBufferLayout {
    try note(.createDumbBuffer)
    if size.height > 1, memories.count >= bufferLimit { throw fail(.noMemory) }
    let handle = freeNumber(from: 0x4A00) { memories[$0] != nil }
    // Rows are longer than their pixels, as with most drivers.
    let pitch = size.width * bitsPerPixel / 8 + 12
    let used = memories.values.reduce(0) { $0 + $1.bytes.count }
    if size.height > 1, used + pitch * size.height > memorySize { throw fail(.noMemory) }
    memories[handle] = Memory(count: pitch * size.height)
    return DumbBufferLayout(handle: handle, pitch: pitch, byteCount: pitch * size.height)
  }
  public func map(_ buffer: DumbBufferLayout) throws(KMSError) -> any ScanoutMemory {
    try note(.map)
    let memory = try found(memories[buffer.handle])
    if buffer.byteCount > memory.bytes.count { throw fail(.invalid) }
    memory.onLend = { [unowned self] hasChanged in
      if !hasChanged { return }
      let busy = scanouts.values.flatMap {
        [uploads ? nil : $0.shown, $0.pending?.framebuffer]
      }.compactMap { $0 }
      if busy.contains(where: { framebuffers[$0]?.layout.handle == buffer.handle }) {
        tornFrames += 1
      }
    }
    return memory
  }
  public func destroyDumbBuffer(_ handle: UInt32) throws(KMSError) {
    defer { memories[handle] = nil }
    try note(.destroyDumbBuffer)
    if memories[handle] == nil { throw fail(.invalid) }
  }
  public func addFramebuffer(
    _ buffer: DumbBufferLayout, size: PixelSize, fourCC: UInt32
  ) throws(KMSError) -> ObjectID {
    try note(.addFramebuffer)
    let id = freeNumber(from: 0xFB00) { framebuffers[$0] != nil }
    framebuffers[id] = Framebuffer(layout: buffer, size: size, fourCC: fourCC)
    return id
  }
  public func removeFramebuffer(_ id: ObjectID) throws(KMSError) {
    let isKnown = framebuffers.removeValue(forKey: id) != nil
    deviceCopies[id] = nil
    for (crtc, scanout) in scanouts
    where scanout.shown == id || scanout.pending?.framebuffer == id {
      // A plane that is about to show another framebuffer stays on.
      if scanout.pending.map({ $0.framebuffer != id }) ?? false {
        scanouts[crtc]?.shown = nil
      } else {
        scanouts[crtc] = nil
      }
    }
    try note(.removeFramebuffer)
    if !isKnown { throw fail(.noSuchFile) }
  }
  public func closeFramebuffer(_ id: ObjectID) throws(KMSError) {
    try note(.closeFramebuffer)
    _ = try found(framebuffers[id])
    closed.append(id)
  }
}
