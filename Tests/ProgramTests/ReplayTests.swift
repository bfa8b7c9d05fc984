import Base
import Configuration
import Feed
import ProgressModel
import Testing

@testable import CommandLine
@testable import Scenes

/// The states of a script at times in any order.
@Suite struct ReplayTests {
  @Test func times_mayGoBack() throws {
    let text: ByteString =
      "@0 message Copying\n@0 progress 0.1\n@1 progress 0.4\n@2 message Writing\n@3 done Ready\n"
    let script = try Script(text.bytes.span)
    let options = try Options(Settings())
    let replay = Replay(script, options)
    for time in [2.0, 0, 3.5, 2.1, 1, 1, 9, 0.5] {
      let one = replay.state(at: .seconds(time))
      let other = Replay(script, options).state(at: .seconds(time))
      #expect(one.state == other.state && one.history.sway == other.history.sway, "\(time)")
      #expect(one.history.former?.state == other.history.former?.state, "\(time)")
      #expect(one.history.formerUntil == other.history.formerUntil, "\(time)")
    }
    #expect(replay.end == .seconds(3))
  }
}
