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

  /// A presenter dies, and the next one cannot light one of its two displays for some time.
  @Test(arguments: [ErrorCode.noMemory, .busy], [false, true])
  func displayThatFails_keepsItsFormerPicture(code: ErrorCode, isSecond: Bool) throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    let first = DRMSession(card)
    try first.run(frames: 6)
    first.end()
    let failing = ObjectID(isSecond ? 1 : 0)
    let (old, other) = (card.glass(of: 0xCC + failing), 0xCD - failing)
    let buffers = (0..<UInt32(4)).map {
      DRMInheritance.Buffer(framebuffer: 0xFB00 + $0, handle: 0x4A00 + $0)
    }
    card.planeFailures = [0xB0 + failing: code]
    let second = DRMSession(card, inheritance: DRMInheritance(card: 77, buffers: buffers))
    for _ in 0..<1_000 {
      try second.step()
      for output in second.outputs where output.isReady { try second.presentAnything(on: output) }
    }
    #expect(card.glass(of: 0xCC + failing) == old)
    for _ in 0..<8 { try second.step() }
    let lit = try #require(second.outputs.first { $0.isReady })
    #expect(card.glass(of: other) == second.pixels(of: lit))
    // The buffer of the failing display is left, and what may be a spare for it.
    #expect(card.leftovers.framebuffers <= 6)
    card.planeFailures = [:]
    try second.hear(all: true)
    for _ in 0..<13_000 where !second.isReady { try second.step() }
    for _ in 0..<30 {
      try second.step()
      if second.isReady { try second.presentAnything() }
    }
    for _ in 0..<8 { try second.step() }
    #expect(card.leftovers.buffers == 4 && card.leftovers.framebuffers == 4)
    #expect(card.glass(of: 0xCC) == second.pixels(of: second.outputs[0]))
    #expect(card.glass(of: 0xCD) == second.pixels(of: second.outputs[1]))
  }

  /// Video memory for one buffer: a modeset to another one fails, though its test succeeds.
  @Test(arguments: [true, false], [1, 2])
  func nextPresenter_usesTheBufferThatIsShown_ifVideoMemoryIsFull(
    isAtomic: Bool, limit: Int
  ) throws {
    let card = FakeKMS()
    card.lacksAtomic = !isAtomic
    let first = DRMSession(card)
    try first.light()
    first.end()
    let old = (0..<UInt32(2)).map {
      DRMInheritance.Buffer(framebuffer: 0xFB00 + $0, handle: 0x4A00 + $0)
    }
    card.pinLimit = limit
    let second = DRMSession(card, inheritance: DRMInheritance(card: 77, buffers: old))
    for _ in 0..<300 {
      try second.step()
      if second.isReady { try second.presentAnything() }
    }
    for _ in 0..<8 { try second.step() }
    #expect(second.presentedCount > 20)
    #expect(second.isShown)
    #expect(card.leftovers.buffers == 2)
  }

  private func count(_ call: FakeKMS.Call, _ card: FakeKMS) -> Int {
    card.calls.count { $0 == call }
  }
}
