import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// How a display is found, inherited, lost and left.
@Suite struct DRMPresenterSearchTests {
  let card = FakeKMS()

  @Test func cardThatComes_isTaken() throws {
    let session = DRMSession(card)
    session.isCardThere = false
    for _ in 0..<50 { try session.step() }
    #expect(session.size == nil)
    #expect(!session.isReady)
    #expect(
      session.reports == [
        "waiting for a display: no card in /dev/dri: is the driver of the display loaded?; "
          + "fbprogress probe tells more"
      ])
    session.isCardThere = true
    for _ in 0..<110 { try session.step() }
    #expect(session.size == PixelSize(width: 16, height: 8))
  }

  /// Nothing announces a card that was there before.
  @Test func cardsThatCannotBeListed_areListedAgain() throws {
    let session = DRMSession(card) { $0.listens = true }
    session.listError = .tooManyFiles
    for _ in 0..<10 { try session.step() }
    #expect(
      session.reports == [
        "waiting for a display: opendir /dev/dri: Too many open files; "
          + "fbprogress probe tells more"
      ])
    session.listError = nil
    for _ in 0..<110 { try session.step() }
    #expect(session.size == PixelSize(width: 16, height: 8))
  }

  @Test func displayThatComes_isTaken() throws {
    card.hardware.sockets[0].connector.connection = .disconnected
    let session = DRMSession(card)
    for _ in 0..<50 { try session.step() }
    #expect(session.size == nil)
    card.hardware.sockets[0].connector.connection = .connected
    for _ in 0..<110 { try session.step() }
    #expect(session.size != nil)
  }

  @Test func cardThatIsUnfinished_isKeptOpen_soThatNobodyShowsAnythingOnItFirst() throws {
    card.hardware.sockets[0].isUnfinished = true
    let session = DRMSession(card)
    try session.step()
    #expect(
      session.reports == [
        "waiting for a display: /dev/dri/card0: fake is about to tell of its connectors; "
          + "fbprogress probe tells more"
      ])
    #expect(card.isMaster())
    try session.hear(cards: true)
    try session.step()
    #expect(session.openingCount == 1)
    card.hardware.sockets[0].isUnfinished = false
    try session.hear(connectors: [0xC0])
    try session.step()
    #expect(session.size == PixelSize(width: 16, height: 8))
    #expect(session.openingCount == 1)
  }

  @Test func cardThatIsUnfinished_isLetGo_whenItGoes_andOnAnothersTurn() throws {
    card.hardware.sockets[0].isUnfinished = true
    let session = DRMSession(card)
    try session.step()
    session.pause()
    try session.resume()
    try session.step()
    #expect(session.openingCount == 2)
    session.isCardThere = false
    try session.hear(cards: true)
    try session.step()
    session.isCardThere = true
    try session.hear(cards: true)
    try session.step()
    #expect(session.openingCount == 3)
  }

  @Test func cardThatIsUnfinished_isLetGo_whereAnotherIsUsed() throws {
    let session = DRMSession(card)
    session.cards = ["/dev/dri/card0": FakeKMS(), "/dev/dri/card1": card]
    session.cards["/dev/dri/card0"]?.hardware.sockets[0].isUnfinished = true
    weak let unfinished = session.cards["/dev/dri/card0"]
    try session.light()
    #expect(session.openingCount == 2)
    session.isCardThere = true
    #expect(unfinished == nil)
  }

  @Test func cardWithOneConnectorToCome_isKeptOpen() throws {
    card.hardware = .displays([(16, 8), (16, 8)])
    card.hardware.sockets[0].connector.connection = .disconnected
    card.hardware.sockets[1].isUnfinished = true
    let session = DRMSession(card)
    try session.step()
    #expect(card.isMaster())
    card.hardware.sockets[1].isUnfinished = false
    try session.hear(connectors: [0xC1])
    try session.step()
    #expect(session.size != nil)
    #expect(session.openingCount == 1)
  }

  @Test func cardsThatAreUnfinished_areAllKept() throws {
    let other = FakeKMS()
    let session = DRMSession(card)
    session.cards["/dev/dri/card1"] = other
    for one in [card, other] { one.hardware.sockets[0].isUnfinished = true }
    try session.step()
    try session.hear(cards: true)
    try session.step()
    #expect(session.openingCount == 2)
    other.hardware.sockets[0].isUnfinished = false
    try session.hear(cards: true)
    try session.step()
    #expect(session.size != nil)
    #expect(session.openingCount == 2)
  }

  @Test func cardThatIsUnfinished_isKept_besideTheFirmwares() throws {
    let real = FakeKMS()
    real.hardware.sockets[0].isUnfinished = true
    card.driver = "simpledrm"
    let session = DRMSession(card)
    session.cards["/dev/dri/card1"] = real
    try session.light()
    #expect(session.isShown)
    #expect(session.openingCount == 2)
    // Nobody tells; it is looked at all the same.
    real.hardware.sockets[0].isUnfinished = false
    for _ in 0..<110 { try session.step() }
    #expect(session.openingCount == 2)
    #expect(session.reports.contains("showing on /dev/dri/card1 from now on"))
  }

  /// What is kept beside a card that is shown on.
  @Test(arguments: [false, true])
  func cardThatIsUnfinished_isLetGo_whenAnotherShows_andAtTheEnd(isEnd: Bool) throws {
    card.driver = "simpledrm"
    let session = DRMSession(card)
    session.cards["/dev/dri/card1"] = FakeKMS()
    session.cards["/dev/dri/card1"]?.hardware.sockets[0].isUnfinished = true
    weak let unfinished = session.cards["/dev/dri/card1"]
    try session.light()
    session.cards["/dev/dri/card1"] = nil
    #expect(unfinished != nil)
    if isEnd {
      try session.finish()
    } else {
      card.hasOtherMaster = true
      for _ in 0..<4 {
        try session.present(PixelRect(PixelSize(width: 4, height: 4)))
        try session.step()
      }
      #expect(
        session.reports.contains("another program shows something; waiting until it ends"))
    }
    #expect(unfinished == nil)
  }

  @Test func cardThatWentWhileUnfinished_isOpenedAnew() throws {
    let session = DRMSession(card)
    card.hardware.sockets[0].isUnfinished = true
    try session.step()
    let next = FakeKMS()
    card.isGone = true
    session.cards["/dev/dri/card0"] = next
    try session.hear(cards: true)
    try session.step()
    #expect(session.size != nil)
    #expect(session.openingCount == 2)
  }

  @Test func search_isMadeAtMostTwiceASecond() throws {
    card.hardware.sockets[0].connector.connection = .disconnected
    let session = DRMSession(card)
    for _ in 0..<399 { try session.step() }
    #expect(card.calls.count { $0 == .version } <= 4)
  }

  @Test func wait_ends_withTheReason() throws {
    card.hardware.sockets[0].connector.connection = .disconnected
    let session = DRMSession(card)
    let error = try #require(throws: PresenterError.self) {
      for _ in 0...400 { try session.step() }
    }
    #expect(error.message.hasPrefix("no display after 2 s: /dev/dri/card0: HDMI-A-1 is disconn"))
    #expect(session.now == .seconds(102))
  }

  @Test func wait_withoutEnd_goesOn() throws {
    let session = DRMSession(card, wait: nil)
    session.isCardThere = false
    for _ in 0..<2_000 { try session.step() }
    #expect(session.presenter?.deadline != nil)
  }

  @Test func anothersMastery_isWaitedFor() throws {
    card.hasOtherMaster = true
    let session = DRMSession(card)
    for _ in 0..<50 { try session.step() }
    #expect(session.size == nil)
    card.hasOtherMaster = false
    for _ in 0..<110 { try session.step() }
    #expect(session.size != nil)
  }

  // MARK: - Which card

  /// A composite output cannot tell whether a television is there.
  @Test func cardWithADisplayOfUnknownState_isTakenAfterOneWithADisplay() throws {
    card.hardware.sockets[0].connector.connection = .unknown
    let other = FakeKMS(descriptor: 78)
    let session = DRMSession(card)
    session.cards["/dev/dri/card1"] = other
    try session.light()
    #expect(session.reports.contains("card 78"))
    #expect(card.glass.isEmpty)
  }

  @Test func cardWithADisplayOfUnknownState_isTaken_whereThereIsNoOther() throws {
    card.hardware.sockets[0].connector.connection = .unknown
    let other = FakeKMS(descriptor: 78)
    other.hardware.sockets[0].connector.connection = .disconnected
    let session = DRMSession(card)
    session.cards["/dev/dri/card1"] = other
    try session.light()
    #expect(session.isShown)
    // A display that comes later is preferred.
    other.hardware.sockets[0].connector.connection = .connected
    try session.hear(all: true)
    try session.step()
    try session.present(PixelRect(PixelSize(width: 16, height: 8)))
    #expect(other.glass == session.pixels(of: session.outputs[0]))
  }

  @Test func connectorOfUnknownState_thatIsLit_isPreferred() throws {
    card.hardware = .displays([(16, 8), (24, 8)])
    for index in 0...1 { card.hardware.sockets[index].connector.connection = .unknown }
    card.hardware.sockets[1].crtc = 0xCD
    card.hardware.crtcs[1].mode = card.hardware.sockets[1].connector.modes[0]
    let session = DRMSession(card)
    try session.light()
    #expect(session.size == PixelSize(width: 24, height: 8))
  }

  @Test func cardWithoutDisplays_isOpenedOnce() throws {
    card.isRenderOnly = true
    let session = DRMSession(card, wait: nil)
    for _ in 0..<350 { try session.step() }
    #expect(session.openingCount == 1)
    #expect(
      session.reports == [
        "waiting for a display: /dev/dri/card0: fake drives no displays; fbprogress probe tells more"
      ])
    // Another card may get the same name.
    session.isCardThere = false
    for _ in 0..<110 { try session.step() }
    card.isRenderOnly = false
    session.isCardThere = true
    try session.hear(cards: true)
    try session.light()
    #expect(session.size != nil)
  }

  // MARK: - The first picture

  /// Four connectors, six CRTCs, eighteen planes: an amdgpu, of which firmware lit one display.
  static var largeCard: FakeHardware {
    var card = FakeHardware.displays([(16, 8), (16, 8), (16, 8), (16, 8), (16, 8), (16, 8)])
    card.sockets.removeLast(2)
    for index in 1..<4 { card.sockets[index].connector.connection = .disconnected }
    for index in 0..<6 {
      card.addPlane(0x1B0 + UInt32(index), .overlay, crtcs: 0b111111)
      card.addPlane(0x2B0 + UInt32(index), .cursor, crtcs: 1 << UInt32(index))
    }
    for index in card.layers.indices {
      (card.layers[index].rotates, card.layers[index].alpha, card.layers[index].zpos) = (
        true, 0xFFFF, 0
      )
    }
    card.gamma = 0
    card.sockets[0].crtc = 0xCC
    card.crtcs[0].mode = card.sockets[0].connector.modes[0]
    return card
  }

  /// Before properties were cached there were 414 calls, of which four probed displays; now 102.
  @Test func callsBeforeTheFirstPicture_areFew() throws {
    card.hardware = Self.largeCard
    let session = DRMSession(card)
    try session.light()
    let first = try #require(
      card.commits.firstIndex { $0.isTaken && !$0.flags.contains(.testOnly) })
    #expect(first == card.commits.count - 1)
    let commits = card.calls.indices.filter { card.calls[$0] == .commit }
    let before = card.calls[...commits[first]]
    #expect(before.count <= 414 / 3)
    #expect(!before.contains(.connector))
    #expect(session.isShown)
  }

  @Test func displays_areProbedAfterTheFirstPicture_once() throws {
    card.hardware = Self.largeCard
    card.hardware.sockets[1].connector.connection = .connected
    card.hardware.sockets[1].isUnprobed = true
    let session = DRMSession(card)
    try session.light()
    #expect(session.outputs.count == 1)
    for _ in 0..<8 { try session.step() }
    #expect(card.calls.count { $0 == .connector } == 4)
    #expect(session.outputs.count == 2)
    for output in session.outputs { try session.present([PixelRect(output.size)], on: output) }
    for _ in 0..<3 { try session.step() }
    #expect(card.glass(of: 0xCD) == session.pixels(of: session.outputs[1]))
    // Nothing is due while nothing changes.
    for _ in 0..<40 { try session.step() }
    #expect(session.presenter?.deadline == nil)
    #expect(card.calls.count { $0 == .connector } == 4)
  }

  /// The kernel knows one display, which fails, and not the other one.
  @Test func displays_areProbed_whereTheKnownOneFails() throws {
    card.hardware = .displays([(16, 8), (24, 8)])
    card.hardware.sockets[1].isUnprobed = true
    card.refusal = { $0.contains { $0.crtc == 0xCC } ? .invalid : nil }
    let session = DRMSession(card)
    for _ in 0..<30 {
      try session.step()
      for output in session.outputs where output.isReady {
        try session.present([PixelRect(output.size)], on: output)
      }
    }
    for _ in 0..<6 { try session.step() }
    let output = try #require(session.outputs.first { $0.size.width == 24 })
    #expect(card.glass(of: 0xCD) == session.pixels(of: output))
  }

  @Test func displaysThatTheKernelDoesNotKnow_areProbedFirst() throws {
    card.hardware.sockets[0].isUnprobed = true
    let session = DRMSession(card)
    try session.light()
    #expect(session.isShown)
  }

  // MARK: - Inheritance

  @Test func nextPresenter_takesOver_andFreesTheOldBuffers() throws {
    let first = DRMSession(card)
    try first.run(frames: 3)
    first.end()
    #expect(card.leftovers.buffers == 2)
    #expect(first.isShown)

    let old = [0xFB00, 0xFB01].map {
      DRMInheritance.Buffer(framebuffer: UInt32($0), handle: UInt32($0) - 0xFB00 + 0x4A00)
    }
    let second = DRMSession(card, inheritance: DRMInheritance(card: 77, buffers: old))
    try second.step()
    #expect(first.isShown)
    try second.light()
    #expect(second.isShown)
    #expect(card.leftovers == (1, 2, 2))
    #expect(second.reports.first == "buffers fb00 fb01 fb02 fb03")
    #expect(second.reports.last == "buffers fb03 fb02")
    try second.run(frames: 10)
    #expect(second.isShown)
  }

  @Test func inheritedBuffers_thatAreGone_areNotOurs() throws {
    // The numbers were freed, the report of it was lost, and our own buffers got them anew.
    let old = [DRMInheritance.Buffer(framebuffer: 0xFB01, handle: 0x4A01)]
    let session = DRMSession(card, inheritance: DRMInheritance(card: 77, buffers: old))
    try session.run(frames: 4)
    #expect(session.isShown)
    #expect(card.leftovers == (0, 2, 2))
  }

  @Test func inheritedCard_thatIsGone_isGivenBack_andAnotherFound() throws {
    card.failing(.version, with: .noDevice)
    let session = DRMSession(card, inheritance: DRMInheritance(card: 77))
    try session.light()
    #expect(session.reports.contains("gone"))
    #expect(session.isShown)
  }

  @Test func picture_outlivesThePresenter() throws {
    let session = DRMSession(card)
    try session.run(frames: 3)
    session.end()
    #expect(session.isShown)
    #expect(!card.isMaster())
  }

  // MARK: - Displays that change

  @Test func badLink_isTrainedAgain() throws {
    let session = DRMSession(card)
    try session.light()
    card.hardware.sockets[0].isLinkBad = true
    try session.hear(all: true)
    #expect(card.commits.last?.value(0xC0, .linkStatus) == 0)
    #expect(session.isShown)
  }
}
