import Base
import FakeCards
import Glibc
import KMS
import LinuxSystem
import Pixels
import SimulatedLinux
import TestSupport

/// A card that may be plugged in, and the files that are open on it.
final class CardState {
  let index: Int32
  let fake: FakeKMS
  /// The open file that is the master; nil for none.
  var master: UInt32?
  var files: Set<UInt32> = []
  /// When the next vertical blank comes; nil if none is waited for.
  var nextBlank: Time?
  /// The time from one vertical blank to the next.
  let period: Time
  /// The most objects that existed at once, since the last look.
  var mostBuffers = 0

  init(_ index: Int32, _ fake: FakeKMS, period: Time) {
    (self.index, self.fake, self.period) = (index, fake, period)
  }

  /// The last copy of a descriptor was closed.
  func closed(_ file: UInt32) {
    if master == file { master = nil }
    files.remove(file)
    if files.isEmpty { fake.closeAll() }
  }

  /// Sets the next vertical blank if one is waited for.
  func planBlank() {
    if nextBlank == nil, fake.hasPendingFlip {
      let time = (sim_now() / period + 1) * period
      nextBlank = time
      sim_limit(time)
    }
  }

  func blank(at now: Time) {
    guard let time = nextBlank, time <= now else { return }
    nextBlank = nil
    fake.verticalBlank(at: .nanoseconds(time))
    planBlank()
  }
}

/// A descriptor of a card in a process. The card may fail, or take its time, at each call.
final class SimulatedCard: ModeSetting {
  let descriptor: Int32
  private let file: FileDescriptor
  private let number: UInt32
  private let state: CardState
  private let weather: Weather

  init(_ file: consuming FileDescriptor, _ cards: Cards, _ weather: Weather) {
    descriptor = file.rawValue
    self.weather = weather
    number = sim_file(descriptor)
    state = cards.state(of: number, card: sim_card(descriptor))
    self.file = file
  }

  private var fake: FakeKMS { state.fake }

  /// Begins a call: the driver may hang or fail.
  private func enter(_ call: FakeKMS.Call) throws(KMSError) {
    if sim_is_dead() == 0, let time = weather.hang(call) { sim_block(time) }
    if sim_traced == sim_current() {
      fputs("  card \(number): \(call), master \(state.master ?? 0)\n", stderr)
    }
    if sim_is_dead() != 0 || number == 0 { throw .call("dead", .noDevice) }
    if let code = weather.failure(call) {
      throw .call("simulated", on: ByteString("\(call)"), code)
    }
    fake.setCaller(isMaster: state.master == number)
    if fake.calls.count > 4_000 { fake.forgetCalls() }
  }

  private func leave() {
    state.mostBuffers = max(state.mostBuffers, fake.leftovers.buffers)
    state.planBlank()
    if let session { session.glass.look(session) }
  }

  func version() throws(KMSError) -> DriverVersion {
    try enter(.version)
    return try fake.version()
  }
  func capability(_ capability: Capability) throws(KMSError) -> UInt64 {
    try enter(.capability)
    return try fake.capability(capability)
  }
  func enable(_ capability: ClientCapability) throws(KMSError) {
    try enter(.enable)
    try fake.enable(capability)
  }
  func isMaster() -> Bool {
    sim_is_dead() == 0 && state.master == number && !fake.hasOtherMaster
  }
  func setMaster() throws(KMSError) {
    try enter(.setMaster)
    if state.master != nil, state.master != number { throw .call("setMaster", .busy) }
    try fake.setMaster()
    state.master = number
  }
  func dropMaster() throws(KMSError) {
    try enter(.dropMaster)
    try fake.dropMaster()
    if state.master == number { state.master = nil }
  }
  func resources() throws(KMSError) -> CardResources {
    try enter(.resources)
    return try fake.resources()
  }
  func connector(_ id: ObjectID, probes: Bool) throws(KMSError) -> Connector {
    try enter(.connector)
    return try fake.connector(id, probes: probes)
  }
  func encoder(_ id: ObjectID) throws(KMSError) -> Encoder {
    try enter(.encoder)
    return try fake.encoder(id)
  }
  func crtc(_ id: ObjectID, index: Int) throws(KMSError) -> CRTC {
    try enter(.crtc)
    return try fake.crtc(id, index: index)
  }
  func planes() throws(KMSError) -> [ObjectID] {
    try enter(.planes)
    return try fake.planes()
  }
  func plane(_ id: ObjectID) throws(KMSError) -> Plane {
    try enter(.plane)
    return try fake.plane(id)
  }
  func properties(of id: ObjectID, _ kind: ObjectKind) throws(KMSError) -> [PropertyValue] {
    try enter(.properties)
    return try fake.properties(of: id, kind)
  }
  func property(_ id: ObjectID) throws(KMSError) -> Property {
    try enter(.property)
    return try fake.property(id)
  }
  func createBlob(_ bytes: RawSpan) throws(KMSError) -> ObjectID {
    try enter(.createBlob)
    return try fake.createBlob(bytes)
  }
  func blob(_ id: ObjectID) throws(KMSError) -> [UInt8] {
    try enter(.blob)
    return try fake.blob(id)
  }
  func destroyBlob(_ id: ObjectID) throws(KMSError) {
    if sim_is_dead() == 0 { try fake.destroyBlob(id) }
  }
  func createDumbBuffer(size: PixelSize, bitsPerPixel: Int) throws(KMSError) -> DumbBufferLayout {
    try enter(.createDumbBuffer)
    defer { leave() }
    return try fake.createDumbBuffer(size: size, bitsPerPixel: bitsPerPixel)
  }
  func map(_ buffer: DumbBufferLayout) throws(KMSError) -> any ScanoutMemory {
    try enter(.map)
    return try fake.map(buffer)
  }
  func destroyDumbBuffer(_ handle: UInt32) throws(KMSError) {
    if sim_is_dead() == 0 { try fake.destroyDumbBuffer(handle) }
  }
  func addFramebuffer(
    _ buffer: DumbBufferLayout, size: PixelSize, fourCC: UInt32
  ) throws(KMSError) -> ObjectID {
    try enter(.addFramebuffer)
    return try fake.addFramebuffer(buffer, size: size, fourCC: fourCC)
  }
  func removeFramebuffer(_ id: ObjectID) throws(KMSError) {
    if sim_is_dead() == 0 { try fake.removeFramebuffer(id) }
  }
  func closeFramebuffer(_ id: ObjectID) throws(KMSError) {
    try enter(.closeFramebuffer)
    try fake.closeFramebuffer(id)
  }
  func commit(
    _ assignments: [PropertyAssignment], _ flags: CommitFlags, userData: UInt32
  ) throws(KMSError) {
    try enter(.commit)
    defer { leave() }
    try fake.commit(assignments, flags, userData: userData)
  }
  func setCRTC(
    _ crtc: ObjectID, framebuffer: ObjectID, x: Int, y: Int, connectors: [ObjectID], mode: Mode?
  ) throws(KMSError) {
    try enter(.setCRTC)
    defer { leave() }
    try fake.setCRTC(crtc, framebuffer: framebuffer, x: x, y: y, connectors: connectors, mode: mode)
  }
  func pageFlip(_ crtc: ObjectID, to framebuffer: ObjectID, userData: UInt32) throws(KMSError) {
    try enter(.pageFlip)
    defer { leave() }
    try fake.pageFlip(crtc, to: framebuffer, userData: userData)
  }
  func markDirty(_ framebuffer: ObjectID, _ damage: DamageRegion) throws(KMSError) {
    try enter(.markDirty)
    defer { leave() }
    try fake.markDirty(framebuffer, damage)
  }
  func set(_ assignment: PropertyAssignment, of kind: ObjectKind) throws(KMSError) {
    try enter(.set)
    try fake.set(assignment, of: kind)
  }
  func resetGamma(of crtc: ObjectID, size: Int) throws(KMSError) {
    try enter(.resetGamma)
    try fake.resetGamma(of: crtc, size: size)
  }
  func disablePlane(_ plane: ObjectID) throws(KMSError) {
    try enter(.disablePlane)
    try fake.disablePlane(plane)
  }
  func hideCursor(of crtc: ObjectID) throws(KMSError) {
    try enter(.hideCursor)
    try fake.hideCursor(of: crtc)
  }
  func readEvents(into buffer: inout [UInt8]) throws(KMSError) -> Int {
    try enter(.readEvents)
    return try fake.readEvents(into: &buffer)
  }
}

/// All cards of a machine. A card that comes back is another one.
final class Cards {
  private(set) var current: CardState?
  private var byFile: [UInt32: CardState] = [:]
  private let make: () -> FakeKMS
  private let period: Time

  init(period: Time, _ make: @escaping () -> FakeKMS) { (self.period, self.make) = (period, make) }

  func plug(tells: Bool = true) {
    if current != nil { return }
    current = CardState(0, make(), period: period)
    sim_make_card(0, 1)
    if tells { tell("add", "card0") }
  }

  func unplug() {
    current?.fake.isGone = true
    current = nil
    sim_make_card(0, 0)
    tell("remove", "card0")
  }

  /// A display comes or goes.
  func connect(_ place: Int, _ isThere: Bool) {
    guard let fake = current?.fake, place < fake.hardware.sockets.count else { return }
    fake.hardware.sockets[place].connector.connection = isThere ? .connected : .disconnected
    let text =
      "change@/card0\0ACTION=change\0SUBSYSTEM=drm\0HOTPLUG=1\0CONNECTOR="
      + "\(fake.hardware.sockets[place].connector.id)\0"
    sim_uevent(text, text.utf8.count)
  }

  private func tell(_ action: String, _ name: String) {
    let text = "\(action)@/\(name)\0ACTION=\(action)\0SUBSYSTEM=drm\0"
    sim_uevent(text, text.utf8.count)
  }

  func state(of file: UInt32, card: Int32) -> CardState {
    if let known = byFile[file] { return known }
    let state = current ?? CardState(card, make(), period: period)
    if current == nil { state.fake.isGone = true }
    byFile[file] = state
    state.files.insert(file)
    // The first to open a card without a master becomes it.
    if state.master == nil { state.master = file }
    return state
  }

  func isReady(_ file: UInt32) -> Bool {
    guard let state = byFile[file] else { return false }
    return state.fake.isGone || state.fake.hasEvents && state.master == file
  }

  func closed(_ file: UInt32) { byFile.removeValue(forKey: file)?.closed(file) }

  /// The next vertical blank of all cards; nil for none.
  var nextBlank: Time? { byFile.values.compactMap { $0.nextBlank }.min() }

  func blank(at now: Time) {
    var seen: [ObjectIdentifier] = []
    for state in byFile.values where !seen.contains(ObjectIdentifier(state)) {
      seen.append(ObjectIdentifier(state))
      state.blank(at: now)
    }
  }

  var openCount: Int { byFile.count }
}
