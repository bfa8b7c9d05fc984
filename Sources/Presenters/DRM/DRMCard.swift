import ByteStrings
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
  /// Whether its driver sends the one box that holds all damage.
  let mergesDamage: Bool

  private var snapshot: DeviceSnapshot
  private var objections = ByteString()
  private let configuration: DRMPresenter.Configuration
  private let hooks: DRMPresenter.Hooks
  private var nextTag: UInt8 = 0
  private var hasReported: Bool
  // Buffers of a presenter before this one.
  private var inherited: [DRMInheritance.Buffer]
  private var events = [UInt8](repeating: 0, count: 1_024)

  /// Looks at a card, and becomes its master if need be. Throws what `OutputSelection` does when nothing can be shown.
  init(
    _ device: any ModeSetting, path: ByteString?, _ configuration: DRMPresenter.Configuration,
    _ hooks: DRMPresenter.Hooks, inherited: [DRMInheritance.Buffer]? = nil
  ) throws(KMSError) {
    (self.device, self.path, self.configuration, self.hooks) = (device, path, configuration, hooks)
    (self.inherited, hasReported) = (inherited ?? [], inherited != nil)
    snapshot = try DeviceSnapshot(of: device, usesAtomic: configuration.usesAtomic)
    _ = try configuration.selection.plan(of: snapshot)
    if !device.isMaster() { try device.setMaster() }
    hasMonotonicEvents = ((try? device.capability(.timestampMonotonic)) ?? 0) != 0
    mergesDamage = snapshot.driver.mergesDamage
  }

  /// How much less it is wanted than others; 0 for the driver that belongs to a display.
  var rank: Int { snapshot.driver.isOfFirmware ? 1 : 0 }

  /// Whether all that is to be shown on is lit.
  var isLit: Bool { !displays.isEmpty && displays.allSatisfy { $0.isLit } }

  /// Says something of the card.
  func note(_ text: ByteString) { hooks.report(.note(text)) }

  // MARK: - Outputs

  /// Sees to it that every output that there is has a display, and none that is gone. Those that stay are not touched, but for a
  /// broken link.
  func update() throws(KMSError) {
    let outputs: [Output]
    do throws(KMSError) {
      let plan = try configuration.selection.plan(of: snapshot)
      outputs = plan.outputs
      if !plan.objections.isEmpty, plan.objections != objections {
        note("not shown on: " + plan.objections)
      }
      objections = plan.objections
    } catch {
      if error.kind == .noOutput { removeAll() }
      throw error
    }
    var (kept, gone): ([DRMDisplay], [DRMDisplay]) = ([], [])
    for display in displays {
      if outputs.contains(where: { $0.isSame(as: display.output) }) {
        kept.append(display)
      } else {
        gone.append(display)
      }
    }
    // What will be used again stays lit until then.
    for display in gone where !outputs.contains(where: { $0.shares(crtcOf: display.output) }) {
      remove(display)
    }
    displays = []
    var failure: KMSError?
    for output in outputs {
      do throws(KMSError) {
        if let display = kept.first(where: { $0.output.isSame(as: output) }) {
          if output.isLinkBad { try display.relight(output) }
          displays.append(display)
        } else {
          nextTag &+= 1
          let display = try DRMDisplay(output, on: self, tag: nextTag)
          display.predecessor = gone.first { output.shares(crtcOf: $0.output) }
          displays.append(display)
        }
      } catch {
        if error.isCardGone || error.isMasterLost { throw error }
        note(output.name + ": not shown on: " + error.message)
        failure = failure ?? error
      }
    }
    if displays.isEmpty { throw failure ?? .unsupported("there is nothing to show on") }
  }

  /// Asks the card anew, or only some connectors, and does what follows.
  ///
  /// - Parameter connectors: those that are known to have changed; nil when any may have.
  func refresh(_ connectors: [ObjectID]?) throws(KMSError) {
    if let connectors {
      for id in connectors { snapshot = try snapshot.refreshing(connector: id, of: device) }
    } else {
      snapshot = try DeviceSnapshot(of: device, usesAtomic: configuration.usesAtomic)
    }
    try update()
  }

  private func remove(_ display: DRMDisplay) {
    display.extinguish()
    display.relinquishBuffers(false)
  }

  private func removeAll() {
    for display in displays { remove(display) }
    displays = []
    if hasReported { hooks.report(.buffers(inherited)) }
  }

  /// Forgets all displays, and leaves what they show to itself.
  func abandon() { displays = [] }

  // MARK: - The first pictures

  /// Tells the keeper what it must hold and free, before a display is lit.
  ///
  /// Nothing that was reported is freed by a failure here, and reports come before what they tell of is
  /// freed. So the keeper may at worst know of buffers that are gone; ours are never among those freed.
  func willLight(_ display: DRMDisplay) {
    if !hasReported { hooks.report(.card(descriptor: device.descriptor)) }
    hasReported = true
    display.relinquishBuffers(true)
    hooks.report(.buffers(inherited + buffers))
    hooks.enterGraphics()
  }

  /// Once all are lit, frees what nothing shows any more.
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
    for display in displays { all += display.buffers }
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

  /// Does what can be done about a failure on one display: shows the frame in another way; goes on with the other displays;
  /// or leaves it to who has the card.
  ///
  /// - Returns: whether the frame is shown.
  func recovers(
    from error: KMSError, on display: DRMDisplay, at now: Duration
  ) throws(PresenterError) -> Bool {
    do throws(KMSError) {
      if !display.isLit || error.isCardGone || error.isMasterLost { throw error }
      note(display.output.name + ": " + error.message + "; setting its mode anew")
      try display.recover()
      return true
    } catch {
      if error.isCardGone || error.isMasterLost || displays.count == 1 {
        try hooks.failed(error, now)
      } else {
        note(display.output.name + ": not shown on any more: " + error.message)
        displays = displays.filter { $0 !== display }
        remove(display)
      }
      return false
    }
  }

  // MARK: - Others

  /// Leaves the card to another program, which may be its master now.
  func pause() {
    for display in displays { display.pause() }
    if device.isMaster() { try? device.dropMaster() }
  }

  /// Takes the card again, as it may be by now, and shows what was shown last.
  func resume() throws(KMSError) {
    if !device.isMaster() { try device.setMaster() }
    try refresh(nil)
    for display in displays { try display.relight(display.output) }
  }

  /// Brings the last frames to the glass, and lets another program be the card's master.
  func finish(_ ending: PresenterEnding) throws(KMSError) {
    guard device.isMaster() else { return }
    for display in displays where display.isLit {
      switch ending {
      case .restore: try display.finish()
      case .keep:
        try display.finish()
        // Older kernels than 6.8 can't; then the holder of the card is all that keeps the picture.
        try? device.closeFramebuffer(display.framebuffer)
      case .black: display.extinguish()
      }
    }
    try? device.dropMaster()
  }
}

extension KMSError {
  /// Whether the card was unplugged or its driver unloaded.
  var isCardGone: Bool { code == .noDevice || code == .noSuchDeviceOrAddress }
  /// Whether another program is the card's master.
  var isMasterLost: Bool { code == .accessDenied || code == .notPermitted }
}
