import ByteStrings
import Configuration

// The program's own rows of the settings table.
extension Options {
  static let places: [SettingDefinition] = [
    .init(
      "feed", .texts(feedForms), .value("fifo"), scope: .notInThemes,
      help:
        "What is read: a FIFO made at /run/fbprogress/feed or at PATH, what is there, what systemd listens at, standard input; may be given again"
    ),
    .init(
      "trusted-users", .text("UID[,UID...]"), .absent, scope: .notInThemes,
      help: "Users beside root and the program's own whose sockets are read"),
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

  static let others: [SettingDefinition] = [
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
      "fps", .count(1...240, unit: "frames a second"), .absent, scope: .commandLine,
      help: "Frame rate of an animation (30), or refresh rate of the presenter null (60)"),
    .init(
      "wrap-terminal", .choice(["auto", "yes", "no"]), .value("auto"), scope: .commandLine,
      help:
        "wrap: whether the command prints to a terminal rather than to pipes; auto: where this program does"
    ),
    .init(
      "background", .flag, .value("no"), scope: .commandLine,
      help: "Return once the feeds are open, and show them in a process of its own"),
    .init(
      "timeout", .number(0...3_600, unit: "seconds"), .value("1"), scope: .commandLine,
      help: "send: how long to wait for a reader and for room in the FIFO"),
    .init(
      "quiet-if-nobody", .flag, .value("no"), scope: .commandLine,
      help: "send: exit 0 even if the record cannot be delivered; wait for no reader"),
    .init(
      "json", .flag, .value("no"), scope: .commandLine,
      help: "probe, --version: print JSON instead of lines"),
    .init(
      "print-config", .flag, .value("no"), scope: .commandLine,
      help: "Print the configuration file that changes nothing, and exit"),
    .init("help", .flag, .value("no"), scope: .commandLine, help: "Print this, and exit"),
    .init("version", .flag, .value("no"), scope: .commandLine, help: "Print the version, and exit"),
  ]
}
