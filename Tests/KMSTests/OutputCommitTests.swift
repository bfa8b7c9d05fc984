import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@Suite struct OutputCommitTests {
  /// The kernel refuses a connector that is gone, with either error; other errors are told.
  @Test(arguments: [
    (ErrorCode.noSuchFile, true), (.invalid, true), (.busy, false), (.accessDenied, false),
  ])
  func extinguish_doesWithoutAConnectorThatIsGone(code: ErrorCode, works: Bool) throws {
    let kms = FakeKMS(.oneDisplay())
    let output = try OutputSelection().plan(of: DeviceSnapshot(of: kms)).outputs[0]
    let commit = OutputCommit(
      for: output, on: kms, isAtomic: true, quirks: DriverQuirks(of: "vkms"))
    kms.failing(.commit, with: code)
    let before = kms.commits.count
    if works {
      try commit.extinguish(output.pipes)
      let list = AtomicCommitTests.words(kms.commits.last?.assignments ?? [])
      #expect(kms.commits.count == before + 2)
      #expect(list.contains("cc.ACTIVE = 0") && !list.contains { $0.hasPrefix("c0.") }, "\(list)")
    } else {
      #expect(throws: KMSError.self) { try commit.extinguish(output.pipes) }
    }
  }

  private static func lit(
    _ kms: FakeKMS, isAtomic: Bool, driver: ByteString = "vkms"
  ) throws -> (OutputCommit, DumbBuffer) {
    let plan = try OutputSelection().plan(of: DeviceSnapshot(of: kms, usesAtomic: isAtomic))
    let commit = OutputCommit(
      for: plan.outputs[0], on: kms, isAtomic: isAtomic, quirks: DriverQuirks(of: driver))
    let buffer = try DumbBuffer(on: kms, size: plan.outputs[0].size, format: .xrgb8888)
    _ = try OutputCommit.light([(commit, buffer.framebuffer)])
    return (commit, buffer)
  }

  /// A flip has an event for each display, unless it waits or the driver has no page flips.
  @Test(arguments: [
    (true, false, true, 1), (true, true, true, 0), (false, false, true, 1), (false, true, true, 0),
    (false, false, false, 0), (false, true, false, 0),
  ])
  func flip_tellsOfItsEvents(isAtomic: Bool, waits: Bool, hasFlips: Bool, count: Int) throws {
    let kms = FakeKMS(.oneDisplay())
    kms.lacksPageFlip = !hasFlips
    let (commit, buffer) = try Self.lit(kms, isAtomic: isAtomic)
    #expect(commit.isLegacy != isAtomic && !commit.usesOneFramebuffer)
    // The event of a modeset, if a driver sends one, is no flip's.
    #expect(kms.commits.allSatisfy { $0.userData == 0 })
    let damage = DamageRegion(PixelRect(left: 1, top: 2, right: 3, bottom: 4))
    let events = try commit.flip(
      to: buffer.framebuffer, damage: damage, waits: waits, userData: 77)
    #expect(events == count && kms.hasPendingFlip == (count > 0))
    if isAtomic { #expect(kms.commits.last?.userData == 77) }
    // The calls of old tell of damage where nothing else does.
    if !isAtomic && count == 0 { #expect(kms.dirtied.last == damage.rects) }
  }

  /// The rehearsal of an update is of one pixel, and shows nothing where that can be.
  @Test(arguments: [true, false]) func rehearsal_isOfOnePixel(isAtomic: Bool) throws {
    let kms = FakeKMS(.oneDisplay())
    kms.uploads = true
    let (commit, buffer) = try Self.lit(kms, isAtomic: isAtomic, driver: "simpledrm")
    #expect(commit.usesOneFramebuffer && commit.wantsDamage)
    try commit.rehearseUpdate(of: buffer.framebuffer)
    let pixel = PixelRect(left: 0, top: 0, right: 1, bottom: 1)
    if isAtomic {
      #expect(kms.commits.last?.clips == [pixel] && kms.commits.last?.flags == .testOnly)
    } else {
      #expect(kms.dirtied.last == [pixel])
    }
    kms.refusesUpdates = true
    #expect(throws: KMSError.self) { try commit.rehearseUpdate(of: buffer.framebuffer) }
    commit.useTwoFramebuffers()
    #expect(!commit.usesOneFramebuffer)
    try commit.rehearseUpdate(of: buffer.framebuffer)
  }

  /// A commit that need not block does not wait for a pending flip, with or without a modeset.
  @Test func keptMode_isNotWaitedFor() throws {
    let kms = FakeKMS(.oneDisplay())
    let (commit, buffer) = try Self.lit(kms, isAtomic: true)
    commit.keepMode()
    _ = try commit.flip(to: buffer.framebuffer, damage: nil, waits: false, userData: 1)
    let before = kms.commits.count
    #expect(throws: KMSError.self) {
      _ = try OutputCommit.light([(commit, buffer.framebuffer)], waits: false)
    }
    #expect(kms.commits[before...].map { $0.flags } == [.nonblock])
    kms.verticalBlank(at: .seconds(1))
    #expect(try OutputCommit.light([(commit, buffer.framebuffer)], waits: false) == .nonblock)
    kms.verticalBlank(at: .seconds(2))
    commit.keepMode()
    kms.alwaysSetsMode = true
    let flags = try OutputCommit.light([(commit, buffer.framebuffer)], waits: false)
    #expect(flags == [.allowModeset, .nonblock])
  }

  /// A commit that is refused without a modeset is tried with one. That of a card that is gone, or
  /// another program's, is made once.
  @Test(arguments: [
    (ErrorCode.invalid, 2), (.busy, 2), (.noDevice, 1), (.noSuchDeviceOrAddress, 1),
    (.accessDenied, 1), (.notPermitted, 1),
  ])
  func refusedModeset_isTriedWithABlank_once(code: ErrorCode, count: Int) throws {
    let kms = FakeKMS(.oneDisplay())
    let (commit, buffer) = try Self.lit(kms, isAtomic: true)
    commit.keepMode()
    kms.failing(.commit, nth: 1, with: code)
    kms.failing(.commit, nth: 2, with: code)
    let before = kms.calls.count { $0 == .commit }
    #expect(throws: KMSError.self) { _ = try OutputCommit.light([(commit, buffer.framebuffer)]) }
    #expect(kms.calls.count { $0 == .commit } == before + count)
  }
}
