/// Generates the completion for fish.
enum FishCompletion {
  static var text: String {
    var text = """
      # fish completion for fbprogress, made by `make docs` from the settings table; do not edit.

      function __fbprogress_joined
          # Offers words behind the last + of what is typed.
          set -l typed (string replace -r '^--[^=]*=' '' -- (commandline -ct))
          set -l before (string match -r '^.*[+]' -- $typed; or echo)
          printf '%s\\n' $before$argv
      end

      set -l commands \(Tables.commands.map { $0.name }.joined(separator: " "))
      complete -c fbprogress -f

      """
    for command in Tables.commands {
      text +=
        "complete -c fbprogress -n \"not __fish_seen_subcommand_from $commands\" -a \(command.name) "
      text += "-d '\(quoted(command.help))'\n"
    }
    text += """
      complete -c fbprogress -n '__fish_seen_subcommand_from check' -a '(__fish_complete_directories)'
      complete -c fbprogress -n '__fish_seen_subcommand_from list' -a themes
      complete -c fbprogress -n '__fish_seen_subcommand_from help' -a "$commands"
      complete -c fbprogress -n '__fish_seen_subcommand_from send' -a '\(Tables.records.joined(separator: " "))'
      complete -c fbprogress -n '__fish_seen_subcommand_from wrap' -a '(__fish_complete_subcommand --fcs-skip=2)'

      """
    for row in Tables.all { text += line(row) + "\n" }
    return text
  }

  private static func line(_ row: Row) -> String {
    let help = "-d '\(quoted(row.help))'"
    if row.isFlag {
      if !row.isOn { return "complete -c fbprogress -l \(row.name) \(help)" }
      return
        "complete -c fbprogress -n 'string match -q -- \"-*\" (commandline -ct)' -a '--\(row.name)=no' \(help)"
    }
    let words = row.values.words.joined(separator: " ")
    if row.values.isJoined {
      return "complete -c fbprogress -l \(row.name) -x -a '(__fbprogress_joined \(words))' \(help)"
    }
    var line = "complete -c fbprogress -l \(row.name) "
    var offers = words.isEmpty ? [] : [words]
    switch row.values.place {
    case .nowhere: line += "-x"
    case .files: line += "-r -F"
    case .folders:
      line += "-x"
      offers.append("(__fish_complete_directories)")
    case .themes:
      line += "-x"
      let folders = Tables.fallback("theme-folders").split(separator: ":")
      offers += folders.map { "(path basename \($0)/*)" } + ["(__fish_complete_directories)"]
    case .languages:
      line += "-x"
      offers.append(
        "(path basename \(Tables.fallback("locale-folder"))/*.conf | path change-extension '')")
    }
    if !offers.isEmpty { line += " -a \"\(offers.joined(separator: " "))\"" }
    return line + " " + help
  }

  private static func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
