import Base
import KMS
import LinuxSystem
import Pixels

/// A card in use: its displays, and their updates after hotplug events.
final class DRMCard {
  /// The card.
  let device: any ModeSetting
  /// The card's path; nil for a card that was inherited without one.
  let path: ByteString?
  /// The card's displays, each with its own picture.
  var displays: [DRMDisplay] = [] {
    didSet { outputs = displays.map { $0 } }
  }
  /// The displays as outputs; stored, because every frame reads it.
  private(set) var outputs: [any PresenterOutput] = []
  /// Whether a frame was shown on the card.
  private(set) var hasShown = false
  /// Whether the card supports atomic commits.
  var isAtomic: Bool { snapshot.isAtomic }
  /// Whether its events have timestamps of the monotonic clock.
  let hasMonotonicEvents: Bool
  /// The deviations of its driver.
  let quirks: DriverQuirks

  var snapshot: DeviceSnapshot
  let search: OutputSearch
  // The connectors to probe after the first picture.
  var unprobed: [ObjectID] = []
  // The time to read the card again, after a modeset or a failed read; and the time of the next
  // probe of displays without modes.
  var (nextRefresh, nextProbe) = (Duration?.none, Duration?.none)
  // Former displays, until their CRTCs are turned off or used again.
  var leaving: [DRMDisplay] = []
  // The time since which modesets are refused, because another commit is pending; the time of the
  // next try; and the latest end of a nonblocking modeset, during which the driver may refuse
  // commits of any display.
  var (busySince, nextTry, modesetEnd) = (Duration?.none, Duration?.none, Duration.zero)
  /// Whether displays start no frames, so that their pending flips end before the next try.
  var drains = false
  // Replaced displays that were not lit since: their successors continue the retry pauses.
  private var replaced: [DRMDisplay] = []
  // Whether the driver reports its displays reliably, and whether none had modes at first.
  private let (isCertain, lacksDisplays): (Bool, Bool)
  // The last lines of the log about displays left out, and about a refused configuration.
  private var (objections, refusal) = (ByteString(), ByteString())
  /// The presenter, which handles failures of the whole card.
  let presenter: DRMPresenter
  private var hasReported = false
  // Buffers of an earlier presenter.
  private var inherited: [DRMInheritance.Buffer] = []
  var events = [UInt8](repeating: 0, count: 1_024)

  /// Becomes master of a card, if necessary, and reads it. Throws the errors of `OutputSelection`
  /// if no display is available.
  convenience init(
    _ device: any ModeSetting, path: ByteString?, _ presenter: DRMPresenter,
    inherited: [DRMInheritance.Buffer]? = nil
  ) throws(KMSError) {
    // First, because only a master may probe connectors.
    if !device.isMaster() { try device.setMaster() }
    // The first frame needs no probing if the kernel knows of a display.
    var snapshot = try DeviceSnapshot(
      of: device, usesAtomic: presenter.configuration.usesAtomic, isProbed: false)
    let quirks = DriverQuirks(of: snapshot.driver.name)
    let selection = presenter.configuration.selection
    let search = OutputSearch(on: device, selection, quirks, presenter.memory)
    var isCertain = (try? search.plan(of: snapshot))?.isCertain ?? false
    var lacksDisplays = false
    if !isCertain {
      snapshot = try snapshot.refreshing(nil, of: device)
      do throws(KMSError) { isCertain = try search.plan(of: snapshot).isCertain } catch {
        if error.kind != .noOutput || snapshot.connectors.allSatisfy({ !$0.lacksModes }) {
          throw error
        }
        lacksDisplays = true
      }
    }
    self.init(device, path, presenter, search, quirks, snapshot, isCertain, lacksDisplays)
    (self.inherited, hasReported) = (inherited ?? [], inherited != nil)
    takeSpares()
  }

  /// Keeps the inherited buffers, in case memory does not suffice for others. With several
  /// displays, some may be another display's.
  private func takeSpares() {
    let shown = snapshot.crtcs.filter { crtc in
      inherited.contains { $0.framebuffer == crtc.framebuffer }
    }
    guard shown.count == 1, let mode = shown[0].mode else { return }
    // Prefer the buffers that the display does not scan out.
    let all =
      inherited.filter { $0.framebuffer == shown[0].framebuffer }
      + inherited.filter { $0.framebuffer != shown[0].framebuffer }
    search.spares = SpareBuffers(
      all.map { $0.handle },
      for: PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay)))
  }

  private init(
    _ device: any ModeSetting, _ path: ByteString?, _ presenter: DRMPresenter,
    _ search: OutputSearch, _ quirks: DriverQuirks, _ snapshot: DeviceSnapshot,
    _ isCertain: Bool, _ lacksDisplays: Bool
  ) {
    (self.device, self.path, self.presenter) = (device, path, presenter)
    (self.search, self.quirks) = (search, quirks)
    (self.snapshot, self.isCertain, self.lacksDisplays) = (snapshot, isCertain, lacksDisplays)
    if !snapshot.isProbed { unprobed = snapshot.connectors.map { $0.id } }
    hasMonotonicEvents = ((try? device.capability(.timestampMonotonic)) ?? 0) != 0
  }

  /// The order of preference among cards; 0 for a native driver with a display that is certainly
  /// connected, 4 and more for one whose displays have no modes.
  var rank: Int {
    (quirks.isOfFirmware ? 1 : 0) + (isCertain ? 0 : 2) + (lacksDisplays ? 4 : 0)
  }

  /// Whether all usable displays are lit.
  var isLit: Bool {
    displays.contains { $0.isLit } && displays.allSatisfy { $0.isLit || $0.isSuspended }
  }

  /// Whether all displays have failed.
  var hasFailed: Bool { !displays.isEmpty && displays.allSatisfy { !$0.isLit && $0.isFailing } }

  /// Logs a line about the card.
  func note(_ text: ByteString) { presenter.report(.note(text)) }

  private func note(_ text: ByteString, unless last: inout ByteString) {
    if text != last { note(text) }
    last = text
  }

  // MARK: - Outputs

  /// Updates the displays to those of the search: adds new outputs, and removes those that are
  /// gone. Others are not touched.
  func update(at now: Duration) throws(PresenterError) {
    defer { nextProbe = modeless.isEmpty ? nil : nextProbe ?? now + .seconds(10) }
    let plan: OutputPlan
    let candidates: [OutputCommit]
    // A handle that was free may belong to a new buffer of ours.
    for buffer in buffers { search.spares?.forget(buffer.handle) }
    do throws(KMSError) {
      (plan, candidates) = try search.run(snapshot) { output in
        guard let display = display(for: output) else { return false }
        if display.output.isSame(as: output) { display.commit.follow(output) }
        return true
      }
    } catch {
      if error.kind != .unsupported, error.code == nil {
        use([])
        if hasReported { presenter.report(.buffers(inherited)) }
      }
      nextRefresh = search.pause(after: error).map { now + $0 }
      if displays.isEmpty || !error.isPassing { return try presenter.failed(error, at: now) }
      return note(error.message + "; retrying", unless: &objections)
    }
    if let refused = search.tests.first(where: { $0.code != nil }), let code = refused.code,
      candidates.contains(where: { !$0.isLegacy })
    {
      note(refused.of + ": " + code.text + "; trying another configuration", unless: &refusal)
    }
    if !plan.objections.isEmpty, plan.objections != objections {
      note("not shown on: " + plan.objections)
    }
    objections = plan.objections
    var next: [DRMDisplay] = []
    for output in plan.outputs {
      if let display = display(for: output) {
        next.append(display)
      } else if let candidate = candidates.first(where: { $0.output === output }) {
        next.append(newDisplay(candidate, next))
      }
    }
    use(next)
    if displays.isEmpty {
      try presenter.failed(.unsupported("there is nothing to show on"), at: now)
    }
  }

  /// Continues with these displays, and turns off the others.
  private func use(_ next: [DRMDisplay]) {
    let former = displays + leaving
    displays = next
    leaving = former.filter { one in !next.contains { $0 === one } }
    for display in next { display.stay() }
    for display in leaving { display.leave() }
    turnOff()
  }

  /// The display that continues an output. A dark display that waits for a retry is kept until it
  /// is due.
  private func display(for output: Output) -> DRMDisplay? {
    (displays + leaving).first { display in
      display.output.isSame(as: output)
        || !display.isLit && display.isFailing && display.output.name == output.name
    }
  }

  private func newDisplay(_ commit: OutputCommit, _ next: [DRMDisplay]) -> DRMDisplay {
    let former = replaced.last { $0.output.name == commit.output.name }
    if isAtomic, commit.isLegacy, !quirks.prefersLegacy, search.refusalCount == 0,
      former?.pauseCount ?? 0 == 0
    {
      note(commit.output.name + ": atomic commits are refused; using legacy calls")
    }
    return DRMDisplay(commit, on: self, tag: freeTag(next), former)
  }

  private func freeTag(_ next: [DRMDisplay]) -> UInt8 {
    var tag: UInt8 = 1
    while (displays + next + leaving).contains(where: { $0.tag == tag }) { tag &+= 1 }
    return tag
  }

  /// Replaces dark displays by the next configurations of the search, and prepares modesets of lit
  /// ones. What these turn off depends on the card's current state.
  func replace(_ refused: [DRMDisplay], at now: Duration) throws(PresenterError) {
    for display in refused {
      if display.isLit {
        display.awaitModeset()
        continue
      }
      forgetReplaced(by: display)
      replaced.append(display)
      display.discard()
      displays.removeAll { $0 === display }
    }
    try refresh([], at: now)
    // The first frame of another configuration is due.
    nextRefresh = nextRefresh ?? now
  }

  /// Forgets all displays without touching them. This releases the card.
  func abandon() {
    for display in displays { display.leave() }
    (displays, leaving) = ([], [])
  }

  // MARK: - The first frames

  /// Reports to the keeper what to hold and free, before buffers are shown.
  ///
  /// A failure here frees nothing that was reported, and each report precedes the release of the
  /// buffers it omits. So the keeper may at worst know of buffers that are gone; ours are never
  /// among those freed.
  func willLight() {
    if !hasReported { presenter.report(.card(descriptor: device.descriptor, path: path)) }
    hasReported = true
    presenter.report(.buffers(inherited + buffers))
    presenter.enterGraphics()
  }

  /// Once all displays are lit or have failed, frees the inherited buffers that no display shows.
  func didLight() {
    hasShown = true
    for display in displays where display.isLit { forgetReplaced(by: display) }
    if !isLit || inherited.isEmpty { return }
    guard let current = try? snapshot.refreshing([], of: device) else { return }
    // A display that failed still shows its former picture.
    let visible = current.crtcs.map { $0.framebuffer } + current.planes.map { $0.framebuffer }
    let former = inherited
    inherited.removeAll { !visible.contains($0.framebuffer) }
    let ours = inherited + buffers
    presenter.report(.buffers(ours))
    for old in former where !visible.contains(old.framebuffer) {
      if !ours.contains(where: { $0.framebuffer == old.framebuffer }) {
        try? device.removeFramebuffer(old.framebuffer)
      }
      if !ours.contains(where: { $0.handle == old.handle }) {
        try? device.destroyDumbBuffer(old.handle)
      }
    }
    if search.spares == nil || !inherited.isEmpty { return }
    search.spares = nil
    for display in displays { display.adoptBuffers() }
    if buffers != ours { presenter.report(.buffers(buffers)) }
  }

  @inline(never) private func forgetReplaced(by display: DRMDisplay) {
    replaced.removeAll { $0.output.name == display.output.name }
  }

  private var buffers: [DRMInheritance.Buffer] {
    var all: [DRMInheritance.Buffer] = []
    for display in displays + leaving { all += display.buffers }
    return all
  }
}
