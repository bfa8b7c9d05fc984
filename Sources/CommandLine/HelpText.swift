import Base
import Configuration
import Feed
import Scenes

/// The output of `--help`: the commands, then the settings table.
enum HelpText {
  static var text: ByteString {
    var text: ByteString = """
      fbprogress shows the progress of a download or update on the whole screen.

        fbprogress [OPTIONS]                 show a feed until its outcome has been seen
        fbprogress [OPTIONS] wrap COMMAND... run a command, and show what its output tells
        fbprogress render OPTIONS            draw a script's frames into files
        fbprogress list                      tell what styles there are, and their options
        fbprogress probe [--device PATH]     tell what displays there are
        fbprogress send WORDS...             put one record into the feed's FIFO
        fbprogress rescue                    restore the console, and remove a FIFO without reader, after SIGKILL
        fbprogress plymouth ARGUMENTS...     stand in for plymouth's client, as a link of that name does
        fbprogress check FOLDER              tell what is wrong with a theme

      A feed is lines: 42, progress 0.42, bytes 1234 5678, step 2/5 NAME, weights 60 30 10, expect 90,
      speed 1.5MiB, title TEXT, message TEXT, detail TEXT, done [TEXT], fail [TEXT], cancel, reset,
      end, newroot, style NAME, image PATH. Exit status: 0 done, 1 fail, 2 wrong usage, 3 could not present or send,
      4 cancel, 128 + N after signal N.

      Feeds may speak, named or found out from what they say:

      """
    for feed in FeedProtocol.all {
      text += "  " + ByteString(feed.name) + "  " + ByteString(feed.summary) + "\n"
    }
    text += "\nStyles, and texts, whose own options 'fbprogress list' tells:\n\n"
    for style in SceneStyle.all { text += line(style.name, style.summary) }
    text += "\n"
    for caption in Caption.all { text += line(caption.name, caption.summary) }
    text += "\nOptions; those without * may stand in /etc/fbprogress.conf as 'key = value':\n"
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
    }
    return row + "\n"
  }
}
