import Base
import KMS

/// The flips of a display: the numbers of their events, the time to wait for these, and whether
/// flips fail or have no effect.
struct FlipRecord {
  /// The number of the last one, with the display's tag in the upper eight bits.
  private(set) var number: UInt32
  /// The least time to wait for an event.
  private(set) var patience: Duration
  /// The number of failures, until 600 good flips made them irrelevant.
  private(set) var failureCount = 0
  /// Whether the caller waits for each, after repeated failures.
  var isWaitedFor = false
  // The number of good flips since the last failure.
  private var goodCount = 0
  // Successive flips without an event, or with the sequence of the previous vertical blank.
  private var stuckCount = 0
  private var lastSequence: UInt32 = 0

  /// - Parameter uploadLimit: the time after which the driver gives an upload up, and sends its
  ///   event; nil if it never does.
  init(tag: UInt8, uploadLimit: Duration?) {
    number = UInt32(tag) << 24
    patience = uploadLimit.map { $0 * 2 } ?? .milliseconds(100)
  }

  /// Whether eight successive flips changed nothing, judging by the vertical blanks.
  var haveNoEffect: Bool { stuckCount >= 8 }

  /// Numbers the next one.
  mutating func begin() { number = number & 0xFF00_0000 | (number &+ 1) & 0x00FF_FFFF }

  /// Counts a failure. Returns whether the caller waits for each flip from now on.
  mutating func fail() -> Bool {
    (failureCount, goodCount) = (goodCount >= 600 ? 1 : failureCount + 1, 0)
    if failureCount == 3 { isWaitedFor = true }
    return failureCount == 3
  }

  /// Counts one by its event.
  mutating func end(at sequence: UInt32) {
    goodCount += 1
    stuckCount = sequence != 0 && sequence == lastSequence ? stuckCount + 1 : 0
    lastSequence = sequence
  }

  /// Counts one whose event did not come in time.
  mutating func miss() { stuckCount += 1 }

  /// Notes an event that came after its time: later ones get more.
  mutating func wait(isUpload: Bool) {
    patience = max(patience, min(patience * 2, .seconds(1)))
    if isUpload { stuckCount = 0 }
  }
}
