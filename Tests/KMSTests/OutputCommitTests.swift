import Base
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@Suite struct OutputCommitTests {
  private static func commit(_ kms: FakeKMS) throws -> OutputCommit {
    OutputCommit(
      for: try OutputSelection().plan(of: DeviceSnapshot(of: kms)).outputs[0], on: kms,
      isAtomic: true, quirks: DriverQuirks(of: "vkms"))
  }

  /// The kernel refuses a connector that is gone, with either error; other errors are told.
  @Test(arguments: [
    (ErrorCode.noSuchFile, true), (.invalid, true), (.busy, false), (.accessDenied, false),
  ])
  func extinguish_doesWithoutAConnectorThatIsGone(code: ErrorCode, works: Bool) throws {
    let kms = FakeKMS(.oneDisplay())
    let commit = try Self.commit(kms)
    kms.failing(.commit, with: code)
    let before = kms.commits.count
    if works {
      try commit.extinguish()
      let list = AtomicCommitTests.words(kms.commits.last?.assignments ?? [])
      #expect(kms.commits.count == before + 2)
      #expect(list.contains("cc.ACTIVE = 0") && !list.contains { $0.hasPrefix("c0.") }, "\(list)")
    } else {
      #expect(throws: KMSError.self) { try commit.extinguish() }
    }
  }
}
