import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport

@testable import Presenters

/// Frames of a picture that a test changes, and where each differs from the one before.
final class TestFrames: FrameSource {
  var picture: Pixmap
  private var damages: [DamageRegion] = []
  var size: PixelSize { picture.size }

  init(size: PixelSize) { picture = Pixmap(size: size, filledWith: 0x0001_0203) }

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

/// A presenter on cards in memory, frames for each of its outputs, and a clock that a test winds.
///
/// A step is 5 ms, a vertical blank comes with every third.
final class DRMSession {
  /// The card that there is at the start: card0.
  let card: FakeKMS
  /// All cards by path; a test adds and removes.
  var cards: [String: FakeKMS]
  private(set) var presenter: DRMPresenter?
  private(set) var now = Duration.seconds(100)
  private(set) var presentedCount = 0
  private(set) var reports: [String] = []
  /// How often a card was opened.
  private(set) var openingCount = 0
  var isCardThere: Bool {
    get { !cards.isEmpty }
    set { cards = newValue ? ["/dev/dri/card0": card] : [:] }
  }
  /// How long the system was suspended.
  var suspendedTime = Duration.zero
  /// What fails the listing of the cards; nil for nothing.
  var listError: ErrorCode?
  // The newest frame was not shown.
  private var owes = false
  private var frames: [(output: any PresenterOutput, frames: TestFrames)] = []
  private var stepCount = 0
  private var random = SeededGenerator(seed: 0x5EED)

  /// Starts a presenter that waits 2 s, unless said otherwise, for the only card.
  init(
    _ card: FakeKMS, device: ByteString? = nil, wait: Duration? = .seconds(2),
    inheritance: DRMInheritance = DRMInheritance(),
    _ change: (inout DRMPresenter.Configuration) -> Void = { _ in }
  ) {
    self.card = card
    cards = ["/dev/dri/card0": card]
    var configuration = DRMPresenter.Configuration(device: device, wait: wait)
    configuration.listens = false
    change(&configuration)
    var source = DRMPresenter.Cards(
      paths: { [unowned self] () throws(SystemError) in
        if let listError { throw SystemError("opendir", listError, path: "/dev/dri") }
        return cards.keys.sorted().map { ByteString($0) }
      },
      open: { [unowned self] (path) throws(KMSError) in
        guard let card = cards[path.description] else { throw .call("open", on: path, .noSuchFile) }
        openingCount += 1
        return card
      }, adopt: { _ in card })
    source.suspendedTime = { [unowned self] in suspendedTime }
    presenter = DRMPresenter(
      configuration, inheritance: inheritance, at: now, cards: source,
      enterGraphics: { [unowned self] in reports.append("graphics \(card.commits.count)") },
      report: { [unowned self] in note($0) })
  }

  private func note(_ report: DRMReport) {
    switch report {
    case .card(let descriptor, _): reports.append("card \(descriptor)")
    case .cards(let paths):
      reports.append("cards " + paths.map { $0.description }.joined(separator: " "))
    case .seat: reports.append("seat")
    case .cardGone: reports.append("gone")
    case .buffers(let buffers):
      reports.append(
        "buffers " + buffers.map { String($0.framebuffer, radix: 16) }.joined(separator: " "))
    case .note(let text): reports.append(text.description)
    }
  }

  /// The outputs that there are now.
  var outputs: [any PresenterOutput] { presenter?.outputs ?? [] }
  /// The size of the first output; nil where there is none.
  var size: PixelSize? { outputs.first?.size }
  /// Whether all outputs, of which there is one at least, take frames.
  var isReady: Bool { !outputs.isEmpty && outputs.allSatisfy { $0.isReady } }

  /// The frames of an output.
  func frames(of output: any PresenterOutput) -> TestFrames {
    if let known = frames.first(where: { $0.output === output }) { return known.frames }
    let new = TestFrames(size: output.size)
    frames.append((output, new))
    return new
  }

  /// Whether no frame was presented on an output yet.
  func isUnused(_ output: any PresenterOutput) -> Bool {
    !frames.contains { $0.output === output }
  }

  /// The pixels of an output's newest frame, row by row.
  func pixels(of output: any PresenterOutput) -> [UInt32] {
    let picture = frames(of: output)
    return (0..<picture.size.height).flatMap { y in
      (0..<picture.size.width).map { x in picture.picture[x, y] }
    }
  }

  /// Whether the glass of the first CRTC shows the first output's newest frame.
  var isShown: Bool {
    (outputs.first ?? frames.first?.output).map { card.glass == pixels(of: $0) } ?? false
  }

  /// Draws rectangles of a colour that was not there before, and presents the frame on an output.
  func present(_ rects: PixelRect...) throws { try present(rects) }

  func present(_ rects: [PixelRect], on output: (any PresenterOutput)? = nil) throws {
    guard let output = output ?? outputs.first else { return }
    presentedCount += 1
    let frames = frames(of: output)
    var damage = DamageRegion()
    for whole in rects {
      let rect = whole.intersection(PixelRect(frames.size))
      damage.insert(rect)
      for y in rect.top..<rect.bottom {
        let word = UInt32(presentedCount * 0x1111 + y)
        frames.picture.withMutableRow(y, columns: rect.left..<rect.right) { row in
          for x in row.indices { row[x] = word }
        }
      }
    }
    if !rects.isEmpty { frames.add(damage) }
    owes = try !output.present(frames, for: now)
  }

  /// Presents a frame with some rectangles anywhere on each output.
  func presentAnything() throws {
    for output in outputs { try presentAnything(on: output) }
  }

  /// Presents a frame with some rectangles anywhere on an output.
  func presentAnything(on output: any PresenterOutput) throws {
    do {
      try present(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          let left = Int.random(in: 0..<output.size.width, using: &random)
          let top = Int.random(in: 0..<output.size.height, using: &random)
          return PixelRect(
            left: left, top: top,
            right: Int.random(in: (left + 1)...output.size.width, using: &random),
            bottom: Int.random(in: (top + 1)...output.size.height, using: &random))
        }, on: output)
    }
  }

  /// Lets 5 ms go by. As in the program's loop, the presenter is called only when it asked to be.
  func step(blanks: Bool = true) throws {
    stepCount += 1
    now += .milliseconds(5)
    for card in cards.values { card.now = max(card.now, now) }
    now = max(now, cards.values.map { $0.now }.max() ?? now)
    if blanks && stepCount % 3 == 0 { for card in cards.values { card.verticalBlank(at: now) } }
    guard let presenter else { return }
    if cards.values.contains(where: { $0.hasEvents })
      || presenter.deadline.map({ now >= $0 }) ?? false
    {
      try presenter.handleEvents(at: now)
    }
    forgetFormerOutputs()
  }

  /// Handles what is due, for its error.
  func stepOnce() throws(PresenterError) { try presenter?.handleEvents(at: now) }

  /// As the program does, so that an output that is gone is not kept by its frames.
  private func forgetFormerOutputs() {
    frames.removeAll { known in !outputs.contains { $0 === known.output } }
  }

  /// The kernel tells of something.
  func hear(
    cards: Bool = false, all: Bool = false, others: Bool = false, connectors: [UInt32] = [],
    reset: Bool = false
  ) throws {
    var news = DeviceNews()
    news.isOfReset = reset
    news.isOfOtherCards = others
    (news.isOfCards, news.isOfAllConnectors, news.connectors) = (cards, all, connectors)
    try presenter?.take(news, at: now)
    forgetFormerOutputs()
  }

  /// Another program's turn on the terminal.
  func pause() { presenter?.pause() }

  /// Ours again.
  func resume() throws { try presenter?.resume(at: now) }

  /// Finds the card and shows the first frame on each output.
  func light() throws {
    try step()
    for output in outputs { try present([PixelRect(output.size)], on: output) }
  }

  /// Goes on until so many frames are presented and all is quiet; at most 5 s.
  func run(frames: Int) throws {
    for _ in 0..<1_000 {
      try step()
      if isReady {
        let isNew = outputs.contains { output in !self.frames.contains { $0.output === output } }
        if presentedCount >= frames && !owes && !isNew { break }
        try presentAnything()
      }
    }
    try finish()
  }

  /// Ends orderly.
  func finish(_ ending: PresenterEnding = .restore) throws {
    try presenter?.finish(ending)
    card.verticalBlank(at: now)
  }

  /// Lets the presenter go, as at a process's end.
  func end() { presenter = nil }
}
