import Animation
import Base
import ProgressModel
import Scenes
import TestSupport
import Testing
import Text

@testable import RenderProcess

@Suite struct TerminalTests {
  private static func text(_ string: String) -> ByteString { ByteString(Array(string.utf8)) }

  private static func state(_ events: [ProgressEvent]) -> ProgressState {
    var state = ProgressState()
    for event in events { state.apply(event, at: .seconds(1)) }
    return state
  }

  private static func said(_ string: String) -> SanitizedText { SanitizedText(text(string)) }

  private func lines(
    _ events: [ProgressEvent], columns: Int = 40, hasColors: Bool = false, hasBlocks: Bool = true,
    at time: Duration = .seconds(3)
  ) -> [String] {
    let state = Self.state(events)
    let block = TerminalBlock(hasColors: hasColors, hasBlocks: hasBlocks, columns: columns)
    return block.lines(
      StatusText(state, at: time, Catalogue()), state.phase,
      fraction: state.isIndeterminate ? nil : state.shown.value(at: time), step: 0
    ).map { $0.description }
  }

  private static let half = ProgressEvent.fraction(Fraction(billionths: 500_000_000))

  // MARK: - The block

  @Test func block_showsTitleBarAndFacts() {
    let shown = lines([
      .title(Self.said("Firmware")), .bytes(completed: 5_000_000, total: 10_000_000),
      .message(Self.said("Installing")),
    ])
    #expect(shown[0] == "Firmware")
    #expect(
      shown[1] == "▕" + String(repeating: "█", count: 16) + String(repeating: " ", count: 16)
        + "▏ 50%")
    #expect(shown[2] == "Installing · 5.0 MB of 10.0 MB")
  }

  @Test func ascii_hasNoOtherBytes() {
    let shown = lines(
      [.bytes(completed: 5_000_000, total: 10_000_000), .message(Self.said("Installing"))],
      hasBlocks: false)
    #expect(shown[1].hasPrefix("[####") && shown[1].hasSuffix("....] 50%"), "\(shown[1])")
    #expect(shown[2] == "Installing, 5.0 MB of 10.0 MB")
    #expect(shown.joined().utf8.allSatisfy { (0x20..<0x7f).contains($0) })
  }

  @Test(arguments: [
    (ProgressEvent.done(.empty), "✓", "OK", "Done"),
    (.fail(Self.said("disk full")), "✗", "FAILED", "disk full"),
    (.interruption, "✗", "FAILED", "Interrupted"), (.cancel, "—", "CANCELLED", "Cancelled"),
  ])
  func outcome_isShownByShapeAndWords(
    event: ProgressEvent, sign: String, plain: String, words: String
  ) {
    #expect(lines([Self.half, event])[1].hasSuffix("▏ " + sign))
    #expect(lines([Self.half, event], hasBlocks: false)[1].hasSuffix("] " + plain))
    #expect(lines([Self.half, event])[2] == words)
  }

  /// No line is wider than the terminal, and no line has an escape sequence unless colors are wanted.
  @Test func anyText_staysWithinItsColumns() {
    var random = SeededGenerator(seed: 71)
    let alphabet = ["🚀", "a", "ß", "日", "ﻻ", "e\u{301}", "😀", " ", "W", "·", "\u{1b}[2J", "\u{7}"]
    for _ in 0..<2_000 {
      let words = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? "a"
      }.joined()
      let columns = Int.random(in: 1...90, using: &random)
      let events: [ProgressEvent] =
        [[Self.half], [.bytes(completed: 7, total: nil)], [.fail(Self.said(words))]]
        .randomElement(using: &random) ?? []
      for hasBlocks in [true, false] {
        let shown = lines(
          [.title(Self.said(words)), .message(Self.said(words))] + events, columns: columns,
          hasBlocks: hasBlocks)
        for line in shown {
          #expect(
            TerminalColumns.count(Self.text(line)) <= columns, "seed 71: \(columns), \(line)")
          #expect(!line.utf8.contains(0x1b))
        }
      }
    }
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"), ("e\u{301}e\u{301}e", 2, "e\u{301}…"), ("abc", 1, "…"), ("abc", 0, ""),
  ])
  func text_isCutByColumns(text: String, columns: Int, result: String) {
    let cut = TerminalColumns.cut(Self.text(text), to: columns, ellipsis: "…")
    #expect(cut.description == result)
  }

  // MARK: - The form

  @Test(arguments: [
    (
      true, "xterm-256color", "de_DE.UTF-8", false,
      TerminalRenderer.Form.block(hasColors: true, hasBlocks: true)
    ),
    (true, "xterm", "C", false, .block(hasColors: true, hasBlocks: false)),
    (true, "linux", "C.UTF-8", false, .block(hasColors: true, hasBlocks: false)),
    (true, "vt100", "C.UTF-8", false, .block(hasColors: false, hasBlocks: true)),
    (true, "xterm", "C.UTF-8", true, .block(hasColors: false, hasBlocks: true)),
    (true, "xterm", "de_DE.utf-8@euro", false, .block(hasColors: true, hasBlocks: true)),
    (true, "vte-256color", "C.UTF-8", false, .block(hasColors: true, hasBlocks: true)),
    (true, "xterm", "", false, .block(hasColors: true, hasBlocks: false)),
    (true, "dumb", "C.UTF-8", false, .log), (true, "", "C.UTF-8", false, .log),
    (false, "xterm", "C.UTF-8", false, .log),
  ])
  func form_fitsTheTerminal(
    isTerminal: Bool, type: String, charset: String, hasNoColor: Bool,
    form: TerminalRenderer.Form
  ) {
    #expect(
      TerminalRenderer.Form.of(
        isTerminal: isTerminal, type: Self.text(type), charset: Self.text(charset),
        hasNoColor: hasNoColor) == form)
  }

  // MARK: - The log

  private func log(_ entries: [(Double, ProgressEvent)], until end: Double) -> [(Double, String)] {
    var state = ProgressState()
    var log = ProgressLog()
    var lines: [(Double, String)] = []
    var (time, next) = (0.0, 0)
    while time <= end {
      while next < entries.count, entries[next].0 <= time {
        state.apply(entries[next].1, at: .seconds(entries[next].0))
        next += 1
      }
      let still = state.withoutEasing
      let (line, wake) = log.line(
        StatusText(still, at: .seconds(time), Catalogue()), still,
        percent: still.phase == .active ? still.fraction.map { Int($0.value * 100) } : nil,
        at: .seconds(time))
      if let line { lines.append((time, line.description)) }
      let coming = next < entries.count ? entries[next].0 : .infinity
      let woken = wake.map { $0.seconds } ?? .infinity
      // A wake-up in the past would be a busy loop.
      #expect(woken > time)
      time = min(coming, woken)
    }
    return lines
  }

  @Test func flood_becomesALineEachFivePercent_atMostOneASecond() {
    let entries = (0..<1_000).map { index in
      (Double(index) * 0.1, ProgressEvent.fraction(Fraction(billionths: Int64(index) * 1_000_000)))
    }
    let lines = log(entries, until: 99)
    #expect((19...21).contains(lines.count), "\(lines)")
    for (one, other) in zip(lines, lines.dropFirst()) { #expect(other.0 - one.0 >= 1) }
    #expect(lines[1].1.hasPrefix("5%"), "\(lines[1].1)")
    // A hundred times as fast: one line a second.
    let fast = log(entries.map { ($0.0 / 20, $0.1) }, until: 5)
    #expect((5...6).contains(fast.count), "\(fast)")
  }

  @Test func newsAreLines_andAnOutcomeWaitsForNothing() {
    let lines = log(
      [
        (1, .fraction(Fraction(billionths: 100_000_000))), (1.2, .message(Self.said("Copying"))),
        (3, .step(number: 2, count: 5, name: Self.said("boot"))),
        (3.1, .fail(Self.said("disk full"))),
      ], until: 60)
    #expect(lines.map { $0.0 } == [1, 2, 3, 3.1])
    #expect(lines[1].1.hasPrefix("10% Copying"), "\(lines[1].1)")
    #expect(lines[3].1.hasPrefix("disk full"), "\(lines[3].1)")
  }

  @Test func nextRun_hasItsOutcome_too() {
    let lines = log(
      [(1, .done(.empty)), (5, .reset), (5, Self.half), (5, .done(.empty))], until: 60)
    #expect(lines.map { $0.0 } == [1, 5], "\(lines)")
  }

  @Test func silence_isTold_once() {
    let lines = log([(1, Self.half)], until: 300)
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.last?.0 == 11)
    #expect(
      lines.last?.1.contains("No response") == true || lines.last?.1.contains("news") == true,
      "\(lines)")
  }
}
