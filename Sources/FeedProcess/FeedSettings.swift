package import Base
package import Configuration
import Feed
package import ProgressModel
package import SessionProtocol

/// The settings of the feed process, read.
package struct FeedSettings: Sendable {
  /// The feeds to read; at least one.
  package let feeds: [FeedPlan]
  /// The outcome at the end of standard input without one.
  let endOfInput: EndOfInput
  /// The folder of the root file system that follows the initramfs.
  let newRoot: ByteString?
  /// The file of the session's state for a successor.
  let sessionFile: ByteString?
  /// The file that events are recorded in.
  let recording: ByteString?
  /// The display's content after the end.
  let onExit: OnExit
  /// The time until a successor has to show a picture; nil for ever.
  let successorTimeout: Duration?
  /// The time until a display has to appear; nil for ever.
  let displayTimeout: Duration?
  /// What follows an outcome.
  let afterOutcome: AfterOutcome
  /// The time that an outcome stays on the display.
  package let outcomeTime: Duration
  let dumpFolder: ByteString
  /// Whether a wrapped command gets a terminal.
  let wrapTerminal: WrapTerminal
  /// The session's time at which its clock stops.
  package let hold: Duration?
  /// Whether a display is expected.
  let usesDisplay: Bool
  private let rules: ProgressRules
  let styles: StyleCatalog

  /// Reads settings.
  ///
  /// - Parameter usesDisplay: whether frames go to a display rather than to files or nowhere.
  package init(
    _ settings: Settings, usesDisplay: Bool, styles: StyleCatalog
  ) throws(ConfigurationError) {
    (self.usesDisplay, self.styles) = (usesDisplay, styles)
    feeds = FeedPlan.plans(
      settings.text("feed") ?? "", trusting: try Self.users(settings),
      matchers: try Self.matchers(settings.text("match") ?? ""))
    if feeds.isEmpty { throw settings.wrongText(of: "feed", choices: ByteString(FeedPlan.forms)) }
    endOfInput = settings.choice("at-eof")
    newRoot = settings.text("new-root")
    sessionFile = settings.text("resume")
    recording = settings.text("record")
    onExit = settings.choice("on-exit")
    successorTimeout = try settings.patience("on-exit-timeout")
    displayTimeout = try settings.patience("wait")
    afterOutcome = settings.choice("after-outcome")
    outcomeTime = .seconds(settings.number("outcome-time") ?? 0)
    dumpFolder = settings.text("dump-folder") ?? ""
    wrapTerminal = settings.choice("wrap-terminal")
    hold = settings.number("hold-at").map { .nanoseconds(Int64(($0 * 1e9).rounded())) }
    var rules = ProgressRules()
    rules.finishesAtFull = settings.flag("finish-at-full")
    rules.isMonotonic = settings.flag("monotonic")
    rules.limitsSpeed = settings.flag("limit-speed")
    rules.patience = settings.number("stall-after").map { .seconds($0) } ?? rules.patience
    styles.adapt(&rules, to: "")
    self.rules = rules
  }

  /// The state of a session before its first event.
  package var newState: ProgressState { ProgressState(rules: rules) }

  /// Adapts a state to the styles that an event asked for.
  package func adapt(_ state: inout ProgressState, to event: ProgressEvent) {
    if case .style = event { styles.adapt(&state.rules, to: state.style.utf8) }
  }

  /// The user's patterns for lines. Each feed has them, and there is always one.
  var matchers: [LineMatcher] { feeds[0].matchers }

  private static func users(_ settings: Settings) throws(ConfigurationError) -> [UInt64] {
    var users: [UInt64] = []
    guard let text = settings.text("trusted-users") else { return users }
    for part in text.split(at: UInt8(ascii: ",")) {
      guard let user = part.wholeNumber, user <= UInt64(UInt32.max) else {
        throw settings.wrongText(of: "trusted-users", choices: "user IDs with commas between them")
      }
      users.append(user)
    }
    return users
  }
}
