import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// Several displays, displays that come, go and change, cards that do.
@Suite struct DRMOutputsTests {
  /// Whether each CRTC, in order, shows the newest frame of the output in its place.
  private func allShown(_ session: DRMSession, _ crtcs: [ObjectID]) -> Bool {
    session.outputs.count == crtcs.count
      && zip(crtcs, session.outputs).allSatisfy {
        session.card.glass(of: $0.0) == session.pixels(of: $0.1)
      }
  }

  private func everything(_ session: DRMSession, frames: Int) throws {
    for _ in 0..<(frames * 6) {
      try session.step()
      if session.isReady { try session.presentAnything() }
    }
    for _ in 0..<8 { try session.step() }
  }

  @Test(arguments: [1, 2, 4]) func everyOutput_hasItsOwnPicture(count: Int) throws {
    let sizes: [(UInt16, UInt16)] = [(16, 8), (8, 16), (12, 12), (20, 6)]
    let session = DRMSession(FakeKMS(.displays(Array(sizes.prefix(count)))))
    try session.light()
    #expect(
      session.outputs.map { $0.size.width } == sizes.prefix(count).map { Int($0.0) })
    try everything(session, frames: 30)
    #expect(allShown(session, (0..<count).map { 0xCC + UInt32($0) }))
    #expect(session.card.tornFrames == 0)
    #expect(session.card.leftovers == (count, 2 * count, 2 * count))
  }

  @Test func outputs_keepTheirOwnPace() throws {
    let session = DRMSession(FakeKMS(.displays([(16, 8), (8, 8)])))
    try session.light()
    for _ in 0..<8 { try session.step() }
    let (one, other) = (session.outputs[0], session.outputs[1])
    // The flip of one is lost: the other goes on.
    session.card.eventsToLose = 1
    try session.present([PixelRect(PixelSize(width: 4, height: 4))], on: one)
    for _ in 0..<4 { try session.step() }
    #expect(!one.isReady)
    for _ in 0..<3 {
      #expect(other.isReady)
      try session.present([PixelRect(PixelSize(width: 4, height: 4))], on: other)
      for _ in 0..<4 { try session.step() }
    }
  }

  @Test func namedOutput_isTheOnlyOneLit() throws {
    let session = DRMSession(FakeKMS(.displays([(16, 8), (8, 16)]))) {
      $0.selection.names = ["HDMI-A-2"]
    }
    try session.light()
    #expect(session.size == PixelSize(width: 8, height: 16))
    #expect(session.card.glass.isEmpty)
  }

  @Test func displayThatFails_leavesTheOthersAlone() throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    let session = DRMSession(card)
    try session.light()
    for _ in 0..<8 { try session.step() }
    // The next flip fails, and so does every way to mend it.
    for nth in 1...4 { card.failing(.commit, nth: nth, with: .invalid) }
    try session.present([PixelRect(PixelSize(width: 4, height: 4))], on: session.outputs[0])
    #expect(session.outputs.map { $0.isSuspended } == [true, false])
    #expect(session.reports.contains { $0.hasPrefix("HDMI-A-1: retrying: ") })
    for _ in 0..<30 {
      try session.step()
      let other = session.outputs[1]
      if other.isReady { try session.present([PixelRect(other.size)], on: other) }
    }
    for _ in 0..<8 { try session.step() }
    #expect(card.glass(of: 0xCD) == session.pixels(of: session.outputs[1]))
    // After a second it is tried again.
    try everything(session, frames: 60)
    #expect(allShown(session, [0xCC, 0xCD]))
  }

  /// Any CRTC can feed any display. The first connector is plugged last.
  @Test func pluggedDisplay_leavesTheCRTCOfAnother() throws {
    var hardware = FakeHardware.displays([(16, 8), (8, 16)])
    for index in hardware.encoders.indices { hardware.encoders[index].possibleCRTCs = 0b11 }
    hardware.sockets[0].connector.connection = .disconnected
    let card = FakeKMS(hardware)
    let session = DRMSession(card)
    try session.light()
    #expect(card.hardware.sockets[1].crtc == 0xCC)
    card.hardware.sockets[0].connector.connection = .connected
    try session.hear(connectors: [0xC0])
    try everything(session, frames: 4)
    #expect(card.hardware.sockets.map { $0.crtc } == [0xCD, 0xCC])
    #expect(allShown(session, [0xCD, 0xCC]))
  }

  /// Probing takes long, and another card's connector may have the same number.
  @Test func displayOfAnotherCard_costsNoProbing() throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    let session = DRMSession(card)
    try session.light()
    for _ in 0..<8 { try session.step() }
    let before = card.calls.count { $0 == .connector }
    try session.hear(others: true)
    for _ in 0..<8 { try session.step() }
    #expect(card.calls.count { $0 == .connector } == before)
    #expect(session.openingCount == 1)
  }

  /// The firmware feeds both displays from one CRTC. The second moves to another; the first fails.
  @Test func clonedDisplays_areTakenApart_andStaySo() throws {
    var hardware = FakeHardware.displays([(16, 8), (16, 8)])
    for index in hardware.encoders.indices { hardware.encoders[index].possibleCRTCs = 0b11 }
    for index in 0...1 { hardware.sockets[index].crtc = 0xCC }
    hardware.crtcs[0].mode = hardware.sockets[0].connector.modes[0]
    let card = FakeKMS(hardware)
    let session = DRMSession(card)
    try session.light()
    try everything(session, frames: 4)
    card.failing(.commit, with: .invalid)
    try session.present([PixelRect(PixelSize(width: 4, height: 4))], on: session.outputs[0])
    try everything(session, frames: 4)
    #expect(allShown(session, [0xCC, 0xCD]))
  }

  /// What the firmware feeds it by has no plane for us.
  @Test func displayOnAnUnusableCRTC_isMovedToAnother() throws {
    var hardware = FakeHardware.displays([(16, 8), (8, 16)])
    hardware.sockets.removeLast()
    hardware.encoders[0].possibleCRTCs = 0b11
    hardware.sockets[0].crtc = 0xCC
    hardware.crtcs[0].mode = hardware.sockets[0].connector.modes[0]
    hardware.layers[0].plane.formats = [FakeHardware.c8]
    hardware.layers[0].plane.crtc = 0xCC
    let card = FakeKMS(hardware)
    let session = DRMSession(card)
    try session.light()
    #expect(card.glass(of: 0xCD) == session.pixels(of: session.outputs[0]))
    #expect(card.hardware.crtcs[0].mode == nil)
    #expect(!session.reports.contains { $0.contains("atomic commits are refused") })
  }

  // MARK: - Plug and unplug

  @Test func pluggedDisplay_isLit_andTheOtherOneNotTouched() throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    card.hardware.sockets[1].connector.connection = .disconnected
    let session = DRMSession(card)
    try session.light()
    try everything(session, frames: 3)
    let before = card.commits.count
    let first = ObjectIdentifier(session.outputs[0])
    card.hardware.sockets[1].connector.connection = .connected
    let probes = card.calls.count { $0 == .connector }
    try session.hear(connectors: [0xC1])
    // Only the one that was named.
    #expect(card.calls.count { $0 == .connector } == probes + 1)
    #expect(session.outputs.count == 2)
    #expect(ObjectIdentifier(session.outputs[0]) == first)
    try session.present([PixelRect(session.outputs[1].size)], on: session.outputs[1])
    for _ in 0..<3 { try session.step() }
    #expect(allShown(session, [0xCC, 0xCD]))
    #expect(card.commits[before...].allSatisfy { $0.value(0xB0, .framebufferID) == nil })
  }

  @Test func unpluggedDisplay_goesDark_andComesBack() throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    let session = DRMSession(card)
    try session.light()
    card.hardware.sockets[1].connector.connection = .disconnected
    try session.hear(all: true)
    #expect(session.outputs.count == 1)
    for _ in 0..<8 { try session.step() }
    #expect(card.glass(of: 0xCD).isEmpty)
    #expect(card.leftovers == (1, 2, 2))
    card.hardware.sockets[1].connector.connection = .connected
    try session.hear(all: true)
    try everything(session, frames: 5)
    #expect(allShown(session, [0xCC, 0xCD]))
  }

  @Test func lastDisplay_unplugged_isWaitedFor_withoutEnd() throws {
    let card = FakeKMS()
    let session = DRMSession(card)
    try session.light()
    card.hardware.sockets[0].connector.connection = .disconnected
    try session.hear(all: true)
    for _ in 0..<800 { try session.step() }
    #expect(session.outputs.isEmpty)
    #expect(card.leftovers == (0, 0, 0))
    card.hardware.sockets[0].connector.connection = .connected
    try session.hear(all: true)
    try everything(session, frames: 3)
    #expect(session.isShown)
  }

  @Test func otherMode_isShownInPlaceOfTheFormer_whichStaysUntilThen() throws {
    let card = FakeKMS()
    let session = DRMSession(card)
    try session.light()
    let old = card.glass
    card.hardware.sockets[0].connector.modes = [FakeHardware.mode(32, 8)]
    try session.hear(all: true)
    #expect(session.size == PixelSize(width: 32, height: 8))
    #expect(card.glass == old)
    try everything(session, frames: 4)
    #expect(session.isShown)
    #expect(card.leftovers == (1, 2, 2))
  }

  @Test func newsOfNothing_changeNothing() throws {
    let session = DRMSession(FakeKMS(.displays([(16, 8), (8, 16)])))
    try session.light()
    let (before, calls) = (session.card.commits.count, session.card.calls.count)
    try session.hear(cards: true, all: true, connectors: [0xC0, 0xC1])
    #expect(session.card.commits.count == before)
    #expect(session.card.calls.count > calls)
  }

  // MARK: - Cards

  @Test func cardThatGoes_isLetGoAtOnce_andItsSuccessorShownOn() throws {
    let (old, new) = (FakeKMS(), FakeKMS(.oneDisplay(width: 24, height: 8), descriptor: 78))
    let session = DRMSession(old)
    try session.light()
    old.isGone = true
    session.cards = [:]
    try session.present(PixelRect(PixelSize(width: 3, height: 3)))
    #expect(session.reports.contains("gone"))
    #expect(session.outputs.isEmpty)
    for _ in 0..<800 { try session.step() }
    session.cards = ["/dev/dri/card1": new]
    try session.hear(cards: true)
    try session.step()
    for output in session.outputs { try session.present([PixelRect(output.size)], on: output) }
    #expect(new.glass == session.outputs.first.map { session.pixels(of: $0) })
    #expect(session.reports.contains("card 78"))
  }

  @Test func firmwaresCard_isLeftForTheRealOne_onceThatIsLit() throws {
    let (old, new) = (FakeKMS(), FakeKMS(descriptor: 78))
    old.driver = "simpledrm"
    let session = DRMSession(old)
    try session.light()
    session.cards["/dev/dri/card1"] = new
    try session.hear(cards: true)
    try session.step()
    #expect(!old.glass.isEmpty)
    try session.present(PixelRect(PixelSize(width: 16, height: 8)))
    #expect(new.glass == session.pixels(of: session.outputs[0]))
    #expect(session.reports.suffix(3).first == "card 78")
  }

  @Test func realCard_isNotLeftForAnother() throws {
    let session = DRMSession(FakeKMS())
    try session.light()
    session.cards["/dev/dri/card1"] = FakeKMS(descriptor: 78)
    try session.hear(cards: true)
    for _ in 0..<10 { try session.step() }
    #expect(!session.reports.contains("card 78"))
  }

  @Test(
    arguments: [
      (nil, "card 79"), ("vc4", "card 78"), ("/dev/dri/card0", "card 77"),
    ] as [(ByteString?, String)])
  func cardOfSeveral_isTheRealOneWithADisplay_orTheNamedOne(
    device: ByteString?, expected: String
  ) throws {
    let (first, second) = (FakeKMS(), FakeKMS(descriptor: 78))
    (first.driver, second.driver) = ("simpledrm", "vc4")
    if device == nil { second.hardware.sockets[0].connector.connection = .disconnected }
    let session = DRMSession(first, device: device)
    session.cards["/dev/dri/card1"] = second
    session.cards["/dev/dri/card2"] = FakeKMS(descriptor: 79)
    try session.light()
    #expect(session.reports.contains(expected))
  }

  @Test func displayUnplugged_isReplacedByThatOfAnotherCard() throws {
    let (first, second) = (FakeKMS(), FakeKMS(descriptor: 78))
    let session = DRMSession(first)
    session.cards["/dev/dri/card1"] = second
    try session.light()
    first.hardware.sockets[0].connector.connection = .disconnected
    try session.hear(connectors: [0xC0])
    try session.step()
    try session.present(PixelRect(PixelSize(width: 16, height: 8)))
    let output = try #require(session.outputs.first, "\(session.reports)")
    #expect(second.glass == session.pixels(of: output))
  }

  @Test func cardThatShowsNothing_isLeftForAnother() throws {
    let (first, second) = (FakeKMS(), FakeKMS(descriptor: 78))
    for nth in 1...99 { first.failing(.createDumbBuffer, nth: nth, with: .noMemory) }
    let session = DRMSession(first)
    session.cards["/dev/dri/card1"] = second
    try session.light()
    for _ in 0..<350 {
      try session.step()
      if session.isReady { try session.presentAnything() }
    }
    for _ in 0..<8 { try session.step() }
    #expect(second.glass == session.pixels(of: session.outputs[0]))
  }

  // MARK: - Others who want the card

  /// A flip under way has its event to be read when the displays are somebody else's already.
  @Test func pause_polls_nothing() throws {
    let session = DRMSession(FakeKMS())
    try session.light()
    try session.present(PixelRect(PixelSize(width: 4, height: 4)))
    func polls() -> Bool {
      var poller = Poller()
      session.presenter?.addDescriptors(to: &poller)
      return !poller.isEmpty
    }
    #expect(polls())
    session.presenter?.pause()
    #expect(!polls())
    #expect(session.presenter?.deadline == nil)
    try session.presenter?.resume(at: session.now)
    #expect(polls())
  }

  @Test func refusedFrame_isTheOneShownAfterAPause() throws {
    let card = FakeKMS()
    let session = DRMSession(card)
    try session.light()
    card.refusals = 1
    try session.present(PixelRect(PixelSize(width: 4, height: 4)))
    session.presenter?.pause()
    card.wipe()
    try session.presenter?.resume(at: session.now)
    #expect(session.isShown)
  }

  @Test(arguments: [true, false])
  func cardThatIsNeverOurs_endsTheWait(isPaused: Bool) throws {
    let card = FakeKMS()
    let session = DRMSession(card)
    try session.step()
    if isPaused {
      session.presenter?.pause()
    } else {
      card.hasOtherMaster = true
      try session.present(PixelRect(PixelSize(width: 4, height: 4)))
    }
    let error = try #require(throws: PresenterError.self) {
      for _ in 0...400 { try session.step() }
    }
    #expect(error.isFinal)
  }

  @Test func displayThatCantBeTakenBack_leavesTheOthersAlone() throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    let session = DRMSession(card)
    try session.light()
    for _ in 0..<8 { try session.step() }
    session.presenter?.pause()
    card.wipe()
    // The commit of both, then four of the first one; the third commit is the second one's.
    for nth in [1, 2, 4, 5, 6] { card.failing(.commit, nth: nth, with: .invalid) }
    try session.presenter?.resume(at: session.now)
    #expect(card.glass(of: 0xCD) == session.pixels(of: session.outputs[1]))
    #expect(session.outputs.map { $0.isSuspended } == [true, false])
  }

  /// Night's colours of a compositor that was seen meanwhile.
  @Test func whatOthersLeft_isTakenBackAfterAPause() throws {
    let card = FakeKMS()
    card.hardware.gamma = 0
    let session = DRMSession(card)
    try session.light()
    session.presenter?.pause()
    card.hardware.gamma = 99
    try session.presenter?.resume(at: session.now)
    #expect(card.commits.last?.value(0xCC, .gammaLUT) == 0)
  }

  /// Sixty modesets a second would be worse than the failure.
  @Test func flipsThatKeepFailing_areWaitedForInstead() throws {
    let card = FakeKMS()
    let session = DRMSession(card)
    try session.light()
    card.flipFailure = .invalid
    try everything(session, frames: 40)
    #expect(session.isShown)
    #expect(card.commits.count { $0.isTaken && $0.flags.contains(.allowModeset) } <= 4)
    #expect(session.reports.count { $0.contains("HDMI-A-1") } <= 4)
  }

  @Test func lostMastery_isWaitedFor_andTheNewestFrameShownThen() throws {
    let card = FakeKMS()
    let session = DRMSession(card)
    try session.light()
    card.hasOtherMaster = true
    try session.present(PixelRect(PixelSize(width: 4, height: 4)))
    #expect(!session.isReady)
    let commits = card.commits.count
    for _ in 0..<200 { try session.step() }
    #expect(card.commits.count == commits)
    #expect(card.calls.count { $0 == .setMaster } <= 5)
    card.hasOtherMaster = false
    for _ in 0..<60 { try session.step() }
    try everything(session, frames: 3)
    #expect(session.isShown)
    #expect(card.isMaster())
  }

  @Test func pause_touchesNothing_andResume_showsAllAgain() throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    let session = DRMSession(card)
    try session.light()
    try everything(session, frames: 3)
    session.presenter?.pause()
    #expect(!card.isMaster())
    let calls = card.calls.count
    card.wipe()
    for _ in 0..<100 { try session.step() }
    #expect(card.calls.count == calls)
    #expect(!session.isReady)
    try session.presenter?.resume(at: session.now)
    #expect(allShown(session, [0xCC, 0xCD]))
    try everything(session, frames: 3)
    #expect(allShown(session, [0xCC, 0xCD]))
  }

  // MARK: - The end

  @Test func keep_leavesThePictureWithoutUs() throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    let session = DRMSession(card)
    try session.light()
    try session.finish(.keep)
    #expect(card.closed.count == 2)
    #expect(!card.isMaster())
    #expect(allShown(session, [0xCC, 0xCD]))
  }

  @Test func keep_onAnOldKernel_leavesThePicture() throws {
    let card = FakeKMS()
    card.failing(.closeFramebuffer, with: .invalid)
    let session = DRMSession(card)
    try session.light()
    try session.finish(.keep)
    #expect(session.isShown)
    #expect(!card.isMaster())
  }

  @Test func black_turnsTheDisplaysOff() throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    let session = DRMSession(card)
    try session.light()
    try session.finish(.black)
    #expect(card.glass.isEmpty && card.glass(of: 0xCD).isEmpty)
    #expect(card.hardware.crtcs.allSatisfy { $0.mode == nil })
  }
}
