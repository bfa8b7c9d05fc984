import Base
import ProgressModel
import TestSupport
import Testing

@Suite struct RunLogTests {
  private static func text(_ text: String) -> SanitizedText { SanitizedText(ByteString(text)) }
  private static func fact(_ key: String, _ value: String) -> ProgressEvent {
    .identity(IdentityFact(key: text(key), value: text(value)))
  }

  @Test func newestLines_areKept() {
    var state = ProgressState()
    for number in 0..<30 {
      state.apply(.logLine(Self.text("line \(number)")), at: .seconds(number))
      let first = max(0, number - RunLog.capacity + 1)
      #expect(state.log.lines == (first...number).map { Self.text("line \($0)") })
      #expect(state.log.count == UInt64(number) + 1)
    }
    #expect(state.phase == .idle)
    state.apply(.logLine(.empty), at: .seconds(31))
    #expect(state.log.count == 30)
    state.apply(.fail(.empty), at: .seconds(32))
    state.apply(.logLine(Self.text("why")), at: .seconds(33))
    #expect(state.log.lines.last == Self.text("why"), "a failed tool may say more")
    state.apply(.reset, at: .seconds(34))
    #expect(state.log.lines.isEmpty && state.log.count == 0)
  }

  /// A long line is cut between characters.
  @Test func longLine_isCut() {
    var state = ProgressState()
    state.apply(.logLine(Self.text("x" + String(repeating: "ü", count: 500))), at: .zero)
    let line = state.log.lines[0].utf8
    #expect(line == ByteString("x" + String(repeating: "ü", count: 119)))
  }

  @Test func identity_isReplacedRemovedAndLimited() {
    var state = ProgressState()
    for number in 0..<9 { state.apply(Self.fact("k\(number)", "v"), at: .zero) }
    #expect(state.identity.map { $0.key } == (0..<8).map { Self.text("k\($0)") })
    state.apply(Self.fact("k3", "w"), at: .zero)
    #expect(state.identity[3].value == Self.text("w"))
    state.apply(Self.fact("k0", ""), at: .zero)
    state.apply(Self.fact("k8", "v"), at: .zero)
    #expect(state.identity.first?.key == Self.text("k1") && state.identity.count == 8)
    state.apply(.done(.empty), at: .seconds(1))
    state.apply(Self.fact("k1", "x"), at: .seconds(1))
    state.apply(.reset, at: .seconds(2))
    #expect(state.identity.first?.value == Self.text("x"), "it is the machine's, not the run's")
  }

  /// The presenter's buffer has room for the longest texts that a feed can send.
  @Test func fullestState_fitsTheChannel() throws {
    let longest = SanitizedText(ByteString(String(repeating: "x", count: 9_000)))
    let many = SanitizedText(
      ByteString(String(repeating: String(repeating: "n", count: 64) + ";", count: 60)))
    var state = ProgressState()
    let events: [ProgressEvent] = [
      .title(longest), .message(longest), .detail(longest), .code(longest),
      .next(longest), .style(longest), .picture(longest),
      .step(number: 1, count: 2_040, name: longest), .plan(many),
      .weights([UInt8](repeating: 1, count: 2_040)), .paused(longest),
    ]
    for event in events { state.apply(event, at: .zero) }
    for number in 0..<40 {
      state.apply(.logLine(longest), at: .zero)
      let job = SanitizedText(ByteString("\(number)" + String(repeating: "j", count: 99)))
      state.apply(.job(job, .weights([UInt8](repeating: 1, count: 32))), at: .zero)
      state.apply(.job(job, .message(longest)), at: .zero)
      let key = SanitizedText(ByteString("\(number)" + String(repeating: "k", count: 99)))
      state.apply(.identity(IdentityFact(key: key, value: longest)), at: .zero)
    }
    var bytes: [UInt8] = []
    state.write(to: &bytes)
    #expect(bytes.count > 40_000 && bytes.count <= ProgressState.wireCapacity)
    #expect(ProgressState(wire: bytes.span) == state)
  }

  /// Each new line moves the others; the decoded ones are the same, whatever was known before.
  @Test func decodedLines_areTheSent() throws {
    var (states, bytes) = ([ProgressState()], [[UInt8]]())
    for number in 0..<20 {
      var state = states[number]
      state.apply(.logLine(Self.text("line \(number)")), at: .seconds(number))
      states.append(state)
    }
    for state in states {
      bytes.append([])
      state.write(to: &bytes[bytes.count - 1])
    }
    for (number, state) in states.enumerated() {
      let sent = bytes[number]
      for last in states {
        #expect(ProgressState(wire: sent.span, after: last) == state)
      }
    }
  }
}
