import Base
import KMS
import LinuxSystem

/// Keeps the picture of a program that has ended, until another program shows one. An open
/// descriptor of the card is enough for the kernel to keep it.
final class ScreenHolder {
  /// The state of the kept picture.
  enum Fate: Equatable {
    /// The picture is unchanged.
    case held
    /// Another program controls the displays.
    case taken
    /// No program controls the displays: the kernel's console replaced the picture, or the card is
    /// gone.
    case lost
  }

  private let device: any ModeSetting
  // The framebuffer of each CRTC at the start.
  private var shown: [ObjectID] = []

  /// The interval of looks, so the longest time until another picture is noticed.
  static let pause = Duration.milliseconds(250)

  /// Records the framebuffers that the card shows now, and keeps the card open.
  init(_ device: any ModeSetting) {
    self.device = device
    shown = framebuffers ?? []
  }

  /// Compares the card's framebuffers with those at the start.
  ///
  /// - Parameter isLastLook: whether to test, too, for a master with a blank screen so far.
  func check(isLastLook: Bool) -> Fate {
    guard let now = framebuffers else { return .lost }
    if now == shown, !isLastLook { return .held }
    // A program that shows another picture is master; the kernel's own console is not.
    do throws(KMSError) {
      if !device.isMaster() { try device.setMaster() }
      try? device.dropMaster()
      return now == shown ? .held : .lost
    } catch {
      // Without the right to become master (any error but EBUSY) only the framebuffers count.
      return now == shown && error.code != .busy ? .held : .taken
    }
  }

  /// The framebuffer of each CRTC; nil if the card does not answer any more.
  private var framebuffers: [ObjectID]? {
    guard let crtcs = try? device.resources().crtcs else { return nil }
    var all: [ObjectID] = []
    for (index, id) in crtcs.enumerated() {
      guard let crtc = try? device.crtc(id, index: index) else { return nil }
      all.append(crtc.framebuffer)
    }
    return all
  }

  /// Waits until the picture is replaced or lost, or the time is over.
  ///
  /// - Parameters:
  ///   - timeout: the longest wait; nil for ever.
  ///   - descriptor: a descriptor that ends the wait when it is readable; nil for none.
  /// - Returns: whether another program controls the displays.
  func wait(atMost timeout: Duration?, orFor descriptor: Int32? = nil) -> Bool {
    let end = timeout.map { MonotonicClock.now + $0 }
    var poller = Poller()
    let slot = descriptor.map { poller.add($0, .readable) }
    while true {
      if let slot, poller.isReady(slot) { return false }
      let isLastLook = end.map { MonotonicClock.now >= $0 } ?? false
      let fate = check(isLastLook: isLastLook)
      if fate != .held || isLastLook { return fate == .taken }
      poller.wait(for: Self.pause)
    }
  }
}
