import FakeCards
import KMS
import LinuxSystem
import SimulatedLinux
import TestSupport

/// The faults of a session. In calm nothing fails.
final class Weather {
  /// Whether faults occur now.
  private(set) var isStormy = false
  /// The faults of this session's storms.
  private let kinds: Set<Kind>
  private var random: SeededGenerator
  private var hangsLeft = 0
  /// How long the next commit takes; nil for no time.
  var firstCommitTakes: Time?

  enum Kind: CaseIterable {
    case interruptions, scarcity, shortCounts, preemption, cardFailures, cardHangs, kills
    case lostFlips, hotplug, cardLoss, otherMaster, switches, fullDisk, frozenDisk, removedFIFO
    case stops, crashes, floods, smallQueues, scarceMemory, jams
  }

  init(_ random: inout SeededGenerator) {
    var kinds: Set<Kind> = []
    let percent = [10, 25, 60].randomElement(using: &random) ?? 25
    for kind in Kind.allCases where Int.random(in: 0..<100, using: &random) < percent {
      kinds.insert(kind)
    }
    self.kinds = kinds
    self.random = SeededGenerator(seed: random.next())
  }

  func has(_ kind: Kind) -> Bool { isStormy && kinds.contains(kind) }

  /// The faults of the session's storms, by name.
  var names: String {
    Kind.allCases.filter { kinds.contains($0) }.map { "\($0)" }.joined(separator: " ")
  }

  /// Whether the session's storms have faults of a kind.
  func includes(_ kind: Kind) -> Bool { kinds.contains(kind) }

  func begin() {
    isStormy = true
    hangsLeft = 3
    if has(.interruptions) {
      setChances(
        [sim_call_read, sim_call_write, sim_call_other, sim_call_send, sim_call_receive], 2_000)
    }
    if has(.scarcity) {
      setChances(
        [
          sim_call_open, sim_call_socket, sim_call_accept, sim_call_fork, sim_call_path,
          sim_call_watch,
        ], 3_000)
    }
    if has(.scarceMemory) { setChances([sim_call_send], 16_000) }
    if has(.smallQueues) { sim_faults.queue_limit = 4_096 }
    if has(.shortCounts) { sim_faults.short_count = 20_000 }
    sim_faults.preemption = has(.preemption) ? 8_000 : 500
  }

  private func setChances(_ calls: [sim_call], _ chance: UInt32) {
    withUnsafeMutableBytes(of: &sim_faults.chance) { bytes in
      let chances = bytes.bindMemory(to: UInt32.self)
      for call in calls { chances[Int(call.rawValue)] = chance }
    }
  }

  func end() {
    isStormy = false
    withUnsafeMutableBytes(of: &sim_faults.chance) { for index in $0.indices { $0[index] = 0 } }
    (sim_faults.short_count, sim_faults.preemption) = (0, 0)
    (sim_faults.is_full, sim_faults.frozen_until) = (0, 0)
    sim_faults.queue_limit = 100_000
  }

  // MARK: - The card

  /// How long a call of the driver takes; nil for no time.
  func hang(_ call: FakeKMS.Call) -> Time? {
    if let time = firstCommitTakes, [.commit, .setCRTC].contains(call) {
      firstCommitTakes = nil
      return time
    }
    guard has(.cardHangs), hangsLeft > 0, Int.random(in: 0..<200, using: &random) == 0 else {
      return nil
    }
    hangsLeft -= 1
    return Time.random(in: millisecond...(4 * second), using: &random)
  }

  /// How a call of the driver fails; nil for not.
  func failure(_ call: FakeKMS.Call) -> ErrorCode? {
    guard has(.cardFailures), Int.random(in: 0..<150, using: &random) == 0 else { return nil }
    let codes: [ErrorCode] = [.invalid, .noMemory, .busy, .interrupted, .again, .noSuchFile]
    return codes.randomElement(using: &random)
  }
}
