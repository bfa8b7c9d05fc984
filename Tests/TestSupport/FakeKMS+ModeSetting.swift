import ByteStrings
public import KMS
import LinuxSystem
public import Pixels

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
// The protocol says what the methods do.
extension FakeKMS: ModeSetting {
  private func note(_ call: Call) throws(KMSError) {
    calls.append(call)
    let count = calls.count { $0 == call }
    for failure in failures
    where (failure.call == call && failure.nth == count)
      || (failure.call == nil && failure.nth == calls.count)
    {
      throw .call("fake", on: ByteString("\(call)"), failure.code)
    }
  }

  private func fail(_ code: ErrorCode) -> KMSError { .call("fake", code) }

  public func version() throws(KMSError) -> DriverVersion {
    try note(.version)
    return DriverVersion(name: "fake", major: 1, minor: 2, patch: 3)
  }
  public func capability(_ capability: Capability) throws(KMSError) -> UInt64 {
    try note(.capability)
    return capability == .preferShadow ? 0 : 1
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
    return CardResources(
      connectors: hardware.sockets.map { $0.connector.id },
      encoders: hardware.encoders.map { $0.id }, crtcs: hardware.crtcs.map { $0.id })
  }
  public func connector(_ id: ObjectID) throws(KMSError) -> Connector {
    try note(.connector)
    return try found(hardware.sockets.first { $0.connector.id == id }).connector
  }
  public func encoder(_ id: ObjectID) throws(KMSError) -> Encoder {
    try note(.encoder)
    return try found(hardware.encoders.first { $0.id == id })
  }
  public func crtc(_ id: ObjectID, index: Int) throws(KMSError) -> CRTC {
    try note(.crtc)
    return try found(hardware.crtcs.first { $0.id == id })
  }
  public func planes() throws(KMSError) -> [ObjectID] {
    try note(.planes)
    return hardware.layers.map { $0.plane.id }
  }
  public func plane(_ id: ObjectID) throws(KMSError) -> Plane {
    try note(.plane)
    return try found(hardware.layers.first { $0.plane.id == id }).plane
  }

  public func properties(
    of id: ObjectID, _ kind: ObjectKind
  ) throws(KMSError) -> [PropertyValue] {
    try note(.properties)
    return try values(of: id, kind).map {
      PropertyValue(property: Self.propertyID($0.0), value: $0.1)
    } + [PropertyValue(property: 0x8000, value: 5)]
  }

  private func values(
    of id: ObjectID, _ kind: ObjectKind
  ) throws(KMSError) -> [(PropertyName, UInt64)] {
    switch kind {
    case .crtc: return [(.active, 0), (.modeID, 0)]
    case .connector:
      let socket = try found(hardware.sockets.first { $0.connector.id == id })
      return [
        (.crtcID, UInt64(socket.crtc)), (.nonDesktop, socket.isNonDesktop ? 1 : 0),
        (.linkStatus, socket.isLinkBad ? 1 : 0),
      ]
    case .plane:
      let layer = try found(hardware.layers.first { $0.plane.id == id })
      let kind: UInt64 = layer.kind == .primary ? 1 : layer.kind == .cursor ? 2 : 0
      var all: [(PropertyName, UInt64)] = [(.type, kind), (.crtcID, UInt64(layer.plane.crtc ?? 0))]
      all += [
        .framebufferID, .sourceX, .sourceY, .sourceWidth, .sourceHeight, .crtcX, .crtcY,
        .crtcWidth, .crtcHeight,
      ].map { ($0, 0) }
      if layer.takesDamage { all.append((.damageClips, 0)) }
      if layer.rotates { all.append((.rotation, 4)) }
      return all
    }
  }

  public func property(_ id: ObjectID) throws(KMSError) -> Property {
    try note(.property)
    guard let name = PropertyName.allCases.first(where: { Self.propertyID($0) == id }) else {
      return Property(id: id, name: "EDID")
    }
    let choices: [(ByteString, UInt64)] =
      switch name {
      case .type: [("Overlay", 0), ("Primary", 1), ("Cursor", 2)]
      case .rotation: [("rotate-0", 0), ("rotate-180", 2)]
      default: []
      }
    return Property(
      id: id, name: ByteString(name.text),
      choices: choices.map { Property.Choice(name: $0.0, value: $0.1) })
  }

  public func createBlob(_ bytes: RawSpan) throws(KMSError) -> ObjectID {
    try note(.createBlob)
    let id = freeNumber(from: 0xB10B00) { blobs[$0] != nil }
    // SAFETY: the span lends its bytes for the length of the call.
    blobs[id] = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    return id
  }
  public func destroyBlob(_ id: ObjectID) throws(KMSError) {
    try note(.destroyBlob)
    if blobs.removeValue(forKey: id) == nil { throw fail(.noSuchFile) }
  }

  private func found<Found>(_ one: Found?) throws(KMSError) -> Found {
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
    let handle = freeNumber(from: 0x4A00) { memories[$0] != nil }
    // Rows are longer than their pixels, as with most drivers.
    let pitch = size.width * bitsPerPixel / 8 + 12
    memories[handle] = Memory(count: pitch * size.height)
    return DumbBufferLayout(handle: handle, pitch: pitch, byteCount: pitch * size.height)
  }
  public func map(_ buffer: DumbBufferLayout) throws(KMSError) -> any ScanoutMemory {
    try note(.map)
    let memory = try found(memories[buffer.handle])
    memory.onLend = { [unowned self] hasChanged in
      if !hasChanged { return }
      let busy = [shown, pending?.framebuffer].compactMap { $0 }
      if busy.contains(where: { framebuffers[$0]?.layout.handle == buffer.handle }) {
        tornFrames += 1
      }
    }
    return memory
  }
  public func destroyDumbBuffer(_ handle: UInt32) throws(KMSError) {
    try note(.destroyDumbBuffer)
    if memories.removeValue(forKey: handle) == nil { throw fail(.invalid) }
  }
  public func addFramebuffer(
    _ buffer: DumbBufferLayout, size: PixelSize, fourCC: UInt32
  ) throws(KMSError) -> ObjectID {
    try note(.addFramebuffer)
    let id = freeNumber(from: 0xFB00) { framebuffers[$0] != nil }
    framebuffers[id] = Framebuffer(layout: buffer, size: size)
    return id
  }
  public func removeFramebuffer(_ id: ObjectID) throws(KMSError) {
    try note(.removeFramebuffer)
    if framebuffers.removeValue(forKey: id) == nil { throw fail(.noSuchFile) }
    if shown == id { (shown, glass) = (nil, []) }
  }

  // MARK: - Frames

  public func commit(
    _ assignments: [PropertyAssignment], _ flags: CommitFlags, userData: UInt64
  ) throws(KMSError) {
    var commit = Commit(assignments: assignments, flags: flags, userData: userData)
    let blob = assignments.last { $0.property == Self.propertyID(.damageClips) }?.value
    if let blob { commit.clips = rects(blobs[ObjectID(blob)] ?? []) }
    commits.append(commit)
    try note(.commit)
    guard isMaster() else { throw fail(.accessDenied) }
    let isModeset = assignments.contains { $0.property == Self.propertyID(.modeID) }
    let isWellFormed = assignments.allSatisfy { isKnown($0) }
    let framebuffer = assignments.last {
      $0.property == Self.propertyID(.framebufferID) && $0.value != 0
    }
    guard isWellFormed, let framebuffer, !isModeset || flags.contains(.allowModeset) else {
      throw fail(.invalid)
    }
    if !flags.contains(.testOnly) {
      if flags.contains(.nonblock) {
        if pending != nil { throw fail(.busy) }
        if refusals > 0 {
          refusals -= 1
          throw fail(.busy)
        }
      } else if let flip = pending {
        pending = nil
        show(flip.framebuffer, clips: flip.clips)
      }
      apply(
        Flip(
          framebuffer: ObjectID(framebuffer.value), clips: isModeset ? nil : commit.clips,
          userData: userData), flags)
    }
    commits[commits.count - 1].isTaken = true
  }

  private func apply(_ flip: Flip, _ flags: CommitFlags) {
    if flags.contains(.nonblock) && !lacksVerticalBlank {
      pending = flip
      return
    }
    show(flip.framebuffer, clips: flip.clips)
    if flags.contains(.pageFlipEvent) {
      sendEvent(userData: flip.userData, at: .zero, sequence: 0)
    }
  }

  private func isKnown(_ one: PropertyAssignment) -> Bool {
    let objects =
      hardware.sockets.map { $0.connector.id } + hardware.crtcs.map { $0.id }
      + hardware.layers.map { $0.plane.id }
    guard objects.contains(one.object) else { return false }
    let value = ObjectID(truncatingIfNeeded: one.value)
    switch one.property {
    case Self.propertyID(.framebufferID): return value == 0 || framebuffers[value] != nil
    case Self.propertyID(.modeID): return blobs[value]?.count == 68
    case Self.propertyID(.damageClips): return blobs[value] != nil
    default: return true
    }
  }

  /// Only what is told to be new comes to the glass, so that damage told wrongly is seen.
  func show(_ id: ObjectID, clips: [PixelRect]?) {
    guard let framebuffer = framebuffers[id], let memory = memories[framebuffer.layout.handle]
    else { return }
    let size = framebuffer.size
    if glass.count != size.width * size.height {
      glass = [UInt32](repeating: 0, count: size.width * size.height)
    }
    for rect in clips ?? [PixelRect(size)] {
      for y in rect.top..<rect.bottom {
        for x in rect.left..<rect.right {
          let offset = y * framebuffer.layout.pitch + 4 * x
          glass[y * size.width + x] = memory.bytes[offset..<(offset + 4)].reversed().reduce(0) {
            $0 << 8 | UInt32($1)
          }
        }
      }
    }
    shown = id
  }

  private func rects(_ bytes: [UInt8]) -> [PixelRect] {
    let numbers = stride(from: 0, to: bytes.count, by: 4).map { start in
      Int(bytes[start..<(start + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    return stride(from: 0, to: numbers.count, by: 4).map {
      PixelRect(
        left: numbers[$0], top: numbers[$0 + 1], right: numbers[$0 + 2], bottom: numbers[$0 + 3])
    }
  }

  public func readEvents(into buffer: inout [UInt8]) throws(KMSError) -> Int {
    try note(.readEvents)
    let count = min(buffer.count, queue.count) / 32 * 32
    buffer.replaceSubrange(..<count, with: queue[..<count])
    queue.removeFirst(count)
    return count
  }
}
