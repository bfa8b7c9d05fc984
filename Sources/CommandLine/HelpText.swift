import Base
import Configuration
import Feed
import Scenes

/// The output of `--help`: the commands, then the settings table.
enum HelpText {
  /// The commands, and a line about each.
  private static var commands: [(name: StaticBytes, line: StaticBytes)] {
    [
      ("wrap", "[OPTIONS] wrap COMMAND... run a command, and show the progress that it prints"),
      ("render", "render OPTIONS            draw the frames of a script into files"),
      ("list", "list                      list styles and texts with their options"),
      ("probe", "probe [--device PATH]     report cards and displays"),
      ("doctor", "doctor                    check what a screen needs, with cures"),
      ("send", "send RECORD               write a record into the feed's FIFO"),
      (
        "rescue",
        "rescue                    restore the console after SIGKILL, remove unread FIFOs"
      ),
      (
        "plymouth",
        "plymouth ARGUMENTS...     replace plymouth's client (also as a link of that name)"
      ),
      ("check", "check FOLDER              check a theme: settings, and texts on all screens"),
      ("sheet", "sheet OPTIONS             draw all states on all screens into one PNG"),
    ]
  }

  static var text: ByteString {
    var text: ByteString = """
      fbprogress shows the progress of a download or update fullscreen.

        fbprogress [OPTIONS]                 show a feed until its outcome

      """
    for (name, line) in commands where !Traits.lacks(ByteString(name)) {
      text += "  fbprogress " + ByteString(line) + "\n"
    }
    text += """

      Records: 42, progress 0.42, bytes 1234 5678, step 2/5 NAME, weights 60 30 10, expect 90,
      speed 1.5MiB, usual 240, title TEXT, message TEXT, detail TEXT, paused [TEXT], resume,
      next TEXT, restart SECONDS, code TEXT, units binary, done [TEXT], fail [TEXT], cancel, reset,
      end, newroot, job ID RECORD, log TEXT, identity NAME VALUE, style NAME, image PATH.

      Exit status: 0 done, 1 failed, 2 wrong usage, 3 cannot show or send, 4 cancelled,
      128 + N after signal N; after wrap the command's own.

      Protocols, recognized from the data or named:

      """
    for feed in FeedProtocol.all {
      text += "  " + ByteString(feed.name) + "  " + ByteString(feed.summary) + "\n"
    }
    text += "\nStyles and texts (options: fbprogress list):\n\n"
    for style in SceneStyle.all { text += line(style.name, style.summary) }
    text += "\n"
    for caption in Caption.all { text += line(caption.name, caption.summary) }
    text +=
      "\nOptions; those without * are settings of /etc/fbprogress.conf, too, as 'key = value':\n"
    for definition in Options.common { text += row(definition) }
    return text
  }

  /// The output of `list`: each style and caption in a line, then its rows of the settings table.
  static var styles: ByteString {
    var text = ByteString()
    for style in SceneStyle.all {
      text += line(style.name, style.summary)
      for definition in style.settings { text += row(definition) }
      text += "\n"
    }
    for caption in Caption.all {
      text += line(caption.name, caption.summary)
      for definition in caption.settings { text += row(definition) }
      text += "\n"
    }
    return text
  }

  private static func line(_ name: StaticBytes, _ summary: StaticBytes) -> ByteString {
    "  " + ByteString(name) + "  " + ByteString(summary) + "\n"
  }

  private static func row(_ definition: SettingDefinition) -> ByteString {
    if Traits.lacks("--" + definition.name) { return "" }
    var row = "\n  --" + definition.name
    if case .flag = definition.kind {
      // The flag alone turns it on, so one that is on by default is shown with =no.
      if case .value(let value) = definition.fallback, ByteString(value) == "yes" { row += "=no" }
    } else {
      row += " " + definition.choices
    }
    if definition.scope == .commandLine { row += " *" }
    row += "\n      " + ByteString(definition.help)
    switch definition.fallback {
    case .absent: break
    case .value(let value): row += " [" + ByteString(value) + "]"
    case .preset(let seed, let kiosk):
      row += " [kiosk: " + ByteString(kiosk) + ", seed: " + ByteString(seed) + "]"
    case .palette(let light, let dark):
      row += " [light: " + ByteString(light) + ", dark: " + ByteString(dark) + "]"
    }
    return row + "\n"
  }
}
