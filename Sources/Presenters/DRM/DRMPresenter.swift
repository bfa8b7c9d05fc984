import ByteStrings
import KMS
public import LinuxSystem
public import Pixels

/// Shows frames on a display, through KMS.
///
/// While there is no card, or none with a display, it waits for the kernel to tell of one. A card that
/// goes, or a display that changes, ends it with an error; its keeper starts another, which finds
/// what is there then.
public final class DRMPresenter: Presenter {
  private let configuration: Configuration
  private let start: Duration
  private let cards: Cards
  private let enterGraphics: () -> Void
  private let report: (DRMReport) -> Void
  private var inheritance: DRMInheritance
  private var events: DeviceEvents?
  private var display: DRMDisplay?
  // While there is no display: when to look for one, and why there was none.
  private var nextSearch: Duration?
  private var reason = ByteString()

  /// Creates a presenter. The first `handleEvents`, due at once, looks for a display.
  ///
  /// - Parameters:
  ///   - inheritance: what an earlier presenter left. The card's descriptor stays the caller's, and must be
  ///     valid as long as this object.
  ///   - start: the time from which waiting counts.
  ///   - enterGraphics: puts the text console aside; called right before the first picture.
  ///   - report: is told what the keeper must know.
  public init(
    _ configuration: Configuration, inheritance: DRMInheritance = DRMInheritance(),
    at start: Duration, cards: Cards = .machine, enterGraphics: @escaping () -> Void,
    report: @escaping (DRMReport) -> Void
  ) {
    (self.configuration, self.inheritance, self.start) = (configuration, inheritance, start)
    (self.cards, self.enterGraphics, self.report) = (cards, enterGraphics, report)
    events = configuration.listens ? try? DeviceEvents() : nil
    nextSearch = start
  }

  /// The size of the display; nil while there is none.
  public var size: PixelSize? { display?.output.size }

  /// The time from one vertical blank to the next, by the display's mode.
  public var refreshPeriod: Duration {
    display?.output.mode.refreshPeriod ?? .nanoseconds(16_666_667)
  }

  /// Whether a frame may be presented now.
  public var isReady: Bool { display?.isReady ?? false }

  /// When the last frame came to the glass; nil where the driver has no vertical blank.
  public var lastVerticalBlank: Duration? { display?.lastVerticalBlank }

  /// When there is something to do though nothing was heard; nil for never.
  public var deadline: Duration? {
    if let display { return display.deadline }
    guard let end = configuration.wait.map({ start + $0 }) else { return nextSearch }
    return min(nextSearch ?? end, end)
  }

  /// Adds the card's descriptor, and the one that tells of cards and displays that come.
  public func addDescriptors(to poller: inout Poller) {
    if let events = events?.rawValue { _ = poller.add(events, .readable) }
    if let display, display.isLit { _ = poller.add(display.device.descriptor, .readable) }
  }

  /// Looks for a display while there is none; then takes what the card has to tell.
  public func handleEvents(at now: Duration) throws(PresenterError) {
    let hasNews = events?.drain(subsystem: "drm") ?? false
    if hasNews { try lookAgain(at: now) }
    if let display {
      try onCard { () throws(KMSError) in try display.handleEvents(at: now) }
    } else if let nextSearch, now >= nextSearch {
      try search(at: now)
    } else {
      try endWait(at: now)
    }
  }

  /// Shows a frame. One of another size than `size` is not shown.
  public func present(
    _ source: any FrameSource, for time: Duration
  ) throws(PresenterError) {
    guard let display, display.isReady, source.size == display.output.size else { return }
    do throws(KMSError) {
      if display.isLit { return try display.show(source, for: time) }
      try display.rehearse(source)
      try light(display)
    } catch {
      throw failure(error)
    }
  }

  /// Brings the last frame to the glass and lets another be the card's master. The picture stays as
  /// long as the keeper holds the card.
  public func finish() throws(PresenterError) {
    guard let display, display.isLit else { return }
    try onCard { () throws(KMSError) in try display.finish() }
  }

  // MARK: - The first picture

  /// Shows the first picture, and tells the keeper before what it must hold and free.
  ///
  /// Nothing that was reported is freed by a failure here, and reports come before what they tell of is
  /// freed. So the keeper may at worst know of buffers that are gone; ours are never among those freed.
  private func light(_ display: DRMDisplay) throws(KMSError) {
    if inheritance.card == nil { report(.card(descriptor: display.device.descriptor)) }
    display.relinquishBuffers()
    report(.buffers(inheritance.buffers + display.buffers))
    enterGraphics()
    try display.light()
    report(.buffers(display.buffers))
    for old in inheritance.buffers
    where !display.buffers.contains(where: {
      $0.framebuffer == old.framebuffer || $0.handle == old.handle
    }) {
      DumbBuffer.free(framebuffer: old.framebuffer, handle: old.handle, on: display.device)
    }
    inheritance.buffers = []
  }

  // MARK: - Looking for a display

  /// Looks at each card for a display.
  private func search(at now: Duration) throws(PresenterError) {
    nextSearch = nil
    // Only the one card, as long as it lives: our own opening of it is what keeps others from it.
    if let card = inheritance.card {
      do throws(KMSError) {
        return try prepare(cards.borrow(card))
      } catch  where error.isCardGone {
        report(.note("the card that was shown on is gone; looking for another"))
        report(.cardGone)
        inheritance = DRMInheritance()
      } catch  where error.kind == .noOutput {
        return try waitOn(error.message, at: now)
      } catch {
        throw PresenterError("cannot show on the inherited card: " + error.message)
      }
    }
    var reasons = ByteString()
    var isWorthALook = events == nil
    for path in configuration.device.map({ [$0] }) ?? cards.paths() {
      do throws(KMSError) {
        return try prepare(try cards.open(path))
      } catch {
        if error.kind == .unsupported, configuration.device != nil {
          throw PresenterError(
            "cannot show on " + path + ": " + error.message, isFinal: true)
        }
        // Another's mastery and missing rights end without a note from the kernel.
        if error.code != nil { isWorthALook = true }
        reasons.append(path + ": " + error.message, after: "; ")
      }
    }
    if isWorthALook { nextSearch = now + .milliseconds(500) }
    try waitOn(reasons.isEmpty ? "there is no card in /dev/dri" : reasons, at: now)
  }

  /// Makes all ready on a card, if a display can be lit.
  private func prepare(_ device: any ModeSetting) throws(KMSError) {
    if !device.isMaster() { try device.setMaster() }
    let output = try OutputSelection.choose(from: DeviceSnapshot(of: device))
    let report = report
    display = try DRMDisplay(output, on: device, note: { report(.note($0)) })
    reason = ""
  }

  private func waitOn(_ text: ByteString, at now: Duration) throws(PresenterError) {
    if events == nil { nextSearch = now + .milliseconds(500) }
    if text != reason { report(.note("waiting for a display: " + text)) }
    reason = text
    try endWait(at: now)
  }

  private func endWait(at now: Duration) throws(PresenterError) {
    guard let wait = configuration.wait, now >= start + wait else { return }
    throw PresenterError(
      "no display after " + ByteString(wait.components.seconds) + " s: " + reason
        + "; connect one, or name the card with the setting device; fbprogress render needs none",
      isFinal: true)
  }

  // MARK: - News from the kernel

  /// Looks whether the display is still what it was.
  func lookAgain(at now: Duration) throws(PresenterError) {
    guard let display, display.isLit else {
      // Not lit yet, so nothing is lost by choosing anew.
      self.display = nil
      nextSearch = now
      return
    }
    do throws(KMSError) {
      let output = try OutputSelection.choose(from: DeviceSnapshot(of: display.device))
      guard output.isSame(as: display.output) else {
        throw .unsupported("the display changed; to be started again")
      }
      if output.connector.isLinkBad { try display.relight(output) }
    } catch  where error.kind == .noOutput {
      // Unplugged, and nothing else is there: the picture waits in place for who plugs it in again.
    } catch {
      throw failure(error)
    }
  }

  // MARK: - Errors

  private func onCard(_ body: () throws(KMSError) -> Void) throws(PresenterError) {
    do throws(KMSError) { try body() } catch { throw failure(error) }
  }

  private func failure(_ error: KMSError) -> PresenterError {
    PresenterError(
      "cannot show on " + (display?.output.connector.name ?? "the card") + ": " + error.message)
  }
}

extension KMSError {
  /// Whether the card was unplugged or its driver unloaded.
  fileprivate var isCardGone: Bool { code == .noDevice || code == .noSuchDeviceOrAddress }
}
