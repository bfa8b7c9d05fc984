import Base
import KMS
import LinuxSystem

/// Keeps what a program that has ended left on a card's displays, by nothing but having the card open, until another one
/// shows something.
final class ScreenHolder {
  /// What became of the screen.
  enum Fate: Equatable {
    /// Nothing has changed.
    case held
    /// Another program has it.
    case taken
    /// Nobody has it: the kernel's console came to the front, or the card is gone.
    case lost
  }

  private let device: any ModeSetting
  // What each CRTC showed when the program left it.
  private var shown: [ObjectID] = []

  /// How long it takes at most until another's picture is noticed.
  static let pause = Duration.milliseconds(250)

  /// Looks what there is to be held.
  init(_ device: any ModeSetting) {
    self.device = device
    shown = framebuffers ?? []
  }

  /// Looks what has become of it.
  ///
  /// - Parameter isLastLook: whether to find out, too, if another program could show something, and does not yet.
  func look(isLastLook: Bool) -> Fate {
    guard let now = framebuffers else { return .lost }
    if now == shown, !isLastLook { return .held }
    // Who shows something is master, unless it is the kernel itself.
    do throws(KMSError) {
      if !device.isMaster() { try device.setMaster() }
      try? device.dropMaster()
      return now == shown ? .held : .lost
    } catch {
      // Who may not even ask can only believe what it sees.
      return now == shown && error.code != .busy ? .held : .taken
    }
  }

  /// What each CRTC shows; nil when the card does not tell any more.
  private var framebuffers: [ObjectID]? {
    guard let crtcs = try? device.resources().crtcs else { return nil }
    var all: [ObjectID] = []
    for (index, id) in crtcs.enumerated() {
      guard let crtc = try? device.crtc(id, index: index) else { return nil }
      all.append(crtc.framebuffer)
    }
    return all
  }

  /// Waits until it is lost, to whomever, or the time is over.
  ///
  /// - Parameters:
  ///   - patience: how long to wait; nil for ever.
  ///   - descriptor: what ends the wait when there is something to read from it; nil for nothing.
  /// - Returns: whether another program has it.
  func wait(atMost patience: Duration?, orFor descriptor: Int32? = nil) -> Bool {
    let end = patience.map { MonotonicClock.now + $0 }
    var poller = Poller()
    let slot = descriptor.map { poller.add($0, .readable) }
    while true {
      if let slot, poller.isReady(slot) { return false }
      let isLastLook = end.map { MonotonicClock.now >= $0 } ?? false
      let fate = look(isLastLook: isLastLook)
      if fate != .held || isLastLook { return fate == .taken }
      poller.wait(for: Self.pause)
    }
  }
}
