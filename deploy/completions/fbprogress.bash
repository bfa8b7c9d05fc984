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
  --match | --identity | --feed) _fbprogress_words 'native: bootc: varlink: docker: backup: nix: json: gauge: psplash: swupdate: plymouth: curtin: debootstrap: zypper: ffmpeg: human: rauc: apt: android: fbsplash: notify: zenity: fsck: apk: fifo -'; _fbprogress_files file ;;
  --trusted-users | --stall-after | --outcome-time | --on-done | --on-fail | --hold-at | --ok-status | --brightness | --size | --fps | --at | --timeout | --field | --scale | --frame-rate | --ground | --ink | --muted | --accent | --track | --success | --warning | --failure | --support-url | --tail.lines | --tail.size | --plan.size | --reveal.delay | --reveal.time | --background.color | --background.to | --background.scrim | --done.background | --failed.background | --done.color | --failed.color | --stalled.color | --title.size | --title.lines | --title.color | --message.size | --message.lines | --message.color | --facts.size | --facts.lines | --facts.color | --warning.size | --warning.lines | --warning.color | --identity.size | --identity.lines | --identity.color | --detail.size | --detail.lines | --detail.color | --step.size | --step.lines | --step.color | --percent.size | --percent.lines | --percent.color | --bytes.size | --bytes.lines | --bytes.color | --speed.size | --speed.lines | --speed.color | --left.size | --left.lines | --left.color | --stall.size | --stall.lines | --stall.color | --outcome.size | --outcome.lines | --outcome.color | --ring.radius | --ring.line-width | --ring.start | --ring.track | --ring.track-color | --ring.track-width | --ring.fade | --ring.turn | --ring.color | --ring.done-color | --ring.fail-color | --ring.background | --rainbow.y | --rainbow.height | --rainbow.tint | --rainbow.track | --rainbow.track-color | --rainbow.background | --rainbow.step | --spinner.size | --spinner.line | --spinner.turn | --spinner.glyph | --spinner.color | --spinner.track-color | --spinner.done-color | --spinner.fail-color | --spinner.background | --pencil.line-width | --pencil.lean | --pencil.sway | --pencil.bob | --pencil.color | --pencil.body-color | --pencil.track-color | --pencil.done-color | --pencil.tick-color | --pencil.fail-color | --pencil.background | --bubble.width | --bubble.line-width | --bubble.tilt-angle | --bubble.rope | --bubble.pause | --bubble.turn | --bubble.cycle | --bubble.color | --bubble.line-color | --bubble.track | --bubble.text-color | --bubble.done-color | --bubble.fail-color | --bubble.background | --wave.ring-width | --wave.line-width | --wave.track | --wave.track-color | --wave.fill | --wave.intro | --wave.amplitude | --wave.speed | --wave.calm | --wave.swell | --wave.turn | --wave.digit-height | --wave.glyph | --wave.color | --wave.done-color | --wave.fail-color | --wave.background) : ;;
  --at-eof) _fbprogress_words 'auto stay fail done' ;;
  --new-root | --resume | --history | --record | --device | --output | --image | --config | --script | --background.image | --logo.image | --picture1.image | --picture2.image | --picture3.image | --picture4.image) _fbprogress_files file ;;
  --after-outcome) _fbprogress_words 'exit stay' ;;
  --wait | --on-exit-timeout) _fbprogress_words 'forever' ;;
  --on-exit) _fbprogress_words 'restore keep black' ;;
  --dump-folder | --image-folders | --locale-folder | --theme-folders) _fbprogress_files directory ;;
  --status) _fbprogress_words 'off'; _fbprogress_files file ;;
  --wrap-terminal) _fbprogress_words 'auto yes no' ;;
  --presenter) _fbprogress_words 'auto drm fbdev png terminal null' ;;
  --rotate) _fbprogress_words 'auto 0 90 180 270' ;;
  --keyboard) _fbprogress_words 'auto leave off' ;;
  --fonts | --bold-fonts | --numeral-fonts) _fbprogress_words 'none'; _fbprogress_files file ;;
  --locale) _fbprogress_words 'auto'; _fbprogress_names /usr/share/fbprogress/locale/*.conf ;;
  --format) _fbprogress_words 'auto XRGB8888 ARGB8888 XBGR8888 RGB888 RGB565 R8 R1' ;;
  --terminal-graphics) _fbprogress_words 'auto kitty sixel none' ;;
  --theme) _fbprogress_words 'none'; _fbprogress_names /etc/fbprogress/themes/* /usr/share/fbprogress/themes/*; _fbprogress_files directory ;;
  --log) _fbprogress_words 'auto stderr kmsg' ;;
  --sandbox) _fbprogress_words 'no yes kill' ;;
  --style) _fbprogress_joined 'ring rainbow spinner pencil bubble wave' ;;
  --scene | --tail.box | --plan.box | --logo.box | --picture1.box | --picture2.box | --picture3.box | --picture4.box | --title.box | --message.box | --facts.box | --warning.box | --identity.box | --detail.box | --step.box | --percent.box | --bytes.box | --speed.box | --left.box | --stall.box | --outcome.box) _fbprogress_words 'none' ;;
  --palette) _fbprogress_words 'light dark' ;;
  --layout) _fbprogress_words 'auto landscape portrait bar small square round tiny' ;;
  --reveal.preset | --ring.preset | --rainbow.preset | --spinner.preset | --pencil.preset | --bubble.preset | --wave.preset) _fbprogress_words 'seed kiosk' ;;
  --reveal.edge) _fbprogress_words 'seed tight' ;;
  --reveal.curve) _fbprogress_words 'linear ease-in ease-out ease-in-ease-out default' ;;
  --background.fit | --picture1.fit | --picture2.fit | --picture3.fit | --picture4.fit) _fbprogress_words 'cover contain centre stretch' ;;
  --logo.anchor | --picture1.anchor | --picture2.anchor | --picture3.anchor | --picture4.anchor | --title.anchor | --message.anchor | --facts.anchor | --warning.anchor | --identity.anchor | --detail.anchor | --step.anchor | --percent.anchor | --bytes.anchor | --speed.anchor | --left.anchor | --stall.anchor | --outcome.anchor) _fbprogress_words 'top-left top top-right left centre right bottom-left bottom bottom-right' ;;
  --picture1.state | --picture2.state | --picture3.state | --picture4.state) _fbprogress_words 'always starting running stalled paused done failed cancelled interrupted' ;;
  --ring.cap) _fbprogress_words 'butt round' ;;
  --rainbow.variant | --spinner.motion | --pencil.variant | --bubble.variant | --wave.tick) _fbprogress_words 'seed smooth' ;;
  --rainbow.anchor) _fbprogress_words 'top middle bottom' ;;
  --spinner.pulse) _fbprogress_words 'as-run as-written' ;;
  --spinner.length) _fbprogress_words 'full progress' ;;
  --bubble.tilt) _fbprogress_words 'none absolute relative' ;;
  --bubble.failure) _fbprogress_words 'drain hang tilt' ;;
  --finish-at-full | --monotonic | --limit-speed | --steady | --atomic | --mlock | --verbose | --background | --best-effort | --json | --follow | --print-config | --help | --version | --physical-size | --reduced-motion | --stall-look | --ring.number | --ring.snap | --ring.tick | --rainbow.pill | --rainbow.number | --rainbow.freeze | --rainbow.glyph | --spinner.number | --pencil.number | --bubble.signs | --wave.number) [[ ${COMP_WORDS[COMP_CWORD]} == = || ${COMP_WORDS[COMP_CWORD - 1]} == = ]] || return 1; _fbprogress_words 'yes no' ;;
  *) return 1 ;;
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
    --match | --identity | --feed | --trusted-users | --at-eof | --new-root | --resume | --history | --stall-after | --after-outcome | --outcome-time | --on-done | --on-fail | --wait | --on-exit | --on-exit-timeout | --dump-folder | --status | --record | --hold-at | --wrap-terminal | --ok-status | --presenter | --device | --output | --rotate | --keyboard | --brightness | --image | --image-folders | --fonts | --bold-fonts | --numeral-fonts | --locale | --locale-folder | --size | --fps | --format | --terminal-graphics | --theme | --theme-folders | --log | --sandbox | --config | --script | --at | --timeout | --field | --style | --scale | --frame-rate | --scene | --palette | --ground | --ink | --muted | --accent | --track | --success | --warning | --failure | --layout | --support-url | --tail.box | --tail.lines | --tail.size | --plan.box | --plan.size | --reveal.preset | --reveal.edge | --reveal.delay | --reveal.time | --reveal.curve | --background.color | --background.to | --background.image | --background.fit | --background.scrim | --logo.image | --logo.box | --logo.anchor | --done.background | --failed.background | --picture1.image | --picture1.box | --picture1.fit | --picture1.anchor | --picture1.state | --picture2.image | --picture2.box | --picture2.fit | --picture2.anchor | --picture2.state | --picture3.image | --picture3.box | --picture3.fit | --picture3.anchor | --picture3.state | --picture4.image | --picture4.box | --picture4.fit | --picture4.anchor | --picture4.state | --done.color | --failed.color | --stalled.color | --title.box | --title.anchor | --title.size | --title.lines | --title.color | --message.box | --message.anchor | --message.size | --message.lines | --message.color | --facts.box | --facts.anchor | --facts.size | --facts.lines | --facts.color | --warning.box | --warning.anchor | --warning.size | --warning.lines | --warning.color | --identity.box | --identity.anchor | --identity.size | --identity.lines | --identity.color | --detail.box | --detail.anchor | --detail.size | --detail.lines | --detail.color | --step.box | --step.anchor | --step.size | --step.lines | --step.color | --percent.box | --percent.anchor | --percent.size | --percent.lines | --percent.color | --bytes.box | --bytes.anchor | --bytes.size | --bytes.lines | --bytes.color | --speed.box | --speed.anchor | --speed.size | --speed.lines | --speed.color | --left.box | --left.anchor | --left.size | --left.lines | --left.color | --stall.box | --stall.anchor | --stall.size | --stall.lines | --stall.color | --outcome.box | --outcome.anchor | --outcome.size | --outcome.lines | --outcome.color | --ring.preset | --ring.radius | --ring.line-width | --ring.start | --ring.cap | --ring.track | --ring.track-color | --ring.track-width | --ring.fade | --ring.turn | --ring.color | --ring.done-color | --ring.fail-color | --ring.background | --rainbow.preset | --rainbow.variant | --rainbow.anchor | --rainbow.y | --rainbow.height | --rainbow.tint | --rainbow.track | --rainbow.track-color | --rainbow.background | --rainbow.step | --spinner.preset | --spinner.size | --spinner.line | --spinner.turn | --spinner.pulse | --spinner.motion | --spinner.length | --spinner.glyph | --spinner.color | --spinner.track-color | --spinner.done-color | --spinner.fail-color | --spinner.background | --pencil.preset | --pencil.variant | --pencil.line-width | --pencil.lean | --pencil.sway | --pencil.bob | --pencil.color | --pencil.body-color | --pencil.track-color | --pencil.done-color | --pencil.tick-color | --pencil.fail-color | --pencil.background | --bubble.preset | --bubble.variant | --bubble.width | --bubble.line-width | --bubble.tilt | --bubble.tilt-angle | --bubble.rope | --bubble.failure | --bubble.pause | --bubble.turn | --bubble.cycle | --bubble.color | --bubble.line-color | --bubble.track | --bubble.text-color | --bubble.done-color | --bubble.fail-color | --bubble.background | --wave.preset | --wave.ring-width | --wave.line-width | --wave.track | --wave.track-color | --wave.fill | --wave.intro | --wave.amplitude | --wave.speed | --wave.calm | --wave.swell | --wave.turn | --wave.digit-height | --wave.glyph | --wave.tick | --wave.color | --wave.done-color | --wave.fail-color | --wave.background) index=$((index + 1)); [[ ${COMP_WORDS[index]} != = ]] || index=$((index + 1)) ;;
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
    _fbprogress_words '--match --identity --feed --trusted-users --at-eof --new-root --resume --history --finish-at-full --monotonic --limit-speed --steady=no --stall-after --after-outcome --outcome-time --on-done --on-fail --wait --on-exit --on-exit-timeout --dump-folder --status --record --hold-at --wrap-terminal --ok-status --presenter --device --output --rotate --atomic=no --keyboard --brightness --image --image-folders --fonts --bold-fonts --numeral-fonts --locale --locale-folder --size --fps --mlock --format --terminal-graphics --theme --theme-folders --log --verbose --sandbox --config --script --at --background --timeout --best-effort --json --follow --field --print-config --help --version --style --scale --physical-size=no --reduced-motion --stall-look=no --frame-rate --scene --palette --ground --ink --muted --accent --track --success --warning --failure --layout --support-url --tail.box --tail.lines --tail.size --plan.box --plan.size --reveal.preset --reveal.edge --reveal.delay --reveal.time --reveal.curve --background.color --background.to --background.image --background.fit --background.scrim --logo.image --logo.box --logo.anchor --done.background --failed.background --picture1.image --picture1.box --picture1.fit --picture1.anchor --picture1.state --picture2.image --picture2.box --picture2.fit --picture2.anchor --picture2.state --picture3.image --picture3.box --picture3.fit --picture3.anchor --picture3.state --picture4.image --picture4.box --picture4.fit --picture4.anchor --picture4.state --done.color --failed.color --stalled.color --title.box --title.anchor --title.size --title.lines --title.color --message.box --message.anchor --message.size --message.lines --message.color --facts.box --facts.anchor --facts.size --facts.lines --facts.color --warning.box --warning.anchor --warning.size --warning.lines --warning.color --identity.box --identity.anchor --identity.size --identity.lines --identity.color --detail.box --detail.anchor --detail.size --detail.lines --detail.color --step.box --step.anchor --step.size --step.lines --step.color --percent.box --percent.anchor --percent.size --percent.lines --percent.color --bytes.box --bytes.anchor --bytes.size --bytes.lines --bytes.color --speed.box --speed.anchor --speed.size --speed.lines --speed.color --left.box --left.anchor --left.size --left.lines --left.color --stall.box --stall.anchor --stall.size --stall.lines --stall.color --outcome.box --outcome.anchor --outcome.size --outcome.lines --outcome.color --ring.preset --ring.radius --ring.line-width --ring.start --ring.cap --ring.track --ring.track-color --ring.track-width --ring.fade --ring.turn --ring.color --ring.done-color --ring.fail-color --ring.background --ring.number --ring.snap --ring.tick=no --rainbow.preset --rainbow.variant --rainbow.anchor --rainbow.y --rainbow.height --rainbow.pill --rainbow.tint --rainbow.track --rainbow.track-color --rainbow.number --rainbow.background --rainbow.step --rainbow.freeze --rainbow.glyph=no --spinner.preset --spinner.size --spinner.line --spinner.turn --spinner.pulse --spinner.motion --spinner.length --spinner.glyph --spinner.number --spinner.color --spinner.track-color --spinner.done-color --spinner.fail-color --spinner.background --pencil.preset --pencil.variant --pencil.line-width --pencil.lean --pencil.sway --pencil.bob --pencil.number --pencil.color --pencil.body-color --pencil.track-color --pencil.done-color --pencil.tick-color --pencil.fail-color --pencil.background --bubble.preset --bubble.variant --bubble.width --bubble.line-width --bubble.tilt --bubble.tilt-angle --bubble.rope --bubble.failure --bubble.pause --bubble.turn --bubble.cycle --bubble.signs --bubble.color --bubble.line-color --bubble.track --bubble.text-color --bubble.done-color --bubble.fail-color --bubble.background --wave.preset --wave.ring-width --wave.line-width --wave.track --wave.track-color --wave.number --wave.fill --wave.intro --wave.amplitude --wave.speed --wave.calm --wave.swell --wave.turn --wave.digit-height --wave.glyph --wave.tick --wave.color --wave.done-color --wave.fail-color --wave.background'
    return
  fi
  case $command in
  '') _fbprogress_words 'wrap render list probe doctor config send status rescue plymouth check sheet help' ;;
  check) _fbprogress_files directory ;;
  list) _fbprogress_words themes ;;
  help) _fbprogress_words 'wrap render list probe doctor config send status rescue plymouth check sheet help' ;;
  send) _fbprogress_words 'progress bytes step weights expect speed units title message detail paused resume next restart code done fail cancel reset end newroot deactivate reactivate style image log identity job usual' ;;
  esac
}

complete -F _fbprogress fbprogress
