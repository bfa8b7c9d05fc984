import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// The framebuffer device until a card comes, and never when there is one.
@Suite struct DisplayPresenterTests {
  /// Cards and a framebuffer device that come and go, and a loop like the program's.
  final class World {
    var cards: [String: FakeKMS] = [:]
    var device: FakeFramebuffer?
    private(set) var now = Duration.seconds(100)
    private(set) var notes: [String] = []
    private(set) var presenter: DisplayPresenter?
    private var owners: [(output: any PresenterOutput, frames: TestFrames)] = []
    private var stepCount = 0

    init(wait: Duration? = .seconds(2)) {
      var configuration = DRMPresenter.Configuration(wait: wait)
      configuration.listens = false
      var fallback = FbdevPresenter.Configuration()
      (fallback.listens, fallback.isFallback) = (false, true)
      let source = DRMPresenter.Cards(
        paths: { [unowned self] in cards.keys.sorted().map { ByteString($0) } },
        open: { [unowned self] (path) throws(KMSError) in
          guard let card = cards[path.description] else {
            throw .call("open", on: path, .noSuchFile)
          }
          return card
        }, adopt: { [unowned self] _ in cards["/dev/dri/card0"] ?? FakeKMS() })
      presenter = DisplayPresenter(
        DRMPresenter(
          configuration, at: now, cards: source, enterGraphics: {},
          report: { [unowned self] in
            if case .note(let text) = $0 { notes.append(text.description) }
          }),
        or: FbdevPresenter(
          fallback, at: now,
          open: { [unowned self] (path) throws(SystemError) in
            guard let device, !device.isGone else {
              throw SystemError("open", .noSuchFile, path: path)
            }
            return device
          }, enterGraphics: {}, note: { [unowned self] in notes.append($0.description) }))
    }

    var outputs: [any PresenterOutput] { presenter?.outputs ?? [] }
    /// Whether frames go to the framebuffer device.
    var isOnFramebuffer: Bool { outputs.first is FbdevDisplay }
    /// Whether they go to a card.
    var isOnCard: Bool { outputs.first is DRMDisplay }

    /// Makes every picture another.
    func changePictures() {
      for owner in owners { owner.frames.add(DamageRegion(PixelRect(owner.frames.size))) }
    }

    /// Lets 5 ms go by, and shows a first frame on each new output.
    func step(_ count: Int = 1) throws {
      for _ in 0..<count {
        stepCount += 1
        now += .milliseconds(5)
        device?.now = now
        if stepCount % 3 == 0 { for card in cards.values { card.verticalBlank(at: now) } }
        if cards.values.contains(where: { $0.hasEvents })
          || presenter?.deadline.map({ now >= $0 }) ?? false
        {
          try presenter?.handleEvents(at: now)
        }
        for output in outputs where output.isReady {
          if !owners.contains(where: { $0.output === output }) {
            let frames = TestFrames(size: output.size)
            frames.add(DamageRegion(PixelRect(output.size)))
            owners.append((output, frames))
          }
          if let frames = owners.first(where: { $0.output === output })?.frames {
            _ = try output.present(frames, for: now)
          }
        }
      }
    }
  }

  @Test func framebuffer_showsAtOnce_untilACardComes() throws {
    let world = World()
    let device = FakeFramebuffer(19, 11)
    world.device = device
    try world.step()
    #expect(world.isOnFramebuffer)
    #expect(device.levels(0, 0) == [1, 2, 3])
    // Longer than is waited.
    try world.step(1_000)
    #expect(world.isOnFramebuffer)
    let card = FakeKMS()
    world.cards["/dev/dri/card0"] = card
    try world.step(110)
    #expect(world.isOnCard)
    #expect(card.glass.allSatisfy { $0 == 0x0001_0203 } && !card.glass.isEmpty)
    let count = device.calls.count
    try world.step(300)
    #expect(device.calls.count == count)
  }

  @Test func framebufferThatGoesFirst_leavesTimeForTheCard() throws {
    let world = World()
    world.device = FakeFramebuffer(19, 11)
    try world.step(1_000)
    world.device?.isGone = true
    try world.step(500)
    #expect(world.outputs.isEmpty)
    world.cards["/dev/dri/card0"] = FakeKMS()
    try world.step(110)
    #expect(world.isOnCard)
  }

  @Test func framebufferThatIsLate_isTaken() throws {
    let world = World()
    try world.step(200)
    #expect(world.outputs.isEmpty)
    world.device = FakeFramebuffer(19, 11)
    try world.step(110)
    #expect(world.isOnFramebuffer)
  }

  @Test func withoutAWait_framebufferIsFoundBeforeTheEnd() throws {
    let world = World(wait: .zero)
    world.device = FakeFramebuffer(19, 11)
    try world.step(10)
    #expect(world.isOnFramebuffer)
    let nothing = World(wait: .zero)
    let error = try #require(throws: PresenterError.self) { try nothing.step() }
    #expect(error.isFinal)
  }

  @Test func card_isUsedAlone() throws {
    let world = World()
    let device = FakeFramebuffer(19, 11)
    world.device = device
    world.cards["/dev/dri/card0"] = FakeKMS()
    try world.step(600)
    #expect(world.isOnCard)
    #expect(device.calls.isEmpty)
  }

  @Test func cardsFramebuffer_isLeftAlone() throws {
    let world = World()
    let device = FakeFramebuffer(19, 11)
    device.mode.name = "bochs-drmdrmfb"
    world.device = device
    let error = try #require(throws: PresenterError.self) { try world.step(500) }
    #expect(error.message.description.hasPrefix("no display after 2 s: no card"))
    #expect(device.calls.allSatisfy { $0 == .state })
    #expect(
      world.notes == [
        "waiting for a display: no card in /dev/dri: is the driver of the display loaded?; "
          + "fbprogress probe tells more"
      ])
  }

  @Test func framebuffer_isLeftAlone_whileAnotherProgramHasTheCard() throws {
    let world = World(wait: nil)
    let card = FakeKMS()
    let device = FakeFramebuffer(19, 11)
    (world.device, world.cards["/dev/dri/card0"]) = (device, card)
    card.hasOtherMaster = true
    try world.step(300)
    #expect(world.outputs.isEmpty)
    #expect(device.calls.isEmpty)
    card.hasOtherMaster = false
    try world.step(110)
    #expect(world.isOnCard)
  }

  @Test func cardThatAnotherProgramTakes_endsTheFramebuffer() throws {
    let world = World()
    let card = FakeKMS()
    card.hasOtherMaster = true
    world.device = FakeFramebuffer(19, 11)
    try world.step(5)
    #expect(world.isOnFramebuffer)
    world.cards["/dev/dri/card0"] = card
    try world.step(110)
    #expect(world.outputs.isEmpty)
    // Something was shown once, so there is no end of waiting.
    try world.step(1_000)
  }

  @Test func cardWithoutADisplay_leavesItToTheFramebuffer() throws {
    let world = World()
    let card = FakeKMS()
    card.hardware.sockets[0].connector.connection = .disconnected
    (world.device, world.cards["/dev/dri/card0"]) = (FakeFramebuffer(19, 11), card)
    try world.step(600)
    #expect(world.isOnFramebuffer)
    card.hardware.sockets[0].connector.connection = .connected
    try world.step(110)
    #expect(world.isOnCard)
  }

  @Test func cardThatGoes_isFollowedByTheFramebuffer() throws {
    let world = World()
    let card = FakeKMS()
    world.cards["/dev/dri/card0"] = card
    try world.step(10)
    #expect(world.isOnCard)
    world.cards = [:]
    card.isGone = true
    world.device = FakeFramebuffer(19, 11)
    world.changePictures()
    try world.step(300)
    #expect(world.isOnFramebuffer)
  }

  @Test func framebufferThatCannotBeShownOn_isToldOfOnce() throws {
    let world = World(wait: nil)
    let device = FakeFramebuffer(19, 11)
    device.mode.kind = .other
    world.device = device
    try world.step(600)
    #expect(world.outputs.isEmpty)
    #expect(world.notes.count { $0.contains("framebuffer : its pixels") } == 1)
  }

  @Test func pauseAndResume_areForBoth() throws {
    let world = World()
    let device = FakeFramebuffer(19, 11)
    world.device = device
    try world.step(3)
    world.presenter?.pause()
    for place in device.memory.indices { device.memory[place] = 0 }
    try world.step(300)
    #expect(device.memory.allSatisfy { $0 == 0 })
    try world.presenter?.resume(at: world.now)
    try world.step(3)
    #expect(device.levels(18, 10) == [1, 2, 3])
  }
}
