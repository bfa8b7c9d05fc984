#!/bin/bash
# The clients of clients/: the same calls in each language give the same records, and none waits for
# a screen that is missing, stopped or gone. Python's own functions, and the page's recipes.
. "${0%/*}/common.sh"
drivers=$PWD/Tests/System/integration/clients
screen='' driver_PID=''
stop_screen() {
  { kill -KILL "$screen" && wait "$screen"; } 2>/dev/null || true
  screen=
}
stop_services() {
  [[ -z $screen ]] || stop_screen
  # bash unsets the variable once the coprocess has ended.
  [[ -z ${driver_PID:-} ]] || { kill -KILL "$driver_PID" && wait "$driver_PID"; } 2>/dev/null || true
}
# start: starts a screen.
start() {
  rm -f "$work/record"
  fbprogress --presenter null --after-outcome stay --reveal.time 0 --log stderr --feed "fifo:$feed" --record "$work/record" \
    2>"$work/log" &
  screen=$!
  until_true 5 test -p "$feed" || fail "the screen does not start: $(<"$work/log")"
}
# records: what the screen has taken since the run began, without times.
# The pipe is read to its end: SIGPIPE would end the case.
records() { sed 's/^@[^ ]* //' "$work/record" | tac | sed -n '0,/^reset$/p' | tac; }
ends_with() { [[ $(records | tail -n 1) == "$1" ]]; }
# expect RECORD...: the screen takes exactly these records in the run.
expect() {
  until_true 5 ends_with "${!#}" || true
  diff <(printf '%s\n' "$@") <(records | uniq) >"$work/difference" || fail "$client: $(cut -c 1-300 "$work/difference")"
}
# call LINE...: has the driver call the client, and sets answers to what it returned.
call() {
  local line answer
  answers=
  printf '%s\n' "$@" >&"${driver[1]}"
  for line in "$@"; do
    [[ -n ${driver[0]:-} ]] || fail "$client: the driver has ended before: $line"
    read -r -t 10 answer <&"${driver[0]}" || fail "$client: no answer to: $line"
    answers+=" $answer"
  done
  answers=${answers# }
}
milliseconds() { echo $((${EPOCHREALTIME//[!0-9]/} / 1000)); }
peak_memory() { awk '/^VmHWM/ { print $2 }' "/proc/$driver_PID/status"; }

# A header of C99 and C++11, for both compilers.
printf '#include "fbprogress.h"\n#include "fbprogress.h"\n' | tee "$work/header.c" >"$work/header.cc"
warnings=(-Wall -Wextra -Werror -pedantic -Wshadow -Wconversion -Iclients/c -fsyntax-only)
for compiler in gcc clang; do
  for standard in c99 gnu17; do $compiler -std=$standard "${warnings[@]}" "$work/header.c" || fail "$compiler -std=$standard"; done
done
for compiler in g++ clang++; do
  for standard in c++11 c++20; do $compiler -std=$standard "${warnings[@]}" "$work/header.cc" || fail "$compiler -std=$standard"; done
done
gcc -O2 -Wall -Wextra -Werror -fsanitize=undefined,address -Iclients/c -o "$work/driver" "$drivers/driver.c" || fail "the driver in C"
# The module as pip installs it, with Debian's own tools and without the network.
cp -R clients/python "$work/source"
PIP_ROOT_USER_ACTION=ignore /usr/bin/python3 -m pip --quiet install --no-build-isolation --no-index --target "$work/python" "$work/source" || fail "pip"
export PYTHONPATH=$work/python PYTHONDONTWRITEBYTECODE=1

euros=$(printf '€%.0s' {1..1361})
for client in python C dash busybox bash; do
  feed=$work/$client-feed
  # `fbprogress send` cuts a record within a character.
  cut=$'\ufffd\ufffd'
  case $client in
    python | C) cut= ;;
  esac
  case $client in
    python) command=(/usr/bin/python3 "$drivers/driver.py" "$feed") ;;
    C) command=("$work/driver" "$feed") ;;
    busybox) command=(busybox sh "$drivers/driver.sh" "$feed") ;;
    *) command=("$client" "$drivers/driver.sh" "$feed") ;;
  esac
  coproc driver { exec "${command[@]}"; }

  # Without a FIFO.
  begun=$(milliseconds)
  call begin 'update 1 4' 'message Unread' 'fail x'
  [[ $answers == "dropped dropped dropped dropped" ]] || fail "$client: without a FIFO: $answers"
  # With a FIFO that no process reads, or whose reader closes it before the write, which raises SIGPIPE;
  # and with a file in its place.
  mkfifo "$feed"
  call begin 'message Unread' broken 'fail x'
  [[ $answers == "dropped dropped dropped dropped" ]] || fail "$client: without a reader: $answers"
  rm "$feed"
  echo kept >"$feed"
  call 'message Unread' 'done'
  [[ $answers == "dropped dropped" && $(<"$feed") == kept ]] || fail "$client: into a file: $answers"
  rm "$feed"
  took=$(($(milliseconds) - begun))
  ((took < 3000)) || fail "$client: took $took ms without a screen"

  # Each record. Of amounts at once, the second one may be held back until it is replaced.
  start
  call begin 'step 1 2 Grüße 100 %' 'update 1 8' 'update 1 8' 'update 3 8' 'message a' controls 'bytes 008 0' long 'update 7 0' \
    'step 2 2 Zwei' 'bytes 30 20' 'update 18446744073709551 18446744073709552' 'done'
  [[ $answers != *dropped* && $answers != *errno* ]] || fail "$client: $answers"
  expect 'reset' 'title Installing' 'step 1/2 Grüße 100 %' 'progress 0.125' 'progress 0.375' 'message a' \
    'message one two three done 8four five' 'bytes 8' "message a$euros$cut" 'bytes 0' 'step 2/2 Zwei' 'bytes 20 20' 'progress 1' 'done'

  # Of a flood, an amount in each tenth of a second, and the last one with the message.
  begun=$(milliseconds)
  call begin 'flood 200000' 'message after'
  took=$(($(milliseconds) - begun))
  until_true 5 ends_with 'message after' || fail "$client: after the flood: $(records | tail -n 3)"
  amounts=$(records | grep -c '^progress')
  ((amounts <= took / 100 + 3)) || fail "$client: $amounts amounts in $took ms"
  [[ $(records | tail -n 2 | head -n 1) == "progress 0.999"* ]] || fail "$client: the flood ends with $(records | tail -n 2)"

  # A screen that has stopped, with a full FIFO: nothing waits and nothing grows.
  kill -STOP "$screen"
  dd if=/dev/zero "of=$feed" bs=4096 oflag=nonblock 2>/dev/null || true
  call 'storm 10' # memory that the driver needs once
  before=$(peak_memory)
  begun=$(milliseconds)
  call 'storm 10000' 'flood 200000' 'fail x'
  took=$(($(milliseconds) - begun)) grown=$(($(peak_memory) - before))
  # A flood that ends within a tenth of a second is held back as a whole.
  [[ $answers == "dropped dropped dropped" || $answers == "dropped written dropped" ]] || fail "$client: with a screen that has stopped: $answers"
  ((grown < 1024)) || fail "$client: a stopped screen costs $grown kB"
  floods+=" $client $took ms,"
  # It reads on, and so does the run.
  kill -CONT "$screen"
  call begin 'update 1 2' 'message back' cancel
  expect 'reset' 'title Installing' 'progress 0.5' 'message back' 'cancel'
  ! grep -q storm "$work/record" || fail "$client: a record of the storm"

  # A screen that is gone. Its FIFO is there for a second.
  call begin end
  expect 'reset' 'title Installing' 'end'
  stop_screen
  call 'message gone'
  [[ $answers == dropped ]] || fail "$client: a screen that is gone: $answers"
  eval "exec ${driver[1]}>&-"
  wait "$driver_PID" || fail "$client: the driver ends with status $?"
done

# Python's own functions.
client=python feed=$work/functions-feed
start
python3 "$drivers/functions.py" "$feed" "$work/record" || fail "Python's functions: $(tail -n 3 "$work/log")"
stop_screen

# The programs of the page, with the usual feed in a /run of their own.
program_of() { awk -v name="$1" '/^```/ { inside = 0 } inside; $2 == name { inside = 1 }' docs/integrate/clients.md; }
if ((EUID == 0)); then
  program_of install.py >"$work/install.py"
  program_of install.c >"$work/install.c"
  program_of install.sh | sed "s|/usr/share/fbprogress|$PWD/clients/shell|" >"$work/install.sh"
  gcc -Wall -Wextra -Werror -Iclients/c -o "$work/install" "$work/install.c" || fail "install.c"
  mkdir "$work/target"
  seq 100000 >"$work/one"
  cp "$work/one" "$work/two"
  # shellcheck disable=SC2016  # the inner shell expands these
  unshare --mount sh -euc '
    mount -t tmpfs run /run
    cd "$0"
    fbprogress --presenter null --after-outcome stay --reveal.time 0 --record page >log 2>&1 & screen=$!
    for try in $(seq 200); do [ -p /run/fbprogress/feed ] && break; sleep 0.05; done
    python3 install.py one two
    ! python3 install.py one three 2>/dev/null
    ./install one target/three
    ! ./install none target/three
    sh install.sh one two
    ! sh install.sh one none 2>/dev/null
    for try in $(seq 200); do [ "$(grep -c " fail " page)" = 3 ] && break; sleep 0.05; done
    kill $screen' "$work" || fail "the programs of the page"
  run='title System update;'
  expected="reset;$run"'message Copying one;message Copying two;done;'
  expected+="reset;$run"'message Copying one;message Copying three;'"fail [Errno 2] No such file or directory: 'three';"
  expected+="reset;$run"'done;'"reset;$run"'fail No such file or directory;'
  expected+="reset;$run"'message Copying one;message Copying two;done;'
  expected+="reset;$run"'message Copying one;message Copying none;fail Cannot copy none;'
  recorded=$(sed 's/^@[^ ]* //' "$work/page" | grep -v '^progress\|^bytes' | tr '\n' ';')
  [[ $recorded == "$expected" ]] || fail "the programs of the page: $recorded"
  [[ $(grep -c ' progress 1$' "$work/page") == 2 && $(grep -c ' bytes 588895 588895$' "$work/page") == 1 ]] ||
    fail "the amounts of the page: $(grep 'progress\|bytes' "$work/page")"
  cmp "$work/one" "$work/target/three" || fail "the program of the page in C"
fi
echo "$name: the same records of Python, C and three shells; a flood into a stopped screen:${floods%,}"
