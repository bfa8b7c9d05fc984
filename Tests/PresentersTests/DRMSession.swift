import ByteStrings
import KMS
import LinuxSystem
import Pixels
import TestSupport

@testable import Presenters

/// Frames of a picture that a test changes, and where each differs from the one before.
final class TestFrames: FrameSource {
  var picture = Pixmap(size: PixelSize(width: 16, height: 8), filledWith: 0x0001_0203)
  private var damages: [DamageRegion] = []
  var size: PixelSize { picture.size }
  var frameNumber: Int { damages.count }

  /// Makes the picture as it is now the newest frame.
  func add(_ damage: DamageRegion) { damages.append(damage) }

  func paint(_ surface: inout PixelSurface, over shown: Int?) {
    var damage = DamageRegion()
    getDamage(since: shown, into: &damage)
    for rect in damage.rects {
      for y in rect.top..<rect.bottom {
        for x in rect.left..<rect.right { surface.fill(picture[x, y], columns: x..<(x + 1), y: y) }
      }
    }
  }

  func getDamage(since shown: Int?, into damage: inout DamageRegion) {
    damage = DamageRegion()
    guard let shown else { return damage.insert(picture.bounds) }
    for missed in damages[shown...] {
      for rect in missed.rects { damage.insert(rect) }
    }
  }
}

/// A presenter on a card in memory, frames for it, and a clock that a test winds.
///
/// A step is 5 ms, a vertical blank comes with every third.
final class DRMSession {
  let card: FakeKMS
  private(set) var presenter: DRMPresenter?
  private(set) var now = Duration.seconds(100)
  private(set) var presentedCount = 0
  private(set) var reports: [String] = []
  var isCardThere = true
  private let frames = TestFrames()
  private var stepCount = 0
  private var random = SeededGenerator(seed: 0x5EED)

  /// Starts a presenter that waits 2 s, unless said otherwise, for the only card.
  init(
    _ card: FakeKMS, device: ByteString? = nil, wait: Duration? = .seconds(2),
    inheritance: DRMInheritance = DRMInheritance()
  ) {
    self.card = card
    var configuration = DRMPresenter.Configuration(device: device, wait: wait)
    configuration.listens = false
    let cards = DRMPresenter.Cards(
      paths: { [unowned self] in isCardThere ? ["/dev/dri/card0"] : [] },
      open: { [unowned self] (path) throws(KMSError) in
        if !isCardThere { throw .call("open", on: path, .noSuchFile) }
        return card
      }, borrow: { _ in card })
    presenter = DRMPresenter(
      configuration, inheritance: inheritance, at: now, cards: cards,
      enterGraphics: { [unowned self] in reports.append("graphics \(card.commits.count)") },
      report: { [unowned self] in note($0) })
  }

  private func note(_ report: DRMReport) {
    switch report {
    case .card(let descriptor): reports.append("card \(descriptor)")
    case .cardGone: reports.append("gone")
    case .buffers(let buffers):
      reports.append(
        "buffers " + buffers.map { String($0.framebuffer, radix: 16) }.joined(separator: " "))
    case .note(let text): reports.append(text.description)
    }
  }

  /// The frame's pixels, row by row.
  var pixels: [UInt32] {
    (0..<8).flatMap { y in (0..<16).map { x in frames.picture[x, y] } }
  }

  /// Whether the glass shows the newest frame.
  var isShown: Bool { card.glass == pixels }

  /// Draws a rectangle of a colour that was not there before, and presents the frame.
  func present(_ rects: PixelRect...) throws { try present(rects) }

  func present(_ rects: [PixelRect]) throws {
    presentedCount += 1
    var damage = DamageRegion()
    for rect in rects {
      damage.insert(rect)
      for y in rect.top..<rect.bottom {
        let word = UInt32(presentedCount * 0x1111 + y)
        frames.picture.withMutableRow(y, columns: rect.left..<rect.right) { row in
          for x in row.indices { row[x] = word }
        }
      }
    }
    if !rects.isEmpty { frames.add(damage) }
    try presenter?.present(frames, for: now)
  }

  /// Presents a frame with some rectangles anywhere.
  func presentAnything() throws {
    try present(
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let left = Int.random(in: 0..<16, using: &random)
        let top = Int.random(in: 0..<8, using: &random)
        return PixelRect(
          left: left, top: top, right: Int.random(in: (left + 1)...16, using: &random),
          bottom: Int.random(in: (top + 1)...8, using: &random))
      })
  }

  /// Lets 5 ms go by. As in the program's loop, the presenter is called only when it asked to be.
  func step(blanks: Bool = true) throws {
    stepCount += 1
    now += .milliseconds(5)
    if blanks && stepCount % 3 == 0 { card.verticalBlank(at: now) }
    guard let presenter else { return }
    if card.hasEvents || presenter.deadline.map({ now >= $0 }) ?? false {
      try presenter.handleEvents(at: now)
    }
  }

  /// Finds the card and shows the first frame.
  func light() throws {
    try step()
    try present(PixelRect(PixelSize(width: 16, height: 8)))
  }

  /// Goes on until so many frames are presented and all is quiet; at most 5 s.
  func run(frames: Int) throws {
    for _ in 0..<1_000 {
      try step()
      if presenter?.isReady == true {
        if presentedCount == frames { break }
        try presentAnything()
      }
    }
    try finish()
  }

  /// Ends orderly.
  func finish() throws {
    try presenter?.finish()
    card.verticalBlank(at: now)
  }

  /// Lets the presenter go, as at a process's end.
  func end() { presenter = nil }
}
