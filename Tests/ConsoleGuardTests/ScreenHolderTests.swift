import Base
import FakeCards
import KMS
import LinuxSystem
import TestSupport
import Testing

@testable import ConsoleGuard

/// Who has the screen after the end, on a card in memory.
@Suite struct ScreenHolderTests {
  private let card = FakeKMS()

  init() {
    card.hardware.crtcs[0].framebuffer = 41
    try? card.dropMaster()
  }

  @Test func unchanged_isHeld_andNobodyIsDisturbed() {
    let holder = ScreenHolder(card)
    let before = card.calls.count
    for _ in 0..<10 { #expect(holder.check(isLastLook: false) == .held) }
    #expect(!card.calls[before...].contains(.setMaster), "that could keep a master out")
  }

  @Test func anothersPicture_isTaken() {
    let holder = ScreenHolder(card)
    card.hasOtherMaster = true
    #expect(holder.check(isLastLook: false) == .held)
    card.hardware.crtcs[0].framebuffer = 42
    #expect(holder.check(isLastLook: false) == .taken)
  }

  @Test func kernelsOwnPicture_isNobodys() {
    let holder = ScreenHolder(card)
    card.hardware.crtcs[0].framebuffer = 7
    #expect(holder.check(isLastLook: false) == .lost)
    #expect(!card.isMaster(), "mastership is not kept")
  }

  @Test func dark_isTaken_whenSomebodyShowsSomething() {
    card.hardware.crtcs[0].framebuffer = 0
    let holder = ScreenHolder(card)
    #expect(holder.check(isLastLook: false) == .held)
    card.hasOtherMaster = true
    card.hardware.crtcs[0].framebuffer = 42
    #expect(holder.check(isLastLook: false) == .taken)
  }

  @Test func lastLook_seesWhoCouldShowSomething() {
    let holder = ScreenHolder(card)
    #expect(holder.check(isLastLook: true) == .held)
    #expect(!card.isMaster())
    card.hasOtherMaster = true
    #expect(holder.check(isLastLook: true) == .taken)
  }

  @Test(arguments: [(false, ScreenHolder.Fate.held), (true, .taken)])
  func whoMayNotAsk_believesWhatItSees(isChanged: Bool, fate: ScreenHolder.Fate) {
    let holder = ScreenHolder(card)
    if isChanged { card.hardware.crtcs[0].framebuffer = 42 }
    card.failing(.setMaster, with: .accessDenied)
    #expect(holder.check(isLastLook: true) == fate)
  }

  @Test func cardThatIsGone_isLost() {
    let holder = ScreenHolder(card)
    card.isGone = true
    #expect(holder.check(isLastLook: false) == .lost)
    #expect(!holder.wait(atMost: nil), "it does not wait for what will not come")
  }

  @Test func waiting_endsInTime() {
    #expect(!ScreenHolder(card).wait(atMost: .zero))
    card.hasOtherMaster = true
    #expect(ScreenHolder(card).wait(atMost: .zero))
  }
}
