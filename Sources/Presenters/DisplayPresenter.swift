public import Base
public import LinuxSystem

/// Shows frames through KMS, and on a framebuffer device as long as there is no card with a display.
///
/// The device is no more than a stopgap: as soon as a card can be shown on, it is let go of. It is not touched while another
/// program has the card.
public final class DisplayPresenter: Presenter {
  private let cards: DRMPresenter
  private let framebuffer: FbdevPresenter

  /// Creates a presenter of two.
  ///
  /// - Parameter framebuffer: is configured as a fallback.
  public init(_ cards: DRMPresenter, or framebuffer: FbdevPresenter) {
    (self.cards, self.framebuffer) = (cards, framebuffer)
  }

  private var wantsFramebuffer: Bool { cards.outputs.isEmpty && !cards.isTaken }

  /// The card's displays; where there are none, that of the framebuffer device.
  public var outputs: [any PresenterOutput] {
    let outputs = cards.outputs
    return outputs.isEmpty ? framebuffer.outputs : outputs
  }

  /// When there is something to do though nothing was heard; nil for never.
  public var deadline: Duration? {
    guard let one = cards.deadline else { return framebuffer.deadline }
    return framebuffer.deadline.map { min($0, one) } ?? one
  }

  /// Adds those of both.
  public func addDescriptors(to poller: inout Poller) {
    cards.addDescriptors(to: &poller)
    framebuffer.addDescriptors(to: &poller)
  }

  /// Looks for a card, then, if there is none, for a framebuffer device.
  public func handleEvents(at now: Duration) throws(PresenterError) {
    do throws(PresenterError) {
      try cards.handleEvents(at: now)
    } catch {
      // That no card came in time is the end only where nothing else is shown on.
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

  /// Leaves the displays to another program.
  public func pause() {
    cards.pause()
    framebuffer.pause()
  }

  /// Takes the displays again.
  public func resume(at now: Duration) throws(PresenterError) {
    try cards.resume(at: now)
    framebuffer.use(wantsFramebuffer, at: now)
    try framebuffer.resume(at: now)
  }

  /// Ends on what is shown on.
  public func finish(_ ending: PresenterEnding) throws(PresenterError) {
    try framebuffer.finish(ending)
    try cards.finish(ending)
  }
}
