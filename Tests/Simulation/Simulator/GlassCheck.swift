import KMS
import ProgressModel
import SimulatedLinux
import TestSupport

/// What is on the displays, against what was told.
final class GlassCheck {
  enum Outcome: Equatable {
    case done, failed, cancelled

    /// The words of the record.
    var record: String {
      switch self {
      case .done: "done"
      case .failed: "fail broken"
      case .cancelled: "cancel"
      }
    }
    /// The program's exit status.
    var status: Int32 {
      switch self {
      case .done: 0
      case .failed: 1
      case .cancelled: 4
      }
    }
    /// The color of the corners of the screen; nil for the usual one.
    var color: UInt32? {
      switch self {
      case .done: 0x00FF01
      case .failed: 0xFF0002
      case .cancelled: nil
      }
    }
  }

  /// The colors that may be shown, and until when.
  private var allowed: [(color: UInt32, until: Time)] = []
  /// The outcome told in this run; nil before.
  private(set) var told: Outcome?
  /// Whether the outcome's color was on a display since it was told.
  private(set) var wasSeen = false

  func tell(_ outcome: Outcome) {
    told = outcome
    wasSeen = false
    if let color = outcome.color { allowed.append((color, .max)) }
  }

  /// A new run: the old picture may stay until a presenter has drawn it.
  func reset() {
    told = nil
    let end = sim_now() + 60 * second
    allowed = allowed.map { (color: $0.color, until: min($0.until, end)) }.filter {
      $0.until > sim_now()
    }
  }

  /// The color at a corner of each lit display.
  func corners(_ session: Session) -> [UInt32] {
    guard let fake = session.cards.current?.fake else { return [] }
    return fake.litCRTCs.compactMap { fake.glass(of: $0).first.map { $0 & 0xFF_FFFF } }
  }

  func look(_ session: Session) {
    for color in corners(session) where color == 0x00FF01 || color == 0xFF0002 {
      if color == told?.color { wasSeen = true }
      if !allowed.contains(where: { $0.color == color && $0.until >= sim_now() }) {
        session.journal.fail(
          "the color of an outcome that was not told: \(String(color, radix: 16))")
      }
    }
  }

  /// Whether all lit displays show the outcome that was told.
  func showsOutcome(_ session: Session) -> Bool {
    let corners = corners(session)
    if corners.isEmpty { return false }
    return corners.allSatisfy { corner in
      told?.color.map { $0 == corner } ?? (corner != 0x00FF01 && corner != 0xFF0002)
    }
  }

  /// The name of the device in records of a user that may not write.
  static let stranger = "stranger"

  /// A presenter received a state.
  func received(_ bytes: [UInt8], _ session: Session) {
    if String(decoding: bytes, as: UTF8.self).contains(Self.stranger) {
      session.journal.fail("a record of another user counts")
    }
    guard let state = ProgressState(wire: bytes.span) else { return }
    if state.phase != .done, state.shown.value(at: state.settled) > 0.990_001 {
      session.journal.fail("\(state.phase) shows \(state.shown.value(at: state.settled))")
    }
    switch (state.phase, told) {
    case (.done, .done), (.failed, .failed), (.cancelled, .cancelled): break
    case (.done, _), (.failed, _), (.cancelled, _):
      // A presenter that was late gets the states in order.
      if allowed.isEmpty, state.phase != .cancelled {
        session.journal.fail("the state is \(state.phase), which was not told")
      }
    default: break
    }
  }
}
