// What each method does is said where `ModeSetting` declares it.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import KMS
public import LinuxSystem
public import Pixels

/// A card in memory: keeps what is in its buffers and on its glass, records what it was asked, fails when
/// told to, and has the quirks of real drivers as switches.
public final class FakeKMS: ModeSetting {
  /// The methods that can fail.
  public enum Call: CaseIterable, Sendable {
    case version, capability, enable, setMaster, dropMaster, resources, connector, encoder, crtc
    case planes, plane, properties, property, createBlob, destroyBlob, createDumbBuffer, map
    case destroyDumbBuffer, addFramebuffer, removeFramebuffer, commit, readEvents
  }

  /// A commit, as it was asked for.
  public struct Commit {
    /// What was to be set.
    public var assignments: [PropertyAssignment]
    /// How.
    public var flags: CommitFlags
    /// What was to come back.
    public var userData: UInt64
    /// The damage told; nil for none.
    public var clips: [PixelRect]?
    /// Whether it was taken.
    public var isTaken = false

    /// The value given to a property of an object; nil for none.
    public func value(_ object: ObjectID, _ name: PropertyName) -> UInt64? {
      assignments.last { $0.object == object && $0.property == FakeKMS.propertyID(name) }?.value
    }
  }

  private struct Flip {
    var framebuffer: ObjectID
    var clips: [PixelRect]?
    var userData: UInt64
  }

  private struct Framebuffer {
    var layout: DumbBufferLayout
    var size: PixelSize
  }

  private final class Memory: ScanoutMemory {
    var bytes: [UInt8]
    var onStore: () -> Void = {}
    init(count: Int) { bytes = [UInt8](repeating: 0xEE, count: count) }
    func store(_ source: RawSpan, at offset: Int) {
      onStore()
      // SAFETY: the span lends its bytes for the length of the call.
      let copy = unsafe source.withUnsafeBytes { unsafe Array($0) }
      bytes.replaceSubrange(offset..<(offset + copy.count), with: copy)
    }
  }

  /// The card's objects; may change under way, as with a plug.
  public var hardware: FakeHardware
  /// Whether there is no vertical blank: flips are done at once, events have the number 0.
  public var lacksVerticalBlank = false
  /// Whether atomic commits are refused.
  public var lacksAtomic = false
  /// How many flips will come to the glass without an event.
  public var eventsToLose = 0
  /// How many non-blocking commits will be refused with EBUSY.
  public var refusals = 0
  /// Whether another program sets modes.
  public var hasOtherMaster = false
  /// What the descriptor is said to be.
  public let descriptor: Int32

  /// All calls, in order.
  public private(set) var calls: [Call] = []
  /// All commits, in order.
  public private(set) var commits: [Commit] = []
  /// The pixels that are seen, row by row; empty while dark.
  public private(set) var glass: [UInt32] = []
  /// Rows stored into a buffer that was on the glass or on its way there.
  public private(set) var tornRows = 0
  /// The blobs and dumb buffers that exist.
  public var leftovers: (blobs: Int, buffers: Int, framebuffers: Int) {
    (blobs.count, memories.count, framebuffers.count)
  }

  private var isOurs = true
  private var failures: [(call: Call?, nth: Int, code: ErrorCode)] = []
  private var blobs: [ObjectID: [UInt8]] = [:]
  private var memories: [UInt32: Memory] = [:]
  private var framebuffers: [ObjectID: Framebuffer] = [:]
  private var shown: ObjectID?
  private var pending: Flip?
  private var queue: [UInt8] = []
  private var blankCount: UInt32 = 0

  /// Creates a card.
  public init(_ hardware: FakeHardware = .oneDisplay(), descriptor: Int32 = 77) {
    (self.hardware, self.descriptor) = (hardware, descriptor)
  }

  // MARK: - What a test does

  /// Lets the nth call of a method, or of any, counted from 1 and from now, fail once.
  public func failing(_ call: Call? = nil, nth: Int = 1, with code: ErrorCode) {
    let before = call.map { call in calls.count { $0 == call } } ?? calls.count
    failures.append((call, before + nth, code))
  }

  /// A vertical blank: the flip under way comes to the glass.
  public func verticalBlank(at time: Duration) {
    blankCount += 1
    guard let flip = pending else { return }
    pending = nil
    show(flip.framebuffer, clips: flip.clips)
    if eventsToLose > 0 {
      eventsToLose -= 1
    } else {
      sendEvent(userData: flip.userData, at: time, sequence: blankCount)
    }
  }

  /// Queues a page-flip event.
  public func sendEvent(userData: UInt64, at time: Duration, sequence: UInt32) {
    let (seconds, attoseconds) = time.components
    queue += Self.event(
      type: 2, userData: userData, seconds: UInt32(seconds),
      microseconds: UInt32(attoseconds / 1_000_000_000_000), sequence: sequence)
  }

  /// The bytes of a `drm_event_vblank` of the CRTC 0xCC.
  public static func event(
    type: UInt32, userData: UInt64, seconds: UInt32, microseconds: UInt32, sequence: UInt32
  ) -> [UInt8] {
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      // SAFETY: an integer's own bytes.
      unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
    }
    return bytes(type) + bytes(UInt32(32)) + bytes(userData) + bytes(seconds) + bytes(microseconds)
      + bytes(sequence) + bytes(UInt32(0xCC))
  }

  /// The property's number: 0x9000 and its place among all names.
  public static func propertyID(_ name: PropertyName) -> ObjectID {
    0x9000 + ObjectID(PropertyName.allCases.firstIndex { $0 == name } ?? 0)
  }

  // MARK: - The card

  private func note(_ call: Call) throws(KMSError) {
    calls.append(call)
    let count = calls.count { $0 == call }
    for failure in failures
    where (failure.call == call && failure.nth == count)
      || (failure.call == nil && failure.nth == calls.count)
    {
      throw .call("fake", on: "\(call)", failure.code)
    }
  }

  private func fail(_ code: ErrorCode) -> KMSError { .call("fake", on: "", code) }

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
      return Property(id: id, name: Array("EDID".utf8), isImmutable: true, isBlob: true)
    }
    let choices: [(String, UInt64)] =
      switch name {
      case .type: [("Overlay", 0), ("Primary", 1), ("Cursor", 2)]
      case .rotation: [("rotate-0", 0), ("rotate-180", 2)]
      default: []
      }
    return Property(
      id: id, name: Array(name.text.description.utf8),
      choices: choices.map { Property.Choice(name: Array($0.0.utf8), value: $0.1) })
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
    memory.onStore = { [unowned self] in
      let busy = [shown, pending?.framebuffer].compactMap { $0 }
      if busy.contains(where: { framebuffers[$0]?.layout.handle == buffer.handle }) {
        tornRows += 1
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
  private func show(_ id: ObjectID, clips: [PixelRect]?) {
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
