package import Base
package import Configuration
package import Feed
package import ProgressModel
import SessionProtocol

/// The parsed settings of the feed process.
package struct FeedSettings: Sendable {
  /// The feeds to read; at least one.
  package let feeds: [FeedDescription]
  /// The event at the end of all feeds without an outcome.
  let eventAtEOF: ProgressEvent
  /// Whether the program ends if that event is an interruption.
  let endsAtEOF: Bool
  /// The folder that becomes the root directory when the initramfs ends; nil for none.
  let newRoot: ByteString?
  /// The file that keeps the session's state for a successor; nil for none.
  let sessionFile: ByteString?
  /// The file that keeps how long runs take; nil for none.
  let history: ByteString?
  /// The script file that events are recorded in; nil for none.
  let recording: ByteString?
  /// The order about the displays at the end; nil for the console.
  let lastOrder: PresenterOrder?
  /// The time limit for another program to show a picture; nil for none.
  let successorTimeout: Duration?
  /// The time limit for a display to be connected; nil for none.
  let displayTimeout: Duration?
  /// Whether the program waits for a reset after an outcome.
  let staysAfterOutcome: Bool
  /// The time that an outcome stays on the display after its animation.
  package let outcomeTime: Duration
  /// The folder of the files that a dump writes.
  let dumpFolder: ByteString
  /// The path of the status socket; nil for none.
  let statusPath: ByteString?
  /// The exit statuses of a wrapped command that mean success; empty for those of its tool.
  let okStatuses: [UInt64]
  /// The session time at which the clock stops; nil for never.
  package let hold: Duration?
  /// Whether frames go to displays.
  let usesDisplay: Bool
  /// The settings, for choices that are read once.
  let table: Settings
  private let rules: ProgressRules
  private let facts: [IdentityFact]
  /// The styles that a feed may select.
  let styles: StyleCatalog

  /// Parses settings.
  ///
  /// - Parameters:
  ///   - usesDisplay: whether frames go to displays rather than to files or nowhere.
  ///   - styles: the styles that a feed may select.
  /// - Throws: a message about the first wrong setting.
  package init(
    _ settings: Settings, usesDisplay: Bool, styles: StyleCatalog
  ) throws(ConfigurationError) {
    (table, self.usesDisplay, self.styles) = (settings, usesDisplay, styles)
    feeds = try Self.feeds(settings)
    facts = try Self.identity(settings.text(.identity).orEmpty)
    endsAtEOF = settings.has("auto", .atEOF)
    eventAtEOF =
      settings.has("done", .atEOF)
      ? .done(.empty) : settings.has("fail", .atEOF) ? .fail(.empty) : .interruption
    newRoot = settings.text(.newRoot)
    sessionFile = settings.text(.resume)
    history = settings.text(.history)
    if let history, !history.isEmpty, !history.hasPrefix("/") {
      throw settings.wrongText(of: .history, choices: "an absolute path")
    }
    recording = settings.text(.record)
    lastOrder =
      settings.has("restore", .onExit)
      ? nil : settings.has("keep", .onExit) ? .endAndKeep : .endInBlack
    successorTimeout = try settings.timeout(.onExitTimeout)
    displayTimeout = try settings.timeout(.wait)
    staysAfterOutcome = settings.has("stay", .afterOutcome)
    outcomeTime = .seconds(settings.number(.outcomeTime))
    dumpFolder = settings.text(.dumpFolder).orEmpty
    let status = settings.text(.status).orEmpty
    if status != "off", !status.hasPrefix("/") {
      throw settings.wrongText(of: .status, choices: "an absolute path, or off")
    }
    statusPath = status == "off" ? nil : status
    okStatuses = try Self.numbers(
      settings, .okStatus, atMost: 255, "exit statuses with commas between them")
    hold = settings.givenNumber(.holdAt).map { .nanoseconds(Int64(($0 * 1e9).rounded())) }
    var rules = ProgressRules()
    rules.finishesAtFull = settings.flag(.finishAtFull)
    rules.isMonotonic = settings.flag(.monotonic)
    rules.limitsSpeed = settings.flag(.limitSpeed)
    rules.isSteady = settings.flag(.steady)
    rules.stallTimeout = .seconds(settings.number(.stallAfter))
    styles.adapt(&rules, to: "")
    self.rules = rules
  }

  /// Parses the setting `feed`.
  ///
  /// - Returns: at least one feed.
  package static func feeds(
    _ settings: Settings
  ) throws(ConfigurationError) -> [FeedDescription] {
    let text = settings.text(.feed).orEmpty
    for feed in text.split(at: UInt8(ascii: "\n")) {
      guard let name = FeedDescription.absentProtocol(of: feed) else { continue }
      if Traits.lacks(name) { throw ConfigurationError(Traits.refusal(of: "feed ", name)) }
      let names = FeedProtocol.all.map { ByteString($0.name) }
      throw ConfigurationError(
        "feed: unknown protocol '" + name + "'"
          + (name.suggestion(among: names) ?? "; fbprogress --help lists the protocols"))
    }
    let feeds = FeedDescription.plans(
      text,
      trusting: try numbers(
        settings, .trustedUsers, atMost: UInt64(UInt32.max), "user IDs with commas between them"),
      matchers: try matchers(settings.text(.match).orEmpty))
    if feeds.isEmpty { throw settings.wrongText(of: .feed) }
    return feeds
  }

  /// The settings that decide on pixels, as lines of a settings file.
  var pictureSettings: ByteString {
    table.lines(
      with: [
        table.name(of: TextKey.theme), table.name(of: TextKey.locale),
        table.name(of: ChoiceKey.rotate), table.name(of: TextKey.size),
        table.name(of: NumberKey.holdAt),
      ])
  }

  /// The state of a new session.
  package var newState: ProgressState {
    var state = ProgressState(rules: rules)
    state.identity = facts
    return state
  }

  /// Adapts the rules of a state after an event: a style has its own intro and may show the speed.
  @inline(never) package func adapt(_ state: inout ProgressState, to event: ProgressEvent) {
    if case .style = event { styles.adapt(&state.rules, to: state.style.utf8) }
  }

  /// The user's patterns for lines. All feeds have the same ones.
  package var matchers: [LineMatcher] { feeds[0].matchers }

  /// Parses the numbers of a setting, with commas between them; none without the setting.
  private static func numbers(
    _ settings: Settings, _ key: TextKey, atMost limit: UInt64, _ choices: StaticBytes
  ) throws(ConfigurationError) -> [UInt64] {
    var numbers: [UInt64] = []
    guard let text = settings.text(key) else { return numbers }
    for part in text.split(at: UInt8(ascii: ",")) {
      guard let number = part.wholeNumber, number <= limit else {
        throw settings.wrongText(of: key, choices: choices)
      }
      numbers.append(number)
    }
    return numbers
  }
}
