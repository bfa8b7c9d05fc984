public import Base
public import LinuxSystem
public import Pixels

/// Shows frames through a framebuffer device (fbdev), for displays whose driver has no KMS.
///
/// It waits for the device as `DRMPresenter` waits for a card. Each mode of the device is an output
/// of its own.
public final class FbdevPresenter: Presenter {
  /// The framebuffer device, and how to wait for it.
  public struct Configuration: Sendable {
    /// The device's path.
    public var path: ByteString
    /// The time to wait for the device; nil to wait forever.
    public var wait: Duration?
    /// The rotation of pictures.
    public var rotation = Rotation.none
    /// Whether another presenter is preferred. Then devices of KMS drivers are not used, and the
    /// lack of a device is no error.
    public var isFallback = false
    /// Whether kernel events announce the device; if not, the presenter polls twice a second.
    public var listens = true

    /// Creates a configuration.
    public init(path: ByteString = "/dev/fb0", wait: Duration? = nil) {
      (self.path, self.wait) = (path, wait)
    }
  }

  /// The device in its current mode; empty without a device.
  public private(set) var outputs: [any PresenterOutput] = []
  /// Whether a frame was shown.
  public var hasShown: Bool { hasShownBefore || display?.hasShown ?? false }

  private let configuration: Configuration
  private let start: Duration
  private let open: (ByteString) throws(SystemError) -> any Framebuffer
  private let enterGraphics: () -> Void
  private let note: (ByteString) -> Void
  private var display: FbdevDisplay? {
    didSet { outputs = display.map { [$0] } ?? [] }
  }
  private var hasShownBefore = false
  private var isPaused = false
  private var pans = true
  private var events: DeviceEvents?
  // Without a display: the time of the next search, and the reason of the last failure.
  private var nextLook: Duration?
  private var reason = ByteString()

  /// Creates a presenter. The first `handleEvents`, due at once, searches for the device.
  ///
  /// - Parameters:
  ///   - start: the time at which waiting begins.
  ///   - open: opens a device.
  ///   - enterGraphics: switches the console to graphics mode; called right before the first frame.
  ///   - note: writes a line to the log.
  public init(
    _ configuration: Configuration, at start: Duration,
    open: @escaping (ByteString) throws(SystemError) -> any Framebuffer = {
      (path) throws(SystemError) in try FramebufferDevice(path)
    },
    enterGraphics: @escaping () -> Void, note: @escaping (ByteString) -> Void
  ) {
    (self.configuration, self.start, self.open) = (configuration, start, open)
    (self.enterGraphics, self.note) = (enterGraphics, note)
    nextLook = start
  }

  /// The time of the next search, or of the end of waiting; nil for none.
  public var deadline: Duration? {
    if isPaused { return nil }
    if display?.isOver ?? false { return .zero }
    guard display == nil, !hasShown, !configuration.isFallback, let wait = configuration.wait
    else { return nextLook }
    return earlier(nextLook, start + wait)
  }

  /// Adds the descriptor of kernel events, while the presenter waits for a device.
  public func addDescriptors(to poller: inout Poller) {
    if let events = events?.rawValue { _ = poller.add(events, .readable) }
  }

  /// Searches for the device if a search is due, or if its mode has changed.
  public func handleEvents(at now: Duration) throws(PresenterError) {
    let news = events?.drain() ?? DeviceNews()
    if isPaused { return }
    if news.isOfFramebuffers { nextLook = now }
    if display?.isOver ?? false { release(at: now) }
    if let nextLook, now >= nextLook {
      try look(at: now)
    } else if display == nil {
      try endWait(at: now)
    }
  }

  /// Gives the display to another program, until `resume`.
  public func pause() {
    isPaused = true
    display?.isPaused = true
  }

  /// Takes the display back. The other program may have drawn anywhere, so the whole frame is
  /// drawn.
  public func resume(at now: Duration) throws(PresenterError) {
    isPaused = false
    if display != nil { release(at: now) }
    try handleEvents(at: now)
  }

  /// Ends; the picture stays in the memory until another program draws.
  public func finish(_ ending: PresenterEnding) throws(PresenterError) { display?.finish(ending) }

  /// Starts or stops showing on the device; stops if a preferred presenter has a display.
  public func use(_ isWanted: Bool, at now: Duration) {
    if isWanted {
      if display == nil, nextLook == nil, events == nil { nextLook = now }
    } else {
      if let display { hasShownBefore = hasShownBefore || display.hasShown }
      (display, nextLook) = (nil, nil)
      events = nil
    }
  }

  // MARK: - Looking for the device

  private func release(at now: Duration) {
    if display?.refusesToPan ?? false { pans = false }
    hasShownBefore = hasShown
    (display, nextLook) = (nil, now)
  }

  private func look(at now: Duration) throws(PresenterError) {
    nextLook = nil
    // Before the search, so that no event is missed.
    if events == nil, configuration.listens { events = try? DeviceEvents() }
    do throws(PresenterError) {
      display = try find()
      reason = ByteString()
      events = nil
    } catch {
      if error.isFinal, !configuration.isFallback { throw error }
      // The lack of a fallback is not logged: the preferred presenter logs that it waits.
      if error.message != reason, error.isFinal || !configuration.isFallback {
        note("waiting for a display: " + error.message)
      }
      reason = error.message
      // Kernel events announce a new device, but not rights or memory.
      if events == nil || !isMissing { nextLook = now + .milliseconds(500) }
      try endWait(at: now)
    }
  }

  // Whether the last search found no such device.
  private var isMissing = false

  private func find() throws(PresenterError) -> FbdevDisplay {
    let device: any Framebuffer
    var state: FramebufferState
    isMissing = false
    do throws(SystemError) {
      device = try open(configuration.path)
      state = try device.state()
    } catch {
      isMissing = error.code != .accessDenied && error.code != .busy
      throw PresenterError(error.message)
    }
    if configuration.isFallback, state.isOfCard {
      isMissing = true
      throw PresenterError("the framebuffer is a card's")
    }
    if !pans { state.panStep = 0 }
    _ = try FramebufferLayout(state)
    enterGraphics()
    let display = try FbdevDisplay(device, state, turning: configuration.rotation)
    note("showing on " + configuration.path + " (" + state.name + ")")
    return display
  }

  private func endWait(at now: Duration) throws(PresenterError) {
    guard !configuration.isFallback, !hasShown, let wait = configuration.wait, now >= start + wait
    else { return }
    throw PresenterError(
      "no display after " + ByteString(wait.wholeSeconds) + " s: " + reason
        + "; load its driver, or name the device with the setting device", isFinal: true)
  }
}
