import Base
import KMS
import LinuxSystem
import Pixels

// Modesets, failure handling and the end of a display.
extension DRMDisplay {
  /// Switches to legacy calls if eight successive flips changed nothing, judging by the vertical
  /// blanks.
  ///
  /// - Returns: whether it switched and showed the newest frame again.
  func leavesAtomic() throws(KMSError) -> Bool {
    if !flips.haveNoEffect || commit.isLegacy { return false }
    note(": page flips have no effect; using legacy calls")
    commit.useLegacy()
    try relight()
    return true
  }

  /// Paints the first frame.
  func paint(_ source: any FrameSource, hasOneBuffer: Bool) throws(KMSError) {
    guard let buffer = commit.buffer else {
      throw .call("DRM_IOCTL_MODE_CREATE_DUMB", .noMemory)
    }
    if swapchain == nil {
      swapchain = try Swapchain(
        on: card.device, buffer,
        turning: commit.rotation == output.rotation ? .none : output.rotation, grayBits: grayBits,
        hasOneBuffer: hasOneBuffer)
    }
    swapchain?.paint(source)
    (self.source, state, unshown) = (source, .painted, swapchain?.backFramebuffer ?? 0)
  }

  /// Shows the next frame by a modeset of its own. Video memory may have room for the visible
  /// buffer only. So the first frame may be in inherited buffers, and another one in the front one.
  ///
  /// - Parameter waits: whether it blocks until the modeset is complete.
  func lightAlone(waits: Bool = false) throws(KMSError) {
    // Kept, so that none is taken twice.
    var refused: [DumbBuffer?] = []
    while true {
      do throws(KMSError) { return try card.setModes(of: [self], waits: waits) } catch {
        refused.append(commit.buffer)
        guard error.code == .noMemory, let source, let swapchain else { throw error }
        if !isLit {
          if !card.search.takeSpare(for: commit) { throw error }
          self.swapchain = nil
          try paint(source, hasOneBuffer: true)
        } else {
          let isFirst = swapchain.isComplete && !swapchain.drawsIntoFront
          swapchain.drawsIntoFront = isFirst
          if !isFirst { throw error }
          swapchain.paint(source)
          unshown = framebuffer
        }
      }
    }
  }

  /// Tests an update of the only buffer; adds another one if the driver refuses.
  ///
  /// - Parameter probes: whether a modeset may be pending.
  func confirm(probes: Bool = false) throws(KMSError) {
    guard let swapchain, !swapchain.isComplete, commit.usesOneFramebuffer else { return }
    do throws(KMSError) {
      return try commit.rehearseUpdate(of: framebuffer, probes: probes)
    } catch {
      if error.isOfCard { throw error }
      if error.isPassing { return }
    }
    commit.useTwoFramebuffers()
    try swapchain.addBuffer(on: card.device)
    card.willLight()
    swapchain.relinquish(true)
  }

  /// Shows the last frame by a modeset of its own.
  func relight(waits: Bool = false) throws(KMSError) {
    commit.keepMode()
    try lightAlone(waits: waits)
  }

  /// Turns the display off; shows a black frame if the driver refuses, as some DSI drivers do.
  func blacken() throws(KMSError) {
    do throws(KMSError) { try commit.extinguish(output.pipes) } catch {
      if !error.isRefusal { throw error }
      swapchain?.paintBlack()
      unshown = swapchain?.backFramebuffer ?? 0
      return try finish()
    }
    discard()
  }

  /// Turns off what no other display uses, and frees its buffers.
  ///
  /// - Returns: false if another display is not lit yet, or an earlier commit is pending: the
  ///   kernel refuses a nonblocking one meanwhile.
  func turnsOff(at now: Duration, waits: Bool) -> Bool {
    let isOn = output.pipes.contains { card.snapshot.crtcs[$0.crtc.index].mode != nil }
    guard isLit, isOn else {
      discard()
      return true
    }
    var unused = output.pipes
    for other in card.displays {
      if !other.isLit, output.pipes.contains(where: other.output.uses) { return false }
      unused.removeAll { other.output.uses($0) }
    }
    if !unused.isEmpty {
      let waits =
        waits || !card.displays.contains { $0.isLit }
        || card.isStuck(since: card.busySince, at: now)
      do throws(KMSError) {
        try commit.extinguish(unused, waits ? .allowModeset : [.allowModeset, .nonblock])
        if !waits, !commit.isLegacy { card.modesetEnd = now + .seconds(10) }
      } catch {
        if error.code == .busy, !waits {
          card.waitForCommits(at: now, refreshPeriod)
          return false
        }
        // Without the card's rights, freed buffers would darken another program's screen.
        if error.isOfCard { return false }
        if !waits { try? commit.extinguish(unused) }
      }
    }
    discard()
    return true
  }

  func countFailure() {
    if flips.fail() {
      note(": flips keep failing; waiting for each from now on")
    }
  }

  /// Shows the frame painted last by a modeset, after its flip has failed.
  func recover(from error: KMSError) throws(KMSError) {
    if flips.failureCount < 3 {
      note(": " + error.message + "; setting its mode anew")
    }
    countFailure()
    // No flip of a driver that refuses them would show that the modeset is complete.
    try relight(waits: error.isRefusal && flips.isWaitedFor)
  }

  /// Repaints the last frame for a modeset: a device reset may have destroyed its memory.
  func repaint() {
    guard let source, let swapchain, isLit else { return }
    swapchain.forgetFrames()
    swapchain.paint(source)
    unshown = swapchain.backFramebuffer
    awaitModeset()
  }

  /// Logs a line about the display.
  @inline(never) func note(_ text: ByteString) { card.note(output.name + text) }

  /// Whether the last attempt failed.
  var isFailing: Bool { if case .failed = state { true } else { false } }

  /// Whether a lack of memory lasts so long that only a smaller mode helps.
  func lacksMemory(_ error: KMSError) -> Bool { error.code == .noMemory && shortageCount > 5 }

  /// Schedules the next try: of a lit display after 1 s, of a dark one after 1, 4, 16, then 60 s.
  /// Failures that pass let a dark one wait for 0.1 s and five times for 1 s before.
  ///
  /// The display keeps its buffers: a lit one shows its last frame, and a dark one might get no
  /// others.
  ///
  /// - Returns: whether the failure is worth a line in the log.
  func fail(_ error: KMSError, at now: Duration) -> Bool {
    let count = error.isPassing ? max(0, pauseCount - 5) : pauseCount
    let pause = isLit ? 1 : min(60, 1 << (2 * min(count, 3)))
    let isFirst = error.isPassing && pauseCount == 0 && !isLit
    state = .failed(retry: now + (isFirst ? .milliseconds(100) : .seconds(pause)))
    pauseCount += 1
    shortageCount = error.code == .noMemory ? shortageCount + 1 : 0
    return pauseCount <= 3
  }

  /// Shows the frame painted last; blocks.
  func finish() throws(KMSError) {
    defer { commit.releaseModes() }
    guard isLit, unshown != 0 || !pieces.isEmpty else { return }
    let framebuffer = nextFramebuffer
    _ = try commit.flip(to: framebuffer, damage: nil, waits: true, userData: flips.number)
    isShown(framebuffer)
    (state, pieces) = (.idle, [])
  }
}
