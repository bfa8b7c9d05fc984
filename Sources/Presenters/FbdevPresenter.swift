public import Base
public import LinuxSystem
public import Pixels

/// Shows frames through a framebuffer device (fbdev), for displays whose driver does not speak KMS.
///
/// It waits for the device as `DRMPresenter` does for a card. Each mode of it is an output of its own.
public final class FbdevPresenter: Presenter {
  /// What to show on, and how long to wait for it.
  public struct Configuration: Sendable {
    /// The device.
    public var path: ByteString
    /// How long to wait for it; nil for ever.
    public var wait: Duration?
    /// How far pictures are turned.
    public var rotation = Rotation.none
    /// Whether it serves only while there is nothing better: what a driver of KMS has made is left alone, and that nothing
    /// can be shown is no error.
    public var isFallback = false
    /// Whether to listen to the kernel for a device that comes. Without, looks twice a second.
    public var listens = true

    /// Creates a configuration.
    public init(path: ByteString = "/dev/fb0", wait: Duration? = nil) {
      (self.path, self.wait) = (path, wait)
    }
  }

  /// The device's only mode; none while there is no device.
  public private(set) var outputs: [any PresenterOutput] = []
  /// Whether anything was shown.
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
  // While there is no display: when to look for it, and why there was none.
  private var nextLook: Duration?
  private var reason = ByteString()

  /// Creates a presenter. The first `handleEvents`, due at once, looks for the device.
  ///
  /// - Parameters:
  ///   - start: the time from which waiting counts.
  ///   - open: opens a device.
  ///   - enterGraphics: puts the text console aside; called right before the first picture.
  ///   - note: takes a line for the log.
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

  /// When there is something to do though nothing was heard; nil for never.
  public var deadline: Duration? {
    if isPaused { return nil }
    if display?.isOver ?? false { return .zero }
    guard display == nil, !hasShown, !configuration.isFallback, let wait = configuration.wait
    else { return nextLook }
    return min(nextLook ?? start + wait, start + wait)
  }

  /// Adds the descriptor that tells of devices that come, while there is none.
  public func addDescriptors(to poller: inout Poller) {
    if let events = events?.rawValue { _ = poller.add(events, .readable) }
  }

  /// Looks for the device when it is time to, or when its mode has changed.
  public func handleEvents(at now: Duration) throws(PresenterError) {
    let news = events?.drain() ?? DeviceNews()
    if isPaused { return }
    if news.isOfFramebuffers { nextLook = now }
    if display?.isOver ?? false { letGo(at: now) }
    if let nextLook, now >= nextLook {
      try look(at: now)
    } else if display == nil {
      try endWait(at: now)
    }
  }

  /// Leaves the display to another program.
  public func pause() {
    isPaused = true
    display?.isPaused = true
  }

  /// Takes the display again. What the other program has drawn over is not known, so all is drawn anew.
  public func resume(at now: Duration) throws(PresenterError) {
    isPaused = false
    if display != nil { letGo(at: now) }
    try handleEvents(at: now)
  }

  /// Ends; the picture stays in the memory until somebody draws over it.
  public func finish(_ ending: PresenterEnding) throws(PresenterError) { display?.finish(ending) }

  /// Shows on the device, or on nothing: for who has something better now.
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

  private func letGo(at now: Duration) {
    if display?.refusesToPan ?? false { pans = false }
    hasShownBefore = hasShown
    (display, nextLook) = (nil, now)
  }

  private func look(at now: Duration) throws(PresenterError) {
    nextLook = nil
    // Before the look, so that nothing that comes meanwhile is missed.
    if events == nil, configuration.listens { events = try? DeviceEvents() }
    do throws(PresenterError) {
      display = try find()
      reason = ""
      events = nil
    } catch {
      if error.isFinal, !configuration.isFallback { throw error }
      // A fallback that is not there is no news: who has it tells of what is wanted.
      if error.message != reason, error.isFinal || !configuration.isFallback {
        note("waiting for a display: " + error.message)
      }
      reason = error.message
      // What is not there yet is told of; rights and memory are not.
      if events == nil || !isMissing { nextLook = now + .milliseconds(500) }
      try endWait(at: now)
    }
  }

  // The last look found no such device.
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
