import Base
import Foundation
import Pixels
import TestSupport
import Testing

@testable import LinuxSystem
@testable import Presenters

/// Frames on terminals that tests play: each is decoded again.
@Suite struct TerminalGraphicsTests {
  private static let cell = PixelSize(width: 7, height: 13)

  /// Handles events until a condition holds; false after a minute.
  private func pump(_ presenter: TerminalPresenter, until holds: () -> Bool) throws -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    while Date() < end {
      try presenter.handleEvents(at: MonotonicClock.now)
      if holds() { return true }
      var poller = Poller()
      presenter.addDescriptors(to: &poller)
      poller.wait(for: .milliseconds(10))
    }
    return false
  }

  /// Whether the terminal has its screen again. It may read the last bytes after they were written.
  private func isRestored(_ terminal: PseudoTerminal) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    while terminal.screen.isAlternate || !terminal.screen.hasCursor {
      if Date() > end { return false }
      usleep(10_000)
    }
    return true
  }

  private func make(
    _ terminal: PseudoTerminal, _ graphics: TerminalPresenter.Graphics? = nil
  ) -> TerminalPresenter? {
    guard let line = TerminalLine.take(ByteString(Array(terminal.path.utf8))) else { return nil }
    return TerminalPresenter.make(line, graphics, asksKitty: true, framesPerSecond: 30)
  }

  /// Whether a file can be taken as a terminal. It is not restored.
  private func takes(_ path: String) -> Bool {
    guard let line = TerminalLine.take(ByteString(Array(path.utf8))) else { return false }
    return line.rawValue >= 0
  }

  /// A photo has more colors than Sixel, and neighbors of one color.
  @Test func smoothPicture_isShown() throws {
    let terminal = PseudoTerminal(columns: 60, rows: 21, cell: Self.cell, .sixel)
    defer { terminal.hangUp() }
    let presenter = try #require(make(terminal))
    let frames = TestFrames(size: presenter.size)
    fill(frames) { x, y in
      let half = x / 2
      let color = (half * 7 + y * 3) % 256 << 16 | (half * 5 + y * 11) % 256 << 8
      return color | (half * y) % 256
    }
    #expect(try pump(presenter) { presenter.isReady })
    #expect(try presenter.present(frames, for: .zero))
    #expect(try pump(presenter) { presenter.isReady })
    #expect(terminal.screen.flaws.isEmpty, "\(terminal.screen.flaws.prefix(3))")
    #expect(difference(terminal.screen, frames).map { $0 <= 54 } == true)
  }

  /// Gives each pixel the color of its place.
  private func fill(_ frames: TestFrames, _ color: (UInt32, UInt32) -> UInt32) {
    for y in 0..<frames.size.height {
      frames.picture.withMutableRow(y, columns: 0..<frames.size.width) { row in
        for x in row.indices { row[x] = color(UInt32(x), UInt32(y)) }
      }
    }
  }

  /// Draws a rectangle of one color, of a gradient or of noise, and tells the damage.
  private func change(_ frames: TestFrames, _ random: inout SeededGenerator, isFlat: Bool) {
    let (width, height) = (frames.size.width, frames.size.height)
    let (left, top) = (
      Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
    )
    let rect = PixelRect(
      left: left, top: top, right: Int.random(in: (left + 1)...width, using: &random),
      bottom: Int.random(in: (top + 1)...height, using: &random))
    let color = UInt32.random(in: 0...0xff_ffff, using: &random)
    for y in rect.top..<rect.bottom {
      frames.picture.withMutableRow(y, columns: rect.left..<rect.right) { row in
        for x in row.indices {
          row[x] = isFlat ? color : UInt32.random(in: 0...0xff_ffff, using: &random)
        }
      }
    }
    frames.add(DamageRegion(rect))
  }

  /// The largest difference of a component of a pixel; nil if a pixel was not drawn.
  private func difference(_ screen: TerminalScreen, _ frames: TestFrames) -> Int? {
    var largest = 0
    for y in 0..<frames.size.height {
      for x in 0..<frames.size.width {
        guard let shown = screen.canvas[y * screen.size.width + x] else { return nil }
        for shift in [0, 8, 16] as [UInt32] {
          let (one, other) = (shown >> shift & 255, frames.picture[x, y] >> shift & 255)
          largest = max(largest, abs(Int(one) - Int(other)))
        }
      }
    }
    return largest
  }

  @Test(arguments: [
    (TerminalScreen.Ability.kitty, true, 0), (.kitty, false, 0), (.sixel, true, 2),
    (.sixel, false, 54),
  ])
  func frames_areShown(ability: TerminalScreen.Ability, isFlat: Bool, tolerance: Int) throws {
    var random = SeededGenerator(seed: 38)
    let terminal = PseudoTerminal(columns: 41, rows: 21, cell: Self.cell, ability)
    defer { terminal.hangUp() }
    let before = terminal.line
    let presenter = try #require(make(terminal))
    #expect(presenter.size.width == 41 * 7)
    // Sixel leaves the last row free.
    #expect(presenter.size.height == (ability == .kitty ? 21 : 20) * 13)
    let frames = TestFrames(size: presenter.size)
    for number in 0..<12 {
      change(frames, &random, isFlat: isFlat)
      #expect(try pump(presenter) { presenter.isReady })
      #expect(try presenter.present(frames, for: .zero))
      #expect(try pump(presenter) { presenter.isReady })
      let screen = terminal.screen
      #expect(screen.isAlternate && !screen.hasCursor && screen.text.isEmpty)
      #expect(screen.flaws.isEmpty, "seed 38: \(screen.flaws.prefix(3))")
      let difference = difference(screen, frames)
      #expect(
        difference.map { $0 <= tolerance } == true, "seed 38, \(number): \(difference as Any)")
    }
    try presenter.finish(.restore)
    #expect(isRestored(terminal))
    #expect(terminal.screen.pictureCount == 0 && terminal.line == before)
    #expect(terminal.typed == 0)
  }

  /// Dithered pictures have the right colors on average.
  @Test func manyColors_areDithered() throws {
    let terminal = PseudoTerminal(
      columns: 40, rows: 12, cell: PixelSize(width: 8, height: 16), .sixel)
    defer { terminal.hangUp() }
    let presenter = try #require(make(terminal))
    let frames = TestFrames(size: presenter.size)
    fill(frames) { x, y in x * 255 / 320 << 16 | y << 8 | x & 255 }
    frames.add(DamageRegion(frames.picture.bounds))
    #expect(try pump(presenter) { presenter.isReady })
    _ = try presenter.present(frames, for: .zero)
    #expect(try pump(presenter) { presenter.isReady })
    let screen = terminal.screen
    for top in stride(from: 0, to: frames.size.height - 8, by: 8) {
      for left in stride(from: 0, to: 240, by: 8) {
        for shift in [0, 8, 16] as [UInt32] {
          var sum = 0
          for y in top..<(top + 8) {
            for x in left..<(left + 8) {
              sum += Int((screen.canvas[y * 320 + x] ?? 0) >> shift & 255)
              sum -= Int(frames.picture[x, y] >> shift & 255)
            }
          }
          #expect(abs(sum) < 64 * 12, "\(left), \(top): \(sum / 64)")
        }
      }
    }
  }

  /// Only tiles that damage touches are sent again.
  @Test(arguments: [TerminalScreen.Ability.kitty, .sixel])
  func damage_limitsWhatIsSent(ability: TerminalScreen.Ability) throws {
    let terminal = PseudoTerminal(columns: 100, rows: 40, cell: Self.cell, ability)
    defer { terminal.hangUp() }
    let presenter = try #require(make(terminal))
    let frames = TestFrames(size: presenter.size)
    frames.add(DamageRegion(frames.picture.bounds))
    #expect(try pump(presenter) { presenter.isReady })
    _ = try presenter.present(frames, for: .zero)
    #expect(try pump(presenter) { presenter.isReady })
    let first = terminal.drawnCount
    frames.add(DamageRegion(PixelRect(left: 300, top: 200, right: 302, bottom: 201)))
    _ = try presenter.present(frames, for: .zero)
    #expect(try pump(presenter) { presenter.isReady })
    #expect(terminal.drawnCount == first + 1)
    #expect(terminal.screen.flaws.isEmpty)
    // The same frame again is nothing to send.
    _ = try presenter.present(frames, for: .zero)
    #expect(presenter.isReady && terminal.drawnCount == first + 1)
  }

  // MARK: - Terminals without graphics

  @Test(arguments: [0, 0.27])
  func otherTerminal_staysAsItWas(delay: Double) throws {
    let terminal = PseudoTerminal(columns: 80, rows: 24, cell: Self.cell, .nothing, delay: delay)
    defer { terminal.hangUp() }
    let before = terminal.line
    #expect(make(terminal) == nil)
    #expect(terminal.line == before && terminal.typed == 0)
    #expect(!terminal.screen.isAlternate && terminal.screen.text.isEmpty)
  }

  @Test func silentTerminal_isAwaitedForAShortTime() throws {
    let terminal = PseudoTerminal(columns: 80, rows: 24, cell: Self.cell, .kitty)
    defer { terminal.hangUp() }
    terminal.setReading(false)
    let before = terminal.line
    let start = Date()
    #expect(make(terminal) == nil)
    #expect(Date().timeIntervalSince(start) < 20)
    #expect(terminal.line == before)
  }

  @Test func sizeFromAnswers_isUsedWithoutTheKernels() throws {
    let terminal = PseudoTerminal(columns: 30, rows: 10, cell: Self.cell, .kitty, tells: false)
    defer { terminal.hangUp() }
    let presenter = try #require(make(terminal))
    #expect(presenter.size == PixelSize(width: 210, height: 130))
    try presenter.finish(.restore)
  }

  /// A predecessor that was killed leaves the line as it was while frames showed.
  @Test func lineOfAKilledPredecessor_isTaken_andRestoredAsAShellNeedsIt() throws {
    let terminal = PseudoTerminal(columns: 30, rows: 10, cell: Self.cell, .kitty)
    defer { terminal.hangUp() }
    let before = terminal.line
    #expect(takes(terminal.path))
    #expect(terminal.line != before)
    let presenter = try #require(make(terminal))
    try presenter.finish(.restore)
    #expect(terminal.line == before)
  }

  @Test func terminalWhoseKeysAnotherProgramReads_isLeftAlone() throws {
    let terminal = PseudoTerminal(columns: 30, rows: 10, cell: Self.cell, .kitty)
    defer { terminal.hangUp() }
    let device = unsafe open(terminal.path, O_RDWR | O_NOCTTY)
    defer { close(device) }
    var state = termios()
    #expect(unsafe tcgetattr(device, &state) == 0)
    state.c_lflag &= ~tcflag_t(ICANON)
    #expect(unsafe tcsetattr(device, TCSANOW, &state) == 0)
    #expect(make(terminal) == nil)
  }

  @Test func fileAndFIFO_areNoTerminals() {
    #expect(!takes("/dev/null"))
    #expect(!takes("/nowhere"))
  }

  // MARK: - Slow and gone

  /// A terminal that stops reading gets no more frames, and holds nothing up.
  @Test func stoppedTerminal_dropsFrames_andIsRestoredInTime() throws {
    var random = SeededGenerator(seed: 7)
    let terminal = PseudoTerminal(columns: 200, rows: 60, cell: Self.cell, .kitty)
    defer { terminal.hangUp() }
    let before = terminal.line
    let presenter = try #require(make(terminal))
    let frames = TestFrames(size: presenter.size)
    #expect(try pump(presenter) { presenter.isReady })
    terminal.setReading(false)
    let start = Date()
    for _ in 0..<20 {
      change(frames, &random, isFlat: false)
      _ = try presenter.present(frames, for: .zero)
      try presenter.handleEvents(at: MonotonicClock.now)
    }
    #expect(!presenter.isReady && !presenter.isSuspended)
    // No deadline passes while bytes wait for room: the loop would spin.
    #expect(presenter.deadline == nil)
    // Once it reads again, the newest frame follows.
    terminal.setReading(true)
    #expect(try pump(presenter) { presenter.isReady })
    #expect(try presenter.present(frames, for: .zero))
    #expect(try pump(presenter) { presenter.isReady })
    #expect(difference(terminal.screen, frames) == 0)
    terminal.setReading(false)
    change(frames, &random, isFlat: false)
    _ = try presenter.present(frames, for: .zero)
    try presenter.finish(.restore)
    #expect(Date().timeIntervalSince(start) < 50)
    #expect(terminal.line == before)
  }

  /// What was cut off is ended before the screen is restored.
  @Test func frameThatWasCutOff_leavesNoBytesOnTheScreen() throws {
    let terminal = PseudoTerminal(columns: 200, rows: 60, cell: Self.cell, .sixel)
    defer { terminal.hangUp() }
    let presenter = try #require(make(terminal))
    var random = SeededGenerator(seed: 8)
    let frames = TestFrames(size: presenter.size)
    for _ in 0..<8 { change(frames, &random, isFlat: false) }
    #expect(try pump(presenter) { presenter.isReady })
    terminal.setReading(false)
    _ = try presenter.present(frames, for: .zero)
    #expect(!presenter.isReady)
    terminal.setReading(true)
    try presenter.finish(.restore)
    #expect(isRestored(terminal))
    #expect(terminal.screen.text.isEmpty, "\(terminal.screen.text.count)")
  }

  @Test func slowTerminal_isTold() throws {
    let terminal = PseudoTerminal(columns: 30, rows: 10, cell: Self.cell, .kitty, delay: 0.3)
    defer { terminal.hangUp() }
    let presenter = try #require(make(terminal, .kitty))
    let frames = TestFrames(size: presenter.size)
    for number in 0..<3 {
      #expect(!presenter.isSlow, "\(number)")
      frames.add(DamageRegion(frames.picture.bounds))
      _ = try presenter.present(frames, for: .zero)
      #expect(try pump(presenter) { presenter.isReady })
    }
    #expect(presenter.isSlow)
  }

  @Test func terminalThatIsGone_isNoError() throws {
    let terminal = PseudoTerminal(columns: 30, rows: 10, cell: Self.cell, .kitty)
    let presenter = try #require(make(terminal))
    let frames = TestFrames(size: presenter.size)
    frames.add(DamageRegion(frames.picture.bounds))
    terminal.hangUp()
    #expect(try pump(presenter) { presenter.isSuspended })
    #expect(try !presenter.present(frames, for: .zero))
    var poller = Poller()
    presenter.addDescriptors(to: &poller)
    #expect(poller.isEmpty)
    try presenter.finish(.restore)
  }
}
