/// Generates the completion for bash.
enum BashCompletion {
  static var text: String {
    """
    # bash completion for fbprogress, made by `make docs` from the settings table; do not edit.

    _fbprogress_words() { # WORDS: offers those that begin with what is typed
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$1" -- "$current")
    }

    _fbprogress_joined() { # WORDS: offers those behind the last +
      local before=
      [[ $current == *+* ]] && before=${current%+*}+
      mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${current##*+}")
      compopt -o nospace 2>/dev/null
    }

    _fbprogress_files() { # file, directory or command: offers such
      compopt -o filenames 2>/dev/null
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -A "$1" -- "$current")
    }

    _fbprogress_names() { # PATH...: offers the names of what is there, without their ends
      local path names=()
      for path in "$@"; do
        [[ ! -e $path ]] || names+=("$(basename "$path" .conf)")
      done
      _fbprogress_words "${names[*]}"
    }

    # Offers the values of $option; fails where it takes none.
    _fbprogress_values() {
      case $option in
    \(values)
      esac
      return 0
    }

    _fbprogress() {
      local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} command='' index word
      COMPREPLY=()
      # bash takes = and : for words of their own.
      if [[ $current == = || $current == : ]]; then
        [[ $current == = ]] || option=${COMP_WORDS[COMP_CWORD - 2]}
        current=
      elif [[ $option == = || $option == : ]]; then
        index=$((COMP_CWORD - 2))
        while ((index > 0)) && [[ ${COMP_WORDS[index]} != --* ]]; do index=$((index - 1)); done
        option=${COMP_WORDS[index]}
      fi
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        case $word in
        \(takers)) index=$((index + 1)); [[ ${COMP_WORDS[index]} != = ]] || index=$((index + 1)) ;;
        -* | = | : | yes | no) ;;
        *)
          command=$word
          break
          ;;
        esac
      done
      case $command in
      wrap)
        if ((index == COMP_CWORD - 1)); then _fbprogress_files command; else _fbprogress_files file; fi
        return
        ;;
      esac
      if [[ $option == --* && $current != --* ]] && _fbprogress_values; then return; fi
      if [[ $current == -* ]]; then
        _fbprogress_words '\(options)'
        return
      fi
      case $command in
      '') _fbprogress_words '\(Tables.commands.map { $0.name }.joined(separator: " "))' ;;
      check) _fbprogress_files directory ;;
      list) _fbprogress_words themes ;;
      help) _fbprogress_words '\(Tables.commands.map { $0.name }.joined(separator: " "))' ;;
      send) _fbprogress_words '\(Tables.records.joined(separator: " "))' ;;
      esac
    }

    complete -F _fbprogress fbprogress

    """
  }

  private static var options: String {
    Tables.all.map { "--" + $0.name + ($0.isFlag && $0.isOn ? "=no" : "") }.joined(separator: " ")
  }

  /// The options that take a value.
  private static var takers: String {
    Tables.all.filter { !$0.isFlag }.map { "--" + $0.name }.joined(separator: " | ")
  }

  private static var values: String {
    var order: [Values] = []
    var names: [Values: [String]] = [:]
    for row in Tables.all where !row.isFlag {
      if names[row.values] == nil { order.append(row.values) }
      names[row.values, default: []].append("--" + row.name)
    }
    let cases = order.map { values in
      "  \((names[values] ?? []).joined(separator: " | "))) \(action(values)) ;;"
    }
    let flags = Tables.all.filter { $0.isFlag }.map { "--" + $0.name }.joined(separator: " | ")
    // A flag takes a value only after an equals sign.
    let flag =
      "  \(flags)) [[ ${COMP_WORDS[COMP_CWORD]} == = || ${COMP_WORDS[COMP_CWORD - 1]} == = ]] || return 1; _fbprogress_words 'yes no' ;;"
    return (cases + [flag, "  *) return 1 ;;"]).joined(separator: "\n")
  }

  private static func action(_ values: Values) -> String {
    let words = values.words.joined(separator: " ")
    if values.isJoined { return "_fbprogress_joined '\(words)'" }
    var actions: [String] = []
    if !words.isEmpty { actions.append("_fbprogress_words '\(words)'") }
    switch values.place {
    case .nowhere: break
    case .files: actions.append("_fbprogress_files file")
    case .folders: actions.append("_fbprogress_files directory")
    case .themes:
      let folders = Tables.fallback("theme-folders").split(separator: ":")
      actions.append("_fbprogress_names \(folders.map { $0 + "/*" }.joined(separator: " "))")
      actions.append("_fbprogress_files directory")
    case .languages:
      actions.append("_fbprogress_names \(Tables.fallback("locale-folder"))/*.conf")
    }
    return actions.isEmpty ? ":" : actions.joined(separator: "; ")
  }
}
