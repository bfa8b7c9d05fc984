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

  private static var feedForms: Words {
    "[WEIGHT*][PROTOCOL:]PLACE, the place being fifo, fifo:PATH, PATH, fd:N, listen, listen:NAME, -"
  }

  // What is written out needs no code that makes it, so the only row that is not stands apart.
  private static var format: SettingDefinition {
    .init(
      "format", .choice(["auto"] + PixelFormat.all.map { Words(stringLiteral: $0.name) }),
      .value("auto"),
      help: "How pixels are packed for a display that reads several formats; auto: the best")
  }

  private static let places: [SettingDefinition] = [
    .init(
      "feed", .texts(feedForms), .value("fifo"), scope: .notInThemes,
      help:
        "What is read: a FIFO made at /run/fbprogress/feed or at PATH, what is there, what systemd listens at, standard input; may be given again"
    ),
    .init(
      "at-eof", .choice(["stay", "fail", "done"]), .value("stay"), scope: .notInThemes,
      help: "What standard input's end means when no outcome was said before it"),
    .init(
      "new-root", .text("PATH"), .absent, scope: .notInThemes,
      help: "The folder that all paths lie in from when the feed says newroot, before switch_root"),
    .init(
      "resume", .text("PATH"), .absent, scope: .notInThemes,
      help:
        "A file that keeps what is known, below /run: who is started again goes on with it; removed at the end"
    ),
    .init(
      "presenter", .choice(["auto", "drm", "fbdev", "png", "null"]), .value("auto"),
      scope: .notInThemes,
      help:
        "Where it is shown: a display (drm, fbdev; auto: fbdev until there is a card), files (--output), nowhere"
    ),
    .init(
      "device", .text("PATH, DRIVER"), .absent, scope: .notInThemes,
      help:
        "The card to use, such as /dev/dri/card0 or vc4, or /dev/fb0; otherwise the first with a display"
    ),
    .init(
      "rotate", .choice(["auto", "0", "90", "180", "270"]), .value("auto"), scope: .notInThemes,
      help: "How far pictures are turned clockwise, degrees; auto: as the panel is built in"),
  ]

  private static let others: [SettingDefinition] = [
    .init(
      "atomic", .flag, .value("yes"), scope: .notInThemes,
      help: "Whether atomic commits are made where the driver has them, or the calls of old"),
    .init(
      "wait", .text("SECONDS, forever"), .value("30"), scope: .notInThemes,
      help: "How long to wait for a display to come"),
    .init(
      "on-exit", .choice(["restore", "keep", "black"]), .value("restore"), scope: .notInThemes,
      help:
        "What the display shows after the end: the console; the last picture, or nothing, until another program shows one"
    ),
    .init(
      "on-exit-timeout", .text("SECONDS, forever"), .value("10"), scope: .notInThemes,
      help: "How long to wait for that other program; then the console is given back"),
    .init(
      "keyboard", .choice(["auto", "leave", "off"]), .value("auto"), scope: .notInThemes,
      help:
        "Whether keys reach nobody through the console while it shows; auto: not off when it was started from that console"
    ),
    .init(
      "brightness", .number(1...100, unit: "percent"), .value("100"), scope: .notInThemes,
      help: "How bright a panel becomes that is dark when the first picture comes"),
    .init(
      "image", .path, .absent, help: "The PNG picture that is revealed when all is done"),
    .init(
      "image-folders", .text("PATH[:PATH...]"), .value("/usr/share/fbprogress:/etc/fbprogress"),
      scope: .notInThemes,
      help: "Where pictures must lie that the feed asks for"),
    .init(
      "fonts", .paths,
      .value(
        "/usr/share/fbprogress/fonts/default.fbfont:/usr/share/fbprogress/fonts/world.fbfont"),
      help: "The font packs of texts, in the order in which they are asked for a character"),
    .init(
      "theme", .text("NAME, FOLDER, none"), .absent, scope: .notInThemes,
      help:
        "A folder with a file theme.conf of settings, over which all others win, and its pictures"),
    .init(
      "theme-folders", .text("PATH[:PATH...]"),
      .value("/etc/fbprogress/themes:/usr/share/fbprogress/themes"), scope: .notInThemes,
      help: "Where themes are"),
    .init(
      "locale", .text("auto, NAME"), .value("auto"), scope: .notInThemes,
      help: "The language of what it says by itself, such as pt-BR; auto: that of the environment"),
    .init(
      "locale-folder", .paths, .value("/usr/share/fbprogress/locale"),
      help: "Where the words of languages are; those of the first folder win over the others"),
    .init(
      "finish-at-full", .flag, .value("no"), scope: .notInThemes,
      help: "Whether 100 % is an outcome; otherwise at most 99 % is shown until done is said"),
    .init(
      "mlock", .flag, .value("no"), scope: .notInThemes,
      help:
        "Whether the program stays in memory when that gets scarce; it takes all that it has at once"
    ),
    .init(
      "monotonic", .flag, .value("no"), scope: .notInThemes,
      help: "Whether what is shown never goes back within a run, whatever the feed says"),
    .init(
      "limit-speed", .flag, .value("no"),
      help: "Whether what is shown takes a second for the whole way, so that a jump can be seen"),
    .init(
      "stall-after", .number(1...86_400, unit: "seconds"), .value("10"),
      help: "How long without news a run counts as stalled, unless news are usually further apart"),
    .init(
      "after-outcome", .choice(["exit", "stay"]), .value("exit"), scope: .notInThemes,
      help: "What to do once an outcome has been seen; a service stays, and takes a reset"),
    .init(
      "outcome-time", .number(0...86_400, unit: "seconds"), .value("1"),
      help: "How long an outcome is seen, after it has played"),
    .init(
      "log", .choice(["auto", "stderr", "kmsg"]), .value("auto"), scope: .notInThemes,
      help:
        "Where it says what goes wrong; auto: the kernel's log where nobody reads standard error, as in an initramfs"
    ),
    .init(
      "dump-folder", .text("PATH"), .value("/run/fbprogress/dump"), scope: .notInThemes,
      help: "Where it writes its state, what it sees and a picture when it gets SIGUSR1"),
    .init(
      "verbose", .flag, .value("no"), scope: .notInThemes,
      help: "Whether to say what is going on"),
    .init(
      "config", .text("FILE"), .absent, scope: .commandLine,
      help: "The configuration file; otherwise /etc/fbprogress.conf, if it is there"),
    .init(
      "record", .text("FILE"), .absent, scope: .commandLine,
      help: "Write what the feed says, with its times, as a script that render shows again"),
    .init(
      "script", .text("FILE"), .absent, scope: .commandLine,
      help: "Play a script instead of reading a feed"),
    .init(
      "hold-at", .number(0...1e6, unit: "seconds"), .absent, scope: .commandLine,
      help: "Stop the script's clock at exactly this time, and stay"),
    .init(
      "at", .text("T[,T...]"), .absent, scope: .commandLine,
      help: "render: the times to show, seconds; an animation shows all"),
    .init(
      "size", .text("WxH"), .value("1280x720"), scope: .commandLine,
      help: "The size of pictures, and of frames that no display gives a size"),
    .init(
      "output", .text("CONNECTOR[,CONNECTOR...], FILE.png, NAME-%d.png, FILE.apng, FILE.raw"),
      .absent, scope: .notInThemes,
      help:
        "The connectors to show on, such as HDMI-A-1, otherwise all; for pictures the file to write: one, one for each frame, an animation, bare pixels packed as format says"
    ),
    .init(
      "fps", .count(1...240, unit: "frames a second"), .value("30"), scope: .commandLine,
      help: "The pace of an animation, and of frames that no display gives a pace"),
    .init(
      "wrap-terminal", .choice(["auto", "yes", "no"]), .value("auto"), scope: .commandLine,
      help:
        "wrap: whether the command prints to a terminal rather than to pipes; auto: where this program does"
    ),
    .init(
      "timeout", .number(0...3_600, unit: "seconds"), .value("1"), scope: .commandLine,
      help: "send: how long to wait for room in the FIFO"),
    .init(
      "quiet-if-nobody", .flag, .value("no"), scope: .commandLine,
      help: "send: whether it is well when nobody listens, or can be told"),
    .init(
      "json", .flag, .value("no"), scope: .commandLine,
      help: "probe, --version: print JSON instead of lines"),
    .init(
      "print-config", .flag, .value("no"), scope: .commandLine,
      help: "Print the configuration file that changes nothing, and exit"),
    .init("help", .flag, .value("no"), scope: .commandLine, help: "Print this, and exit"),
    .init("version", .flag, .value("no"), scope: .commandLine, help: "Print the version, and exit"),
  ]

  let settings: Settings
  /// What is read.
  let feeds: [FeedPlan]
  let size: PixelSize
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
    let matchers = try Self.matchers(settings.text("match") ?? "")
    feeds = FeedPlan.plans(settings.text("feed") ?? "", matchers)
    if feeds.isEmpty { throw Self.wrong("feed", settings, ByteString(Self.feedForms)) }
    guard let size = Self.size(settings.text("size") ?? "") else {
      throw Self.wrong("size", settings, "WIDTHxHEIGHT, each from 1 to 16384")
    }
    self.size = size
    framesPerSecond = Int(settings.number("fps") ?? 30)
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
    rules.intro = Screen.intro(of: "", settings)
    return ProgressState(rules: rules)
  }

  /// Makes a state wait for another style to begin, if an event asked for one.
  func adapt(_ state: inout ProgressState, to event: ProgressEvent) {
    if case .style = event { state.rules.intro = Screen.intro(of: state.style.utf8, settings) }
  }

  /// Whether frames go to a display.
  var usesDisplay: Bool { (settings.choice("presenter") ?? 0) <= 2 }

  /// Where the session's clock stops, if it does.
  var hold: Duration? {
    settings.number("hold-at").map { .nanoseconds(Int64(($0 * 1e9).rounded())) }
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
