import ByteStrings
package import Configuration
import DecimalText
import Durations
import LinuxSystem
import Pixels
import Presenters
import ProgressModel
import Scenes

/// The settings table, and the program's own rows of it read.
package final class Options: Sendable {
  /// Every row: the program's and the screen's, each caption's, each style's.
  package static let definitions: [SettingDefinition] =
    common + Caption.all.flatMap { $0.settings } + SceneStyle.all.flatMap { $0.settings }
  /// The program's own rows and the screen's.
  package static let common: [SettingDefinition] =
    places + [match, format] + others + Screen.settings

  static var feedForms: Words {
    "[WEIGHT*][PROTOCOL:]PLACE, the place being fifo, fifo:PATH, PATH, fd:N, listen, listen:NAME, -"
  }

  // What is written out needs no code that makes it, so the only row that is not stands apart.
  private static var format: SettingDefinition {
    .init(
      "format", .choice(["auto"] + PixelFormat.all.map { Words(stringLiteral: $0.name) }),
      .value("auto"),
      help: "How pixels are packed for a display that reads several formats; auto: the best")
  }

  let settings: Settings
  /// What is read.
  let feeds: [FeedPlan]
  let size: PixelSize
  /// Whether frames go nowhere.
  let isNull: Bool
  /// The frames a second where no display has a say.
  let framesPerSecond: Int
  /// How long to wait for a display; nil for ever.
  let wait: Duration?
  /// What the display shows after the end.
  let ending: PresenterEnding
  /// How long that is so; nil for ever.
  let endingPatience: Duration?
  /// The times to render, in the order given.
  let times: [Duration]

  /// Reads the rows whose texts mean more than a word.
  init(_ settings: Settings) throws(ConfigurationError) {
    self.settings = settings
    feeds = FeedPlan.plans(
      settings.text("feed") ?? "", trusting: try Self.users(settings),
      matchers: try Self.matchers(settings.text("match") ?? ""))
    if feeds.isEmpty { throw Self.wrong("feed", settings, ByteString(Self.feedForms)) }
    guard let size = Self.size(settings.text("size") ?? "") else {
      throw Self.wrong("size", settings, "WIDTHxHEIGHT, each from 1 to 16384")
    }
    self.size = size
    isNull = settings.choice("presenter") == 4
    framesPerSecond = Int(settings.number("fps") ?? (isNull ? 60 : 30))
    wait = try Self.patience("wait", settings)
    endingPatience = try Self.patience("on-exit-timeout", settings)
    ending =
      switch settings.choice("on-exit") {
      case 1: .keep
      case 2: .black
      default: .restore
      }
    var times: [Duration] = []
    if let text = settings.text("at") {
      for part in text.split(at: UInt8(ascii: ",")) {
        guard let time = Self.seconds(part) else {
          throw Self.wrong("at", settings, "a time in seconds, or several with commas between them")
        }
        times.append(time)
      }
    }
    self.times = times
  }

  /// The state of a session of which nothing has been said.
  var newState: ProgressState {
    var rules = ProgressRules()
    rules.finishesAtFull = settings.flag("finish-at-full")
    rules.isMonotonic = settings.flag("monotonic")
    rules.limitsSpeed = settings.flag("limit-speed")
    rules.patience = settings.number("stall-after").map { .seconds($0) } ?? rules.patience
    Screen.adapt(&rules, to: "", settings)
    return ProgressState(rules: rules)
  }

  /// Makes a state what another style needs, if an event asked for one.
  func adapt(_ state: inout ProgressState, to event: ProgressEvent) {
    if case .style = event { Screen.adapt(&state.rules, to: state.style.utf8, settings) }
  }

  /// Whether frames go to a display.
  var usesDisplay: Bool { (settings.choice("presenter") ?? 0) <= 2 }

  /// Where the session's clock stops, if it does.
  var hold: Duration? {
    settings.number("hold-at").map { .nanoseconds(Int64(($0 * 1e9).rounded())) }
  }

  /// The numbers of the users that are trusted.
  private static func users(_ settings: Settings) throws(ConfigurationError) -> [UInt64] {
    var users: [UInt64] = []
    guard let text = settings.text("trusted-users") else { return users }
    for part in text.split(at: UInt8(ascii: ",")) {
      guard let user = part.wholeNumber, user <= UInt64(UInt32.max) else {
        throw wrong("trusted-users", settings, "user IDs with commas between them")
      }
      users.append(user)
    }
    return users
  }

  private static func wrong(
    _ key: Words, _ settings: Settings, _ choices: ByteString
  ) -> ConfigurationError {
    ConfigurationError(
      ByteString(key) + " can't be '" + (settings.text(key) ?? "") + "'; it is " + choices)
  }

  private static func size(_ text: ByteString) -> PixelSize? {
    let sides = text.split(at: UInt8(ascii: "x"))
    guard sides.count == 2, let width = sides[0].wholeNumber, let height = sides[1].wholeNumber,
      (1...16_384).contains(width), (1...16_384).contains(height)
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// How long something is waited for; nil for ever.
  private static func patience(
    _ key: Words, _ settings: Settings
  ) throws(ConfigurationError) -> Duration? {
    let text = settings.text(key) ?? ""
    if text.says("forever") { return nil }
    guard let seconds = seconds(text) else {
      throw wrong(key, settings, "a number of seconds, or forever")
    }
    return seconds
  }

  /// A time in seconds, exact to the nanosecond; nil when it is none, or below zero.
  private static func seconds(_ text: ByteString) -> Duration? {
    guard let number = DecimalNumber(text.bytes.span) else { return nil }
    let nanoseconds = number.scaled(byPowerOfTen: 9)
    return nanoseconds >= 0 && nanoseconds < .max ? .nanoseconds(nanoseconds) : nil
  }
}
