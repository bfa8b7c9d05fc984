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
  --feed) _fbprogress_words 'Words(start: 0x0000562955d79721): Words(start: 0x0000562955d79728): Words(start: 0x0000562955d7972e): Words(start: 0x0000562955d79733): Words(start: 0x0000562955d79739): Words(start: 0x0000562955d79741): Words(start: 0x0000562955d7974a): Words(start: 0x0000562955d79753): Words(start: 0x0000562955d79759): Words(start: 0x0000562955d7975e): Words(start: 0x0000562955d79762): Words(start: 0x0000562955d7976a): Words(start: 0x0000562955d79773): Words(start: 0x0000562955d7977a): fifo -'; _fbprogress_files file ;;
  --at-eof) _fbprogress_words 'Words(start: 0x0000562955d7a3f6) Words(start: 0x0000562955d797e0) Words(start: 0x0000562955d797eb)' ;;
  --new-root | --resume | --device | --wait | --on-exit-timeout | --brightness | --stall-after | --outcome-time | --config | --record | --script | --hold-at | --at | --size | --output | --fps | --timeout | --scale | --frame-rate | --reveal.delay | --reveal.time | --background.color | --background.to | --done.background | --failed.background | --done.color | --failed.color | --stalled.color | --title.size | --title.lines | --title.color | --message.size | --message.lines | --message.color | --facts.size | --facts.lines | --facts.color | --detail.size | --detail.lines | --detail.color | --step.size | --step.lines | --step.color | --percent.size | --percent.lines | --percent.color | --bytes.size | --bytes.lines | --bytes.color | --speed.size | --speed.lines | --speed.color | --left.size | --left.lines | --left.color | --stall.size | --stall.lines | --stall.color | --warning.size | --warning.lines | --warning.color | --outcome.size | --outcome.lines | --outcome.color | --ring.radius | --ring.line-width | --ring.start | --ring.track | --ring.turn | --ring.color | --ring.fail-color | --ring.background | --rainbow.y | --rainbow.height | --rainbow.tint | --rainbow.track | --rainbow.background | --rainbow.step | --spinner.size | --spinner.turn | --spinner.glyph | --spinner.color | --spinner.background | --pencil.line-width | --pencil.lean | --pencil.sway | --pencil.bob | --pencil.color | --pencil.done-color | --pencil.fail-color | --pencil.background | --bubble.width | --bubble.line-width | --bubble.label-width | --bubble.label-height | --bubble.pointer | --bubble.corner | --bubble.text-height | --bubble.tilt-angle | --bubble.rope | --bubble.pause | --bubble.turn | --bubble.cycle | --bubble.color | --bubble.track | --bubble.text-color | --bubble.done-color | --bubble.fail-color | --bubble.background | --wave.ring-width | --wave.line-width | --wave.track | --wave.intro | --wave.amplitude | --wave.speed | --wave.calm | --wave.swell | --wave.turn | --wave.decimals | --wave.digit-height | --wave.glyph | --wave.color | --wave.fail-color | --wave.background) : ;;
  --presenter) _fbprogress_words 'Words(start: 0x0000562955d7a373) Words(start: 0x0000562955d79fa2) Words(start: 0x0000562955d7a3fb) Words(start: 0x0000562955d7a401) Words(start: 0x0000562955d79781)' ;;
  --rotate) _fbprogress_words 'Words(start: 0x0000562955d7a373) Words(start: 0x0000562955d796f7) Words(start: 0x0000562955d7a412) Words(start: 0x0000562955d7a415) Words(start: 0x0000562955d7a419)' ;;
  --format) _fbprogress_words 'Words(start: 0x0000562955d7a373) Words(start: 0x0000562955d79f18) Words(start: 0x0000562955d79ef8) Words(start: 0x0000562955d79f0f) Words(start: 0x0000562955d79f08) Words(start: 0x0000562955d79f01)' ;;
  --on-exit) _fbprogress_words 'Words(start: 0x0000562955d7a42d) Words(start: 0x0000562955d7a435) Words(start: 0x0000562955d7a43a)' ;;
  --keyboard) _fbprogress_words 'Words(start: 0x0000562955d7a373) Words(start: 0x0000562955d7a45c) Words(start: 0x0000562955d7a03b)' ;;
  --image | --background.image | --logo.image) _fbprogress_files file ;;
  --image-folders | --theme-folders | --locale-folder | --dump-folder) _fbprogress_files directory ;;
  --fonts) _fbprogress_words 'none'; _fbprogress_files file ;;
  --theme) _fbprogress_names Words(start/*  0x0000562955d7efa0)/*; _fbprogress_files directory ;;
  --locale) _fbprogress_names Words(start: 0x0000562955d7f060)/*.conf ;;
  --after-outcome) _fbprogress_words 'Words(start: 0x0000562955d7a4cd) Words(start: 0x0000562955d7a3f6)' ;;
  --log) _fbprogress_words 'Words(start: 0x0000562955d7a373) Words(start: 0x0000562955d7a4d4) Words(start: 0x0000562955d7a4db)' ;;
  --wrap-terminal) _fbprogress_words 'Words(start: 0x0000562955d7a373) Words(start: 0x0000562955d7950e) Words(start: 0x0000562955d7950b)' ;;
  --style) _fbprogress_joined 'Words(start: 0x0000562955d7aa70) Words(start: 0x0000562955d7a973) Words(start: 0x0000562955d7ab82) Words(start: 0x0000562955d7a8fb) Words(start: 0x0000562955d7a709) Words(start: 0x0000562955d7ad34)' ;;
  --scene | --logo.box | --title.box | --message.box | --facts.box | --detail.box | --step.box | --percent.box | --bytes.box | --speed.box | --left.box | --stall.box | --warning.box | --outcome.box) _fbprogress_words 'none' ;;
  --reveal.preset | --ring.preset | --rainbow.preset | --spinner.preset | --pencil.preset | --bubble.preset | --wave.preset) _fbprogress_words 'Words(start: 0x0000562955d7961c) Words(start: 0x0000562955d7a71e)' ;;
  --reveal.edge) _fbprogress_words 'Words(start: 0x0000562955d7961c) Words(start: 0x0000562955d7aa44)' ;;
  --reveal.curve) _fbprogress_words 'linear ease-in ease-out ease-in-ease-out default' ;;
  --background.fit) _fbprogress_words 'Words(start: 0x0000562955d7a67f) Words(start: 0x0000562955d7a685) Words(start: 0x0000562955d7a68d) Words(start: 0x0000562955d7a694)' ;;
  --logo.anchor | --title.anchor | --message.anchor | --facts.anchor | --detail.anchor | --step.anchor | --percent.anchor | --bytes.anchor | --speed.anchor | --left.anchor | --stall.anchor | --warning.anchor | --outcome.anchor) _fbprogress_words 'Words(start: 0x0000562955d7a6ca) Words(start: 0x0000562955d7a6d3) Words(start: 0x0000562955d7a6d7) Words(start: 0x0000562955d7a28f) Words(start: 0x0000562955d7a68d) Words(start: 0x0000562955d7a6e1) Words(start: 0x0000562955d7a6e7) Words(start: 0x0000562955d7a6f3) Words(start: 0x0000562955d7a6fa)' ;;
  --ring.cap) _fbprogress_words 'Words(start: 0x0000562955d7aabb) Words(start: 0x0000562955d7aac0)' ;;
  --rainbow.variant | --spinner.motion | --pencil.variant | --bubble.variant | --wave.tick) _fbprogress_words 'Words(start: 0x0000562955d7961c) Words(start: 0x0000562955d7a733)' ;;
  --rainbow.anchor) _fbprogress_words 'Words(start: 0x0000562955d7a6d3) Words(start: 0x0000562955d7a9a9) Words(start: 0x0000562955d7a6f3)' ;;
  --spinner.pulse) _fbprogress_words 'Words(start: 0x0000562955d7abc1) Words(start: 0x0000562955d7abc8)' ;;
  --spinner.length) _fbprogress_words 'Words(start: 0x0000562955d7abf1) Words(start: 0x0000562955d7abf6)' ;;
  --bubble.tilt) _fbprogress_words 'Words(start: 0x0000562955d79543) Words(start: 0x0000562955d7a7a2) Words(start: 0x0000562955d7a7ab)' ;;
  --bubble.failure) _fbprogress_words 'Words(start: 0x0000562955d7a7df) Words(start: 0x0000562955d7a7e5)' ;;
  --atomic | --finish-at-full | --mlock | --monotonic | --limit-speed | --verbose | --quiet-if-nobody | --json | --print-config | --help | --version | --physical-size | --reduced-motion | --stall-look | --ring.snap | --ring.tick | --rainbow.pill | --rainbow.freeze | --rainbow.glyph) [[ ${COMP_WORDS[COMP_CWORD]} == = || ${COMP_WORDS[COMP_CWORD - 1]} == = ]] || return 1; _fbprogress_words 'yes no' ;;
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
    --feed | --at-eof | --new-root | --resume | --presenter | --device | --rotate | --format | --wait | --on-exit | --on-exit-timeout | --keyboard | --brightness | --image | --image-folders | --fonts | --theme | --theme-folders | --locale | --locale-folder | --stall-after | --after-outcome | --outcome-time | --log | --dump-folder | --config | --record | --script | --hold-at | --at | --size | --output | --fps | --wrap-terminal | --timeout | --style | --scale | --frame-rate | --scene | --reveal.preset | --reveal.edge | --reveal.delay | --reveal.time | --reveal.curve | --background.color | --background.to | --background.image | --background.fit | --logo.image | --logo.box | --logo.anchor | --done.background | --failed.background | --done.color | --failed.color | --stalled.color | --title.box | --title.anchor | --title.size | --title.lines | --title.color | --message.box | --message.anchor | --message.size | --message.lines | --message.color | --facts.box | --facts.anchor | --facts.size | --facts.lines | --facts.color | --detail.box | --detail.anchor | --detail.size | --detail.lines | --detail.color | --step.box | --step.anchor | --step.size | --step.lines | --step.color | --percent.box | --percent.anchor | --percent.size | --percent.lines | --percent.color | --bytes.box | --bytes.anchor | --bytes.size | --bytes.lines | --bytes.color | --speed.box | --speed.anchor | --speed.size | --speed.lines | --speed.color | --left.box | --left.anchor | --left.size | --left.lines | --left.color | --stall.box | --stall.anchor | --stall.size | --stall.lines | --stall.color | --warning.box | --warning.anchor | --warning.size | --warning.lines | --warning.color | --outcome.box | --outcome.anchor | --outcome.size | --outcome.lines | --outcome.color | --ring.preset | --ring.radius | --ring.line-width | --ring.start | --ring.cap | --ring.track | --ring.turn | --ring.color | --ring.fail-color | --ring.background | --rainbow.preset | --rainbow.variant | --rainbow.anchor | --rainbow.y | --rainbow.height | --rainbow.tint | --rainbow.track | --rainbow.background | --rainbow.step | --spinner.preset | --spinner.size | --spinner.turn | --spinner.pulse | --spinner.motion | --spinner.length | --spinner.glyph | --spinner.color | --spinner.background | --pencil.preset | --pencil.variant | --pencil.line-width | --pencil.lean | --pencil.sway | --pencil.bob | --pencil.color | --pencil.done-color | --pencil.fail-color | --pencil.background | --bubble.preset | --bubble.variant | --bubble.width | --bubble.line-width | --bubble.label-width | --bubble.label-height | --bubble.pointer | --bubble.corner | --bubble.text-height | --bubble.tilt | --bubble.tilt-angle | --bubble.rope | --bubble.failure | --bubble.pause | --bubble.turn | --bubble.cycle | --bubble.color | --bubble.track | --bubble.text-color | --bubble.done-color | --bubble.fail-color | --bubble.background | --wave.preset | --wave.ring-width | --wave.line-width | --wave.track | --wave.intro | --wave.amplitude | --wave.speed | --wave.calm | --wave.swell | --wave.turn | --wave.decimals | --wave.digit-height | --wave.glyph | --wave.tick | --wave.color | --wave.fail-color | --wave.background) index=$((index + 1)); [[ ${COMP_WORDS[index]} != = ]] || index=$((index + 1)) ;;
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
    _fbprogress_words '--feed --at-eof --new-root --resume --presenter --device --rotate --format --atomic --wait --on-exit --on-exit-timeout --keyboard --brightness --image --image-folders --fonts --theme --theme-folders --locale --locale-folder --finish-at-full --mlock --monotonic --limit-speed --stall-after --after-outcome --outcome-time --log --dump-folder --verbose --config --record --script --hold-at --at --size --output --fps --wrap-terminal --timeout --quiet-if-nobody --json --print-config --help --version --style --scale --physical-size --reduced-motion --stall-look --frame-rate --scene --reveal.preset --reveal.edge --reveal.delay --reveal.time --reveal.curve --background.color --background.to --background.image --background.fit --logo.image --logo.box --logo.anchor --done.background --failed.background --done.color --failed.color --stalled.color --title.box --title.anchor --title.size --title.lines --title.color --message.box --message.anchor --message.size --message.lines --message.color --facts.box --facts.anchor --facts.size --facts.lines --facts.color --detail.box --detail.anchor --detail.size --detail.lines --detail.color --step.box --step.anchor --step.size --step.lines --step.color --percent.box --percent.anchor --percent.size --percent.lines --percent.color --bytes.box --bytes.anchor --bytes.size --bytes.lines --bytes.color --speed.box --speed.anchor --speed.size --speed.lines --speed.color --left.box --left.anchor --left.size --left.lines --left.color --stall.box --stall.anchor --stall.size --stall.lines --stall.color --warning.box --warning.anchor --warning.size --warning.lines --warning.color --outcome.box --outcome.anchor --outcome.size --outcome.lines --outcome.color --ring.preset --ring.radius --ring.line-width --ring.start --ring.cap --ring.track --ring.turn --ring.color --ring.fail-color --ring.background --ring.snap --ring.tick --rainbow.preset --rainbow.variant --rainbow.anchor --rainbow.y --rainbow.height --rainbow.pill --rainbow.tint --rainbow.track --rainbow.background --rainbow.step --rainbow.freeze --rainbow.glyph --spinner.preset --spinner.size --spinner.turn --spinner.pulse --spinner.motion --spinner.length --spinner.glyph --spinner.color --spinner.background --pencil.preset --pencil.variant --pencil.line-width --pencil.lean --pencil.sway --pencil.bob --pencil.color --pencil.done-color --pencil.fail-color --pencil.background --bubble.preset --bubble.variant --bubble.width --bubble.line-width --bubble.label-width --bubble.label-height --bubble.pointer --bubble.corner --bubble.text-height --bubble.tilt --bubble.tilt-angle --bubble.rope --bubble.failure --bubble.pause --bubble.turn --bubble.cycle --bubble.color --bubble.track --bubble.text-color --bubble.done-color --bubble.fail-color --bubble.background --wave.preset --wave.ring-width --wave.line-width --wave.track --wave.intro --wave.amplitude --wave.speed --wave.calm --wave.swell --wave.turn --wave.decimals --wave.digit-height --wave.glyph --wave.tick --wave.color --wave.fail-color --wave.background'
    return
  fi
  case $command in
  '') _fbprogress_words 'wrap render list probe send check plymouth' ;;
  check) _fbprogress_files directory ;;
  send) _fbprogress_words 'progress bytes step weights expect speed title message detail done fail cancel reset style image' ;;
  esac
}

complete -F _fbprogress fbprogress
