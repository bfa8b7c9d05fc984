import Base
import KMS
import LinuxSystem
import Pixels

/// A card that is shown on: its outputs, and what has to be done when they change.
final class DRMCard {
  /// The card.
  let device: any ModeSetting
  /// Its path; nil where it was inherited.
  let path: ByteString?
  /// What is shown on, each with its own picture.
  private(set) var displays: [DRMDisplay] = [] {
    didSet { outputs = displays.map { $0 } }
  }
  /// The same, for those who don't know of displays; kept, since it is asked for in every frame.
  private(set) var outputs: [any PresenterOutput] = []
  /// Whether anything was shown on it.
  private(set) var hasShown = false
  /// Whether it takes atomic commits.
  var isAtomic: Bool { snapshot.isAtomic }
  /// Whether its events are stamped by our clock.
  let hasMonotonicEvents: Bool
  /// What its driver does otherwise than others.
  let quirks: DriverQuirks

  private var snapshot: DeviceSnapshot
  private var objections = ByteString()
  private let configuration: DRMPresenter.Configuration
  private let hooks: DRMPresenter.Hooks
  private var hasReported: Bool
  // Buffers of a presenter before this one.
  private var inherited: [DRMInheritance.Buffer]
  private var events = [UInt8](repeating: 0, count: 1_024)

  /// Becomes a card's master, if need be, and looks at it. Throws what `OutputSelection` does when nothing can be shown.
  init(
    _ device: any ModeSetting, path: ByteString?, _ configuration: DRMPresenter.Configuration,
    _ hooks: DRMPresenter.Hooks, inherited: [DRMInheritance.Buffer]? = nil
  ) throws(KMSError) {
    (self.device, self.path, self.configuration, self.hooks) = (device, path, configuration, hooks)
    (self.inherited, hasReported) = (inherited ?? [], inherited != nil)
    // First, since others get no answer from displays that nobody has asked yet.
    if !device.isMaster() { try device.setMaster() }
    snapshot = try DeviceSnapshot(of: device, usesAtomic: configuration.usesAtomic)
    _ = try configuration.selection.plan(of: snapshot)
    hasMonotonicEvents = ((try? device.capability(.timestampMonotonic)) ?? 0) != 0
    quirks = DriverQuirks(of: snapshot.driver.name)
  }

  /// How much less it is wanted than others; 0 for the driver that belongs to a display.
  var rank: Int { quirks.isOfFirmware ? 1 : 0 }

  /// Whether all that can be shown on is lit.
  var isLit: Bool {
    !displays.isEmpty && displays.allSatisfy { $0.isLit || $0.isSuspended }
      && displays.contains { $0.isLit }
  }

  /// Whether nothing can be shown on it, though it has displays.
  var hasFailed: Bool {
    !displays.isEmpty && displays.allSatisfy { !$0.isLit && !$0.isFresh }
  }

  /// Says something of the card.
  func note(_ text: ByteString) { hooks.report(.note(text)) }

  // MARK: - Outputs

  /// Sees to it that every output that there is has a display, and none that is gone. Those that stay are not touched, but for a
  /// broken link.
  func update(at now: Duration) throws(PresenterError) {
    let plan: OutputPlan
    do throws(KMSError) { plan = try configuration.selection.plan(of: snapshot) } catch {
      if error.kind != .unsupported { removeAll() }
      return try hooks.failed(error, now)
    }
    if !plan.objections.isEmpty, plan.objections != objections {
      note("not shown on: " + plan.objections)
    }
    objections = plan.objections
    var (next, broken): ([DRMDisplay], [DRMDisplay]) = ([], [])
    for output in plan.outputs {
      do throws(KMSError) {
        if let display = displays.first(where: { $0.output.isSame(as: output) }) {
          try display.follow(output)
          if output.isLinkBad { broken.append(display) }
          next.append(display)
        } else {
          next.append(try DRMDisplay(output, on: self, tag: freeTag(next)))
        }
      } catch {
        note(output.name + ": not shown on: " + error.message)
      }
    }
    let former = displays
    displays = next
    for display in former where !next.contains(where: { $0 === display }) {
      // What will be used again stays lit until then.
      let heir = next.first {
        !$0.isLit && $0.predecessor == nil && $0.output.shares(crtcOf: display.output)
      }
      if let heir { heir.predecessor = display } else { display.extinguish() }
    }
    for display in broken { relight(display, at: now) }
    if displays.isEmpty {
      try hooks.failed(.unsupported("there is nothing to show on"), now)
    }
  }

  private func freeTag(_ next: [DRMDisplay]) -> UInt8 {
    var tag: UInt8 = 1
    while (displays + next).contains(where: { $0.tag == tag }) { tag &+= 1 }
    return tag
  }

  /// Asks the card anew, or only some connectors, and does what follows.
  ///
  /// - Parameter connectors: those that are known to have changed; nil when any may have.
  func refresh(_ connectors: [ObjectID]?, at now: Duration) throws(PresenterError) {
    do throws(KMSError) {
      if let connectors {
        for id in connectors { snapshot = try snapshot.refreshing(connector: id, of: device) }
      } else {
        snapshot = try DeviceSnapshot(of: device, usesAtomic: configuration.usesAtomic)
      }
    } catch {
      return try hooks.failed(error, now)
    }
    try update(at: now)
  }

  private func removeAll() {
    for display in displays { display.extinguish() }
    displays = []
    if hasReported { hooks.report(.buffers(inherited)) }
  }

  /// Forgets all displays, and leaves what they show to itself. Nothing holds the card any more then.
  func abandon() { displays = [] }

  // MARK: - The first pictures

  /// Tells the keeper what it must hold and free, before buffers are shown.
  ///
  /// Nothing that was reported is freed by a failure here, and reports come before what they tell of is
  /// freed. So the keeper may at worst know of buffers that are gone; ours are never among those freed.
  func willLight(_ fresh: [DRMInheritance.Buffer]) {
    if !hasReported { hooks.report(.card(descriptor: device.descriptor)) }
    hasReported = true
    hooks.report(.buffers(inherited + buffers + fresh))
    hooks.enterGraphics()
  }

  /// Once all are lit, frees what was inherited and nothing shows any more.
  func didLight() {
    hasShown = true
    if !isLit || inherited.isEmpty { return }
    let ours = buffers
    hooks.report(.buffers(ours))
    for old in inherited
    where !ours.contains(where: {
      $0.framebuffer == old.framebuffer || $0.handle == old.handle
    }) {
      DumbBuffer.free(framebuffer: old.framebuffer, handle: old.handle, on: device)
    }
    inherited = []
  }

  private var buffers: [DRMInheritance.Buffer] {
    var all: [DRMInheritance.Buffer] = []
    for display in displays { all += display.buffers + (display.predecessor?.buffers ?? []) }
    return all
  }

  // MARK: - Events

  /// When `handleEvents` has something to do; nil for never.
  var deadline: Duration? {
    var next: Duration?
    for display in displays {
      if let deadline = display.deadline { next = next.map { min($0, deadline) } ?? deadline }
    }
    return next
  }

  /// Takes the card's events, and does what is due.
  func handleEvents(at now: Duration) throws(PresenterError) {
    for _ in 0..<8 where try readEvents(at: now) == 0 { break }
    for display in displays {
      do throws(KMSError) { try display.handle(at: now) } catch {
        _ = try recovers(from: error, on: display, at: now)
      }
    }
  }

  /// Bounded, as all waiting is: a driver that always has another event gets the next turn.
  private func readEvents(at now: Duration) throws(PresenterError) -> Int {
    let count: Int
    do throws(KMSError) { count = try device.readEvents(into: &events) } catch {
      try hooks.failed(error, now)
      return 0
    }
    var offset = 0
    let read = events
    let bytes = read.span.extracting(0..<min(count, read.count))
    while let event = PageFlipEvent.next(in: bytes, at: &offset) {
      for display in displays {
        do throws(KMSError) { try display.take(event, at: now) } catch {
          _ = try recovers(from: error, on: display, at: now)
        }
      }
    }
    return count
  }

  // MARK: - Failures

  /// Does what can be done about a failure on one display: shows the frame in another way, or leaves the display alone for a
  /// while; where it is all of the card, leaves that to who has it.
  ///
  /// - Returns: whether the frame is shown.
  func recovers(
    from error: KMSError, on display: DRMDisplay, at now: Duration
  ) throws(PresenterError) -> Bool {
    do throws(KMSError) {
      if !display.isLit || display.isFailing || error.isCardGone || error.isMasterLost {
        throw error
      }
      try display.recover(from: error)
      return true
    } catch {
      if error.isCardGone || error.isMasterLost {
        try hooks.failed(error, now)
      } else {
        fail(display, error, at: now)
        freeInherited(after: displays)
      }
      return false
    }
  }

  /// Frees what was inherited, which may have waited for a display that is not lit any more.
  private func freeInherited(after displays: [DRMDisplay]) {
    if displays.contains(where: { $0.isLit }) { didLight() }
  }

  private func relight(_ display: DRMDisplay, at now: Duration) {
    do throws(KMSError) { try display.relight() } catch {
      fail(display, error, at: now)
    }
  }

  private func fail(_ display: DRMDisplay, _ error: KMSError, at now: Duration) {
    let consequence: ByteString = display.isLit ? ": retrying: " : ": not shown on for a while: "
    if display.fail(at: now) { note(display.output.name + consequence + error.message) }
  }

  // MARK: - Others

  /// Leaves the card to another program, which may be its master now.
  func pause() {
    for display in displays { display.pause() }
    if device.isMaster() { try? device.dropMaster() }
  }

  /// Takes the card again, as it may be by now, and shows what was shown last.
  ///
  /// - Returns: false when another program still has it.
  func resumes(at now: Duration) throws(PresenterError) -> Bool {
    do throws(KMSError) { if !device.isMaster() { try device.setMaster() } } catch {
      if error.isCardGone { try hooks.failed(error, now) }
      return error.isCardGone
    }
    try refresh(nil, at: now)
    for display in displays { relight(display, at: now) }
    return true
  }

  /// Brings the last frames to the glass, and lets another program be the card's master.
  func finish(_ ending: PresenterEnding) throws(KMSError) {
    guard device.isMaster() else { return }
    var failure: KMSError?
    for display in displays where display.isLit {
      do throws(KMSError) {
        if ending == .black { display.extinguish() } else { try display.finish() }
      } catch {
        failure = failure ?? error
      }
      // Older kernels than 6.8 can't; then the holder of the card is all that keeps the picture.
      if ending == .keep { try? device.closeFramebuffer(display.framebuffer) }
    }
    try? device.dropMaster()
    if let failure { throw failure }
  }
}

extension KMSError {
  /// Whether the card was unplugged or its driver unloaded.
  var isCardGone: Bool { code == .noDevice || code == .noSuchDeviceOrAddress }
  /// Whether another program is the card's master.
  var isMasterLost: Bool { code == .accessDenied || code == .notPermitted }
}
