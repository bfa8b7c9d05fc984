public import Base
public import LinuxSystem

/// Shows frames through KMS, and on a framebuffer device as long as no card has a display.
///
/// The framebuffer device is a fallback: the presenter releases it as soon as a card can show
/// frames, and does not touch it while another program is master of the card.
public final class DisplayPresenter: Presenter {
  private let cards: DRMPresenter
  private let framebuffer: FbdevPresenter

  /// Creates a presenter from a card presenter and a fallback.
  ///
  /// - Parameter framebuffer: a presenter that is configured as a fallback.
  public init(_ cards: DRMPresenter, or framebuffer: FbdevPresenter) {
    (self.cards, self.framebuffer) = (cards, framebuffer)
  }

  private var wantsFramebuffer: Bool { cards.outputs.isEmpty && !cards.isTaken }

  /// The card's displays; without any, that of the framebuffer device.
  public var outputs: [any PresenterOutput] {
    let outputs = cards.outputs
    return outputs.isEmpty ? framebuffer.outputs : outputs
  }

  /// The earlier deadline of both presenters; nil for none.
  public var deadline: Duration? { earlier(cards.deadline, framebuffer.deadline) }

  /// Adds the descriptors of both presenters.
  public func addDescriptors(to poller: inout Poller) {
    cards.addDescriptors(to: &poller)
    framebuffer.addDescriptors(to: &poller)
  }

  /// Searches for a card and then, without one, for a framebuffer device.
  public func handleEvents(at now: Duration) throws(PresenterError) {
    do throws(PresenterError) {
      try cards.handleEvents(at: now)
    } catch {
      // The error that no card appeared in time is final only if the framebuffer shows nothing.
      if !error.isFinal { throw error }
      try turnToFramebuffer(at: now)
      if framebuffer.outputs.isEmpty { throw error }
      return
    }
    try turnToFramebuffer(at: now)
  }

  private func turnToFramebuffer(at now: Duration) throws(PresenterError) {
    framebuffer.use(wantsFramebuffer, at: now)
    try framebuffer.handleEvents(at: now)
    if !framebuffer.outputs.isEmpty { cards.stopWaiting() }
  }

  /// Gives the displays to another program, until `resume`.
  public func pause() {
    cards.pause()
    framebuffer.pause()
  }

  /// Takes the displays back, and shows the last frame.
  public func resume(at now: Duration) throws(PresenterError) {
    try cards.resume(at: now)
    framebuffer.use(wantsFramebuffer, at: now)
    try framebuffer.resume(at: now)
  }

  /// Completes pending writes, and releases all devices.
  public func finish(_ ending: PresenterEnding) throws(PresenterError) {
    try framebuffer.finish(ending)
    try cards.finish(ending)
  }
}
