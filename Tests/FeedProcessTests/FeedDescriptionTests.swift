import Base
import TestSupport
import Testing

@testable import FeedProcess

@Suite struct FeedPlanTests {
  /// SWUpdate's socket is in /run since 2026.05, and was in /tmp before.
  @Test func swupdate_isLookedForInBothPlaces() throws {
    let usual = try #require(FeedDescription("swupdate:"))
    #expect(usual.path == "/run/swupdate/swupdateprog")
    #expect(usual.otherPaths == ["/tmp/swupdateprog"])
    let named = try #require(FeedDescription("swupdate:/a:b"))
    #expect(named.path == "/a:b" && named.otherPaths.isEmpty)
  }

  /// The place in log lines has the syntax of --feed, and the same meaning.
  @Test(arguments: ["-", "fd:3", "fifo:/a/b", "/a/b", "listen", "listen:x"])
  func place_isWhatSettingsSay(text: String) throws {
    let plan = try #require(FeedDescription(ByteString(text)))
    #expect("\(plan.place)" == text)
  }
}
