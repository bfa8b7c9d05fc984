import Base
import Configuration
import Feed
import Scenes

/// The output of `--help`: the commands, then the settings table.
enum HelpText {
  static var text: ByteString {
    var text: ByteString = """
      fbprogress shows the progress of a download or update fullscreen.

        fbprogress [OPTIONS]              Show a feed until its outcome

      """
    for command in ProgramCommand.all where !Traits.lacks(ByteString(command.name)) {
      var usage = command.usage
      while usage.count < 36 { usage.append(UInt8(ascii: " ")) }
      text += usage + command.help + "\n"
    }
    text += "\n"
    text += records
    text += """

      Exit status: 0 done, 1 failed, 2 wrong usage, 3 cannot show or send, 4 cancelled,
      128 + N after signal N; after wrap the command's own.

      Protocols, recognized from the data or named:

      """
    for feed in FeedProtocol.all {
      text += line(feed.name, feed.summary)
    }
    text += "\nStyles and texts (options: fbprogress list):\n\n"
    for style in SceneStyle.all { text += line(style.name, style.summary) }
    text += "\n"
    for caption in Caption.all { text += line(caption.name, caption.summary) }
    text +=
      "\nOptions; those without * are settings of /etc/fbprogress.conf, too, as 'key = value':\n"
    for definition in SettingsTable.program.common { text += row(definition) }
    return text
  }

  private static var records: StaticBytes {
    """
    Records: 42, progress 0.42, bytes 1234 5678, plan NAME; NAME, step 2/5 NAME,
    weights 60 30 10, expect 90, speed 1.5MiB, usual 240, title TEXT, message TEXT, detail TEXT,
    paused [TEXT], resume, next TEXT, restart SECONDS, code TEXT, units binary, done [TEXT],
    fail [TEXT], cancel, reset, end, newroot, deactivate, reactivate, job ID RECORD, log TEXT,
    identity NAME VALUE, style NAME, image PATH.

    """
  }

  /// The output of `help COMMAND`: its usage, and the settings that belong to it most.
  static func text(of command: ProgramCommand) -> ByteString {
    var text = command.usage + "\n      " + command.help + "\n"
    if command.name == "send" || command.name == "wrap" {
      text += "\n"
      text += records
    }
    for name in ByteString(command.settings).split(at: UInt8(ascii: " ")) {
      if let definition = SettingsTable.program.definition(name) { text += row(definition) }
    }
    return text + "\nfbprogress --help lists all options.\n"
  }

  /// The output of `list`: each style and caption in a line, then its rows of the settings table.
  static var styles: ByteString {
    var text = ByteString()
    func add(_ name: StaticBytes, _ summary: StaticBytes, _ settings: [SettingDefinition]) {
      text += line(name, summary)
      for definition in settings { text += row(definition) }
      text += "\n"
    }
    for style in SceneStyle.all { add(style.name, style.summary, style.settings) }
    for caption in Caption.all { add(caption.name, caption.summary, caption.settings) }
    return text
  }

  @inline(never) static func line(_ name: StaticBytes, _ summary: StaticBytes) -> ByteString {
    ByteString("  ") + name + "  " + summary + "\n"
  }

  @inline(never) private static func row(_ definition: SettingDefinition) -> ByteString {
    if Traits.lacks("--" + definition.name) { return "" }
    var row = "\n  --" + definition.name
    if case .flag = definition.kind {
      // The flag alone turns it on, so one that is on by default is shown with =no.
      if case .value(let value) = definition.fallback, value == "yes" { row += "=no" }
    } else {
      row += " " + definition.choices
    }
    if definition.scope == .commandLine { row += " *" }
    row += "\n      " + definition.help
    switch definition.fallback {
    case .absent: break
    case .value(let value): row += " [" + value + "]"
    case .preset(let seed, let kiosk):
      row += " [kiosk: " + kiosk + ", seed: " + seed + "]"
    case .palette(let light, let dark):
      row += " [light: " + light + ", dark: " + dark + "]"
    }
    return row + "\n"
  }
}

extension ProgramCommand {
  /// The command line, indented.
  fileprivate var usage: ByteString {
    ByteString("  fbprogress ") + name + (operands.isEmpty ? "" : " ") + operands
  }
}
