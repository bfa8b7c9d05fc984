/// Generates the completion for zsh.
enum ZshCompletion {
  static var text: String {
    let commands = Tables.commands.map { "    '\($0.name):\(quoted($0.help))'" }
    let specifications = Tables.all.map { "    '\(specification($0))'" }
    let themes = Tables.fallback("theme-folders").split(separator: ":").map { "\($0)/*(N:t)" }
    return """
      #compdef fbprogress
      # zsh completion for fbprogress, made by `make docs` from the settings table; do not edit.

      _fbprogress_themes() {
        local -a themes=(none \(themes.joined(separator: " ")))
        _alternative 'themes:theme:compadd -a themes' 'folders:folder:_directories'
      }

      _fbprogress_languages() {
        local -a languages=(auto \(Tables.fallback("locale-folder"))/*.conf(N:t:r))
        compadd -a languages
      }

      _fbprogress_feeds() {
        local -a protocols=(\(Tables.protocols.map { $0.name }.joined(separator: " ")))
        if compset -P '*:'; then _files; return; fi
        _alternative 'protocols:protocol:compadd -S ":" -a protocols' 'places:place:(fifo -)' 'files:file:_files'
      }

      _fbprogress_commands() {
        local -a commands=(
      \(commands.joined(separator: "\n"))
        )
        _describe command commands
      }

      _fbprogress_rest() {
        case $words[1] in
          wrap) shift words; (( CURRENT-- )); _normal ;;
          check) _directories ;;
          list) compadd themes ;;
          help) _fbprogress_commands ;;
          send) compadd \(Tables.records.joined(separator: " ")) ;;
        esac
      }

      _fbprogress() {
        _arguments -S : \\
      \(specifications.joined(separator: " \\\n")) \\
          '1: :_fbprogress_commands' \\
          '*:: :_fbprogress_rest'
      }

      _fbprogress "$@"

      """
  }

  private static func specification(_ row: Row) -> String {
    let help = quoted(row.help).replacing("[", with: "\\[").replacing("]", with: "\\]")
    if row.isFlag {
      return row.isOn ? "--\(row.name)=-[\(help)]:whether:(yes no)" : "--\(row.name)[\(help)]"
    }
    let star = row.repeats ? "*" : ""
    return "\(star)--\(row.name)=[\(help)]:\(row.operand):\(action(row))"
  }

  private static func action(_ row: Row) -> String {
    let words = row.values.words.joined(separator: " ")
    if row.repeats { return "_fbprogress_feeds" }
    if row.values.isJoined { return "_sequence -s + compadd - \(words)" }
    switch row.values.place {
    case .nowhere: return words.isEmpty ? " " : "(\(words))"
    case .files where words.isEmpty: return "_files"
    case .files:
      // A colon would end the value's specification.
      return "_alternative \"words\\:word\\:(\(words))\" \"files\\:file\\:_files\""
    case .folders: return "_directories"
    case .themes: return "_fbprogress_themes"
    case .languages: return "_fbprogress_languages"
    }
  }

  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "'\\''").replacing(":", with: "\\:")
  }
}
