import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// Drivers that upload: one buffer, of which each commit copies the damage.
@Suite struct DRMUploadTests {
  /// How frames reach the display.
  enum Way: CaseIterable {
    case damageClips, dirtyFramebuffer, legacy
  }

  private func card(
    _ way: Way, _ hardware: FakeHardware = .oneDisplay(), driver: ByteString = "virtio_gpu"
  ) -> FakeKMS {
    let card = FakeKMS(hardware)
    (card.driver, card.uploads, card.mergesDamage) = (driver, true, true)
    for index in card.hardware.layers.indices {
      card.hardware.layers[index].takesDamage = way == .damageClips
    }
    card.lacksAtomic = way == .legacy
    return card
  }

  private func settle(_ session: DRMSession, frames: Int) throws {
    for _ in 0..<frames {
      for _ in 0..<200 where !session.isReady { try session.step() }
      #expect(session.isShown)
      try session.presentAnything()
    }
    for _ in 0..<200 where !session.isReady { try session.step() }
  }

  @Test(arguments: Way.allCases, [true, false])
  func frames_areShown_fromOneBuffer(way: Way, hasBlank: Bool) throws {
    let card = card(way)
    card.lacksVerticalBlank = !hasBlank
    let session = DRMSession(card)
    try session.light()
    #expect(session.reports.contains("buffers fb00"))
    #expect(card.leftovers == (way == .legacy ? 0 : 1, 1, 1))
    try settle(session, frames: 200)
    #expect(session.isShown)
    #expect(card.leftovers == (way == .legacy ? 0 : 1, 1, 1))
    // Drawn only while no commit is under way.
    #expect(card.tornFrames == 0)
    #expect(card.calls.contains(.markDirty) == (way != .damageClips))
    #expect(!card.calls.contains(.pageFlip))
  }

  /// One box around both would hold all 128 pixels.
  @Test(arguments: Way.allCases)
  func distantDamage_isUploaded_andNothingElse(way: Way) throws {
    let card = card(way)
    let session = DRMSession(card)
    try session.light()
    let before = card.copiedPixels
    try session.present(
      PixelRect(left: 0, top: 0, right: 2, bottom: 2),
      PixelRect(left: 12, top: 6, right: 16, bottom: 8))
    for _ in 0..<12 { try session.step() }
    #expect(card.copiedPixels - before == 4 + 8)
    #expect(session.isShown)
    #expect(session.isReady)
  }

  @Test func frame_waitsForTheUploadUnderWay() throws {
    let card = card(.damageClips)
    let session = DRMSession(card)
    try session.light()
    try session.present(PixelRect(left: 0, top: 0, right: 2, bottom: 2))
    let commits = card.commits.count
    try session.present(PixelRect(left: 4, top: 0, right: 9, bottom: 2))
    #expect(card.commits.count == commits)
    #expect(!session.isReady)
    for _ in 0..<3 { try session.step() }
    #expect(session.isReady)
    try session.present()
    for _ in 0..<3 { try session.step() }
    #expect(session.isShown)
    #expect(card.tornFrames == 0)
  }

  @Test(arguments: Way.allCases)
  func driverThatRefusesUpdates_getsTwoBuffers(way: Way) throws {
    let card = card(way)
    card.refusesUpdates = true
    let session = DRMSession(card)
    try session.light()
    #expect(session.reports.suffix(2) == ["buffers fb00 fb01", "graphics \(card.commits.count)"])
    try settle(session, frames: 20)
    #expect(session.isShown)
    #expect(card.leftovers == (way == .legacy ? 0 : 1, 2, 2))
    #expect(card.calls.count { $0 == .markDirty } == (way == .damageClips ? 0 : 1))
  }

  /// With one buffer only, each frame is a modeset: slow, and better than no picture.
  @Test(arguments: Way.allCases)
  func driverThatRefusesUpdates_withRoomForOneBuffer_isShownOn(way: Way) throws {
    let card = card(way)
    (card.refusesUpdates, card.bufferLimit) = (true, 1)
    let session = DRMSession(card)
    try session.light()
    try settle(session, frames: 20)
    #expect(session.isShown)
    #expect(card.leftovers == (way == .legacy ? 0 : 1, 1, 1))
  }

  // MARK: - What may happen to the buffer

  @Test(arguments: Way.allCases) func otherProgramsPicture_isReplaced(way: Way) throws {
    let card = card(way)
    let session = DRMSession(card)
    try session.light()
    session.pause()
    card.wipe()
    try session.resume()
    #expect(session.isShown)
    try settle(session, frames: 20)
    #expect(session.isShown)
  }

  @Test func refusedUpdate_isTriedAgain_withItsDamage() throws {
    let card = card(.damageClips)
    let session = DRMSession(card)
    try session.light()
    card.refusals = 3
    let before = card.copiedPixels
    try session.present(PixelRect(left: 0, top: 0, right: 2, bottom: 2))
    for _ in 0..<30 { try session.step() }
    #expect(session.isShown)
    #expect(card.copiedPixels - before == 4)
  }

  @Test(arguments: Way.allCases) func lastFrame_isShownByFinish(way: Way) throws {
    let card = card(way)
    let session = DRMSession(card)
    try session.light()
    card.refusals = 1
    try session.present(PixelRect(left: 0, top: 0, right: 2, bottom: 2))
    try session.finish()
    #expect(session.isShown)
  }

  @Test(arguments: Way.allCases) func inheritedBuffer_isFreed_onceAnotherIsShown(way: Way) throws {
    let card = card(way)
    let first = DRMSession(card)
    try first.light()
    let inheritance = DRMInheritance(
      card: 77, buffers: [DRMInheritance.Buffer(framebuffer: 0xFB00, handle: 0x4A00)])
    first.end()
    #expect(card.leftovers.buffers == 1)
    let second = DRMSession(card, inheritance: inheritance)
    try second.light()
    #expect(second.isShown)
    // A mode blob of the first presenter, which had no orderly end, and one of the second.
    #expect(card.leftovers == (way == .legacy ? 0 : 2, 1, 1))
  }

  static let codes: [ErrorCode] = [
    .noDevice, .busy, .invalid, .noMemory, .accessDenied, .noSystemCall,
  ]

  @Test(arguments: codes, Way.allCases)
  func anyCallFailing_endsInAnError_orTheRightPictures(code: ErrorCode, way: Way) throws {
    func fresh() -> FakeKMS { card(way, .displays([(16, 8), (8, 16)])) }
    let whole = fresh()
    try DRMSession(whole).run(frames: 12)
    #expect(whole.calls.count > 80)
    for nth in 1...whole.calls.count {
      let card = fresh()
      card.failing(nth: nth, with: code)
      let session = DRMSession(card)
      do {
        try session.run(frames: 12)
        #expect(!session.outputs.isEmpty, "call \(nth): \(card.calls[nth - 1])")
        for output in session.outputs {
          let crtc = ObjectID(output.size.width == 16 ? 0xCC : 0xCD)
          #expect(
            card.glass(of: crtc) == session.pixels(of: output),
            "call \(nth): \(card.calls[nth - 1])")
        }
      } catch {
        #expect((error as? PresenterError)?.message.isEmpty == false, "call \(nth)")
      }
    }
  }

  // MARK: - A device copy of each framebuffer

  /// Such a driver uploads only the damage, so the damage must also bring the back buffer's device
  /// copy up to date.
  @Test(arguments: [true, false], [true, false])
  func twoFramebuffers_withDeviceCopies_showEveryFrame(merges: Bool, refuses: Bool) throws {
    let card = FakeKMS()
    card.uploadsEachFramebuffer = true
    card.driver = merges ? "gm12u320" : "new-driver"
    let session = DRMSession(card)
    try session.light()
    for frame in 0..<100 {
      if refuses, frame % 7 == 3 { card.refusals = 2 }
      if refuses, frame % 11 == 5 { card.failing(.commit, with: .noMemory) }
      try settle(session, frames: 1)
    }
    #expect(session.isShown)
  }

  /// Two frames' damage is the least that both damage models allow.
  @Test func damage_ofTwoFramebuffers_isThatOfTwoFrames() throws {
    let card = FakeKMS()
    let session = DRMSession(card)
    try session.light()
    let rects = (0..<4).map { PixelRect(left: 4 * $0, top: 0, right: 4 * $0 + 2, bottom: 2) }
    for rect in rects {
      try session.present(rect)
      for _ in 0..<3 { try session.step() }
    }
    #expect(card.commits.last?.clips?.sorted { $0.left < $1.left } == Array(rects.suffix(2)))
  }

  // MARK: - The table

  /// How many buffers the displays of a driver get, of two displays the second one has CRTC 1.
  static let drivers: [(driver: ByteString, clips: Bool, buffers: Int)] = [
    ("vc4", true, 4), ("vkms", false, 4), ("gm12u320", true, 4),
    ("virtio_gpu", true, 2), ("virtio_gpu", false, 2), ("udl", true, 2), ("gud", true, 2),
    ("panel-mipi-dbi", true, 2), ("ssd130x", true, 2), ("simpledrm", true, 2),
    ("bochs-drm", false, 4), ("bochs-drm", true, 2), ("ast", false, 4), ("ast", true, 2),
    ("cirrus", false, 4), ("cirrus", true, 2), ("vmwgfx", false, 4), ("vmwgfx", true, 2),
    ("qxl", false, 3),
  ]

  @Test(arguments: drivers)
  func bufferCount_isThatOfTheTable(driver: ByteString, clips: Bool, buffers: Int) throws {
    let card = card(
      clips ? .damageClips : .dirtyFramebuffer, .displays([(16, 8), (8, 16)]), driver: driver)
    let session = DRMSession(card)
    try session.light()
    #expect(card.leftovers.buffers == buffers)
  }
}
