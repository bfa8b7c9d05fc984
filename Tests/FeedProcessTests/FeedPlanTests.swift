import Base
import TestSupport
import Testing

@testable import FeedProcess

@Suite struct FeedPlanTests {
  /// SWUpdate puts its socket into /run since 2026.05, and into /tmp before.
  @Test func swupdate_isLookedForInBothPlaces() throws {
    let usual = try #require(FeedPlan("swupdate:"))
    #expect(usual.path == "/run/swupdate/swupdateprog")
    #expect(usual.otherPaths == ["/tmp/swupdateprog"])
    let named = try #require(FeedPlan("swupdate:/a:b"))
    #expect(named.path == "/a:b" && named.otherPaths.isEmpty)
  }

  /// The place in a line of the log is one that --feed takes, and means the same.
  @Test(arguments: ["-", "fd:3", "fifo:/a/b", "/a/b", "listen", "listen:x"])
  func place_isWhatSettingsSay(text: String) throws {
    let plan = try #require(FeedPlan(ByteString(text)))
    #expect("\(plan.place)" == text)
  }
}
