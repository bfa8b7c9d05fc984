import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// Several cards: the keeper learns of them, and has a presenter for each.
@Suite struct DRMCardsTests {
  private let first = FakeKMS()
  private let second = FakeKMS(descriptor: 78)

  private func session(
    device: ByteString? = nil, _ change: (inout DRMPresenter.Configuration) -> Void = { _ in }
  ) -> DRMSession {
    let session = DRMSession(first, device: device, change)
    session.cards["/dev/dri/card1"] = second
    return session
  }

  private func told(_ session: DRMSession) -> [String] {
    session.reports.filter { $0.hasPrefix("cards") }
  }

  @Test func otherCards_areToldBeforeTheFirstCall() throws {
    let session = session()
    // The keeper must know of the others even if no call ever returns.
    first.hasOtherMaster = true
    try session.step()
    #expect(told(session).first == "cards /dev/dri/card0 /dev/dri/card1")
  }

  @Test func cardInUse_isNotTold_andOthersAreNotOpened() throws {
    let session = session()
    try session.light()
    #expect(told(session) == ["cards /dev/dri/card0 /dev/dri/card1"])
    #expect(session.openingCount == 1)
    session.cards["/dev/dri/card2"] = FakeKMS(descriptor: 79)
    try session.hear(cards: true)
    for _ in 0..<200 { try session.step() }
    #expect(told(session).last == "cards /dev/dri/card0 /dev/dri/card1 /dev/dri/card2")
    #expect(told(session).count == 2 && session.openingCount == 1)
    // A display at another card is news, one at this card is not.
    try session.hear(connectors: [0xC0])
    #expect(told(session).count == 2)
    try session.hear(others: true)
    #expect(told(session).count == 3)
  }

  @Test func namedCard_isTheOnlyOne() throws {
    let session = session(device: "/dev/dri/card1")
    try session.light()
    try session.hear(cards: true)
    #expect(told(session).isEmpty)
  }

  @Test func furtherCard_isShownOn_andLosesItsDisplay() throws {
    let session = session(device: "/dev/dri/card1") { $0.isFurther = true }
    try session.light()
    for _ in 0..<8 { try session.step() }
    #expect(second.glass == session.pixels(of: session.outputs[0]))
    #expect(first.calls.isEmpty)
    second.hardware.sockets[0].connector.connection = .disconnected
    #expect(throws: PresenterError.self) {
      try session.hear(connectors: [0xC0])
      for _ in 0..<8 { try session.step() }
    }
    #expect(!session.reports.contains { $0.contains("waiting") })
  }

  enum Lack: CaseIterable { case display, certainty, driver, card, displays, mastery }

  /// What may be another's display, or none at all, ends the presenter at once and without a line.
  @Test(arguments: Lack.allCases) func furtherCard_isLeft(lack: Lack) throws {
    let session = session(device: "/dev/dri/card1") { $0.isFurther = true }
    switch lack {
    case .display: second.hardware.sockets[0].connector.connection = .disconnected
    case .certainty: second.hardware.sockets[0].connector.connection = .unknown
    case .driver: second.driver = "simpledrm"
    case .card: session.cards["/dev/dri/card1"] = nil
    case .displays: second.isRenderOnly = true
    case .mastery: second.hasOtherMaster = true
    }
    var failure: PresenterError?
    do throws(PresenterError) { try session.stepOnce() } catch { failure = error }
    #expect(failure?.isFinal == true)
    #expect(failure?.message == "")
    #expect(session.reports.isEmpty)
    #expect(second.glass.isEmpty)
  }

  @Test func inheritedCard_keepsItsPath() throws {
    let card = FakeKMS()
    let session = DRMSession(
      card, inheritance: DRMInheritance(card: 77, path: "/dev/dri/card0"))
    session.cards["/dev/dri/card1"] = second
    try session.light()
    try session.hear(others: true)
    #expect(told(session) == ["cards /dev/dri/card0 /dev/dri/card1"])
  }
}
