import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// A lit display keeps a picture, whatever fails.
@Suite struct DRMLitPictureTests {
  static let codes: [ErrorCode] = [
    .noMemory, .busy, .invalid, .interrupted, ErrorCode(rawValue: 28),  // ENOSPC
  ]

  @Test(arguments: codes) func lastFrame_staysWhileEveryCommitFails(code: ErrorCode) throws {
    let card = FakeKMS()
    let session = DRMSession(card)
    try session.run(frames: 3)
    let old = card.glass
    let (created, removed) = (count(.createDumbBuffer, card), count(.removeFramebuffer, card))
    card.commitFailure = code
    let commits = card.commits.count
    for _ in 0..<4_000 {
      try session.step()
      if session.isReady { try session.presentAnything() }
      #expect(card.glass == old)
    }
    // 20 s: at most some tries a second, and few lines.
    #expect((15...400).contains(card.commits.count - commits))
    #expect(session.reports.count { $0.contains("HDMI-A-1") } <= 8)
    card.commitFailure = nil
    for _ in 0..<300 { try session.step() }
    #expect(session.isReady)
    #expect(session.isShown)
    #expect(count(.createDumbBuffer, card) == created)
    #expect(count(.removeFramebuffer, card) == removed)
  }

  @Test func modeBlobs_areReserved() throws {
    let card = FakeKMS()
    let session = DRMSession(card)
    try session.light()
    let created = count(.createBlob, card)
    session.pause()
    card.wipe()
    for nth in 1...50 { card.failing(.createBlob, nth: nth, with: .noMemory) }
    try session.resume()
    #expect(count(.createBlob, card) == created)
    #expect(session.isShown)
  }

  @Test(arguments: [true, false]) func roomForOneBuffer_isEnough(isAtomic: Bool) throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    (card.bufferLimit, card.lacksAtomic) = (3, !isAtomic)
    let session = DRMSession(card)
    try session.run(frames: 20)
    #expect(card.glass(of: 0xCC) == session.pixels(of: session.outputs[0]))
    #expect(card.glass(of: 0xCD) == session.pixels(of: session.outputs[1]))
    #expect(card.leftovers.buffers == 3)
  }

  /// The buffers of a presenter that died fill the memory: the next one shows its frames from them.
  @Test(arguments: [true, false], [1, 2])
  func nextPresenter_usesTheBuffersItInherits_ifMemoryIsFull(isAtomic: Bool, limit: Int) throws {
    let card = FakeKMS()
    (card.bufferLimit, card.lacksAtomic) = (limit, !isAtomic)
    let first = DRMSession(card)
    try first.run(frames: 4)
    let size = first.size
    first.end()
    let old = (0..<UInt32(limit)).map {
      DRMInheritance.Buffer(framebuffer: 0xFB00 + $0, handle: 0x4A00 + $0)
    }
    let second = DRMSession(card, inheritance: DRMInheritance(card: 77, buffers: old))
    try second.step()
    #expect(first.isShown)
    try second.run(frames: 10)
    #expect(second.isShown)
    #expect(second.size == size)
    #expect(card.leftovers.buffers == limit)
    #expect(card.leftovers.framebuffers == limit)
  }

  private func count(_ call: FakeKMS.Call, _ card: FakeKMS) -> Int {
    card.calls.count { $0 == call }
  }
}
