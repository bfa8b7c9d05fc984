#!/bin/bash
# Real sessions make no system call that is not in the list of their process: strace sees none that
# is refused, and sandbox=kill kills none. Each process has given up its rights; the wrapped command
# has those of its caller.
. "${0%/*}/common.sh"
fifo=$work/feed
folder=$work/dump
picture=$work/pictures/a.png
quick=(--outcome-time 0 --reveal.time 0 --dump-folder "$folder")
mkdir "$work/pictures"
printf '@0 progress 0.3\n' >"$work/script"
fbprogress render --script "$work/script" --at 0 --size 64x48 --output "$picture"
assets=(--fonts share/fonts/default.fbfont --locale-folder share/locale --locale de)

feed_file() { printf '10\nmessage x\n50\ndone\n' >"$work/file" && fbprogress "$@" --feed "$work/file"; }
feed_input() { printf '10\ndone\n' | fbprogress "$@" --feed -; }
feed_fifo() { # also a dump, a picture, a presenter that dies, and a FIFO that is removed
  fbprogress "$@" --feed "fifo:$fifo" --image-folders "$work/pictures" --resume /dev/shm/sandbox-session &
  local main=$! fd
  until_true 20 test -p "$fifo"
  exec {fd}>"$fifo"
  printf 'title T\n20\nimage %s\nstyle wave\n' "$picture" >&"$fd"
  until_true 20 test -e "/proc/$main"
  until_true 20 family "$main" fbprogress-show >/dev/null
  kill -USR1 "$main"
  until_true 20 test -s "$folder/frame.png"
  until_true 20 test -s "$folder/state.txt"
  kill -KILL "$(family "$main" fbprogress-show)"
  until_true 20 family "$main" fbprogress-show >/dev/null
  rm "$fifo" && until_true 20 test -p "$fifo"
  printf 'done\n' >&"$fd"
  wait "$main"
}
feed_socket() {
  fbprogress "$@" --feed "json:$work/socket" &
  local main=$!
  sleep 0.5
  kill "$main"
  wait "$main" || (($? == 143))
}
wrapped() { fbprogress "$@" --record "$work/record" wrap sh -c 'echo 10%; echo 50% >&2; id -u; exit 3' >/dev/null || (($? == 3)); }
wrapped_on_terminal() { script -qec "$(printf '%q ' fbprogress "$@" wrap sh -c 'echo 10%')" /dev/null >/dev/null; }
terminal() { printf '10\ndone\n' | fbprogress "$@" --feed - --presenter terminal --output "$work/text"; }
png() { printf '10\ndone\n' | fbprogress "$@" --feed - --presenter png --size 64x48 --output "$work/%d.png" --image "$picture"; }
raw() { printf '10\ndone\n' | fbprogress "$@" --feed - --presenter png --size 64x48 --output "$work/frames.raw"; }
theme() { printf '10\ndone\n' | fbprogress "$@" --feed - --theme-folders share/themes --theme night; }
history() { # its folder does not exist yet
  rm -rf "$work/history"
  { printf 'title T\n10\n' && sleep 1.2 && echo "done"; } | fbprogress "$@" --feed - --history "$work/history/h"
  test -s "$work/history/h"
}
has_ended() { ! pgrep -f -- "--background --feed fifo:$fifo" >/dev/null; }
background() { # its end, too: another one would share the FIFO with it
  fbprogress "$@" --background --feed "fifo:$fifo" && fbprogress --feed "fifo:$fifo" send "done" && until_true 20 has_ended
}
display() { printf '10\ndone\n' | fbprogress "$@" --presenter auto --wait 0 --feed - || (($? == 3)); }

# The processes of a session but the keeper, or that of a name.
family() { pgrep -P "$1,$(pgrep -d, -P "$1")" "${2:-fbprogress}"; }

sessions=(feed_file feed_input feed_fifo feed_socket wrapped wrapped_on_terminal terminal png raw theme history background display)
run() { # SESSION OPTION...
  rm -rf "$folder" "$fifo"
  "$1" "${quick[@]}" "${assets[@]}" "${options[@]}" "${@:2}" 2>>"$work/errors" || fail "$1 with ${*:2} fails: $(<"$work/errors")"
}
for session in "${sessions[@]}"; do
  options=(--presenter null)
  case $session in terminal | png | raw | display) options=() ;; esac
  : >"$work/errors"
  run "$session" --sandbox kill
  run "$session" --sandbox yes --verbose
  ! grep 'is not in its list' "$work/errors" || fail "$session: a process asks for a call that is not in its list"
done
echo "$name: ${#sessions[@]} sessions use no system call but those of the lists"

# By strace: what fails with ENOSYS was refused. The kernel here has all calls that are asked for.
mkdir "$work/traced"
printf '#!/bin/sh\nexec strace -f -qq -o %q %q "$@"\n' "$work/calls" "$work/bin/fbprogress" >"$work/traced/fbprogress"
chmod +x "$work/traced/fbprogress"
for session in feed_file wrapped png; do
  options=(--presenter null)
  case $session in png) options=() ;; esac
  rm -rf "$folder" "$fifo"
  PATH=$work/traced:$PATH run "$session" --sandbox yes
  grep -q 'prctl(PR_SET_SECCOMP' "$work/calls" || fail "$session: nothing is given up"
  ! grep -E 'ENOSYS|SIGSYS' "$work/calls" || fail "$session: a call is refused"
done

# What each process has given up. The command has what its caller has.
facts() { sed -nE 's/^(NoNewPrivs|Seccomp|CapEff):\s*//p' "/proc/$1/status" | tr '\n' ' '; }
own=$(facts $$)
fbprogress --presenter null --feed - wrap sh -c "cat /proc/self/status >$work/status; sleep 60" >/dev/null &
main=$!
until_true 20 test -s "$work/status"
[[ $(sed -nE 's/^(NoNewPrivs|Seccomp|CapEff):\s*//p' "$work/status" | tr '\n' ' ') == "$own" ]] ||
  fail "the command has other rights than its caller: $(<"$work/status")"
until_true 20 family "$main" fbprogress-show >/dev/null
for process in "$main" $(family "$main"); do
  until_true 5 grep -qE '^Seccomp:.*2' "/proc/$process/status" || fail "$(<"/proc/$process/comm") has no filter"
  grep -qE '^NoNewPrivs:.*1' "/proc/$process/status" || fail "$(<"/proc/$process/comm") may get privileges"
  [[ $(facts "$process") != *000001ffffffffff* ]] || fail "$(<"/proc/$process/comm") has all capabilities"
done
kill "$main"
status=0
wait "$main" || status=$?
[[ $status == 143 ]] || fail "a wrapped run that is ended has the status $status"
echo "$name: each process has given up its rights, and the command has those of its caller"

# By ptrace, each process makes the calls of an attacker.
[[ $(uname -m) == x86_64 ]] && ((EUID == 0)) || exit 0
cc -O1 -o "$work/foothold" Tests/System/integration/foothold.c
victim=/etc/fbprogress-victim
touch "$victim"
mkdir "$work/feeds"
fbprogress --presenter null --feed "fifo:$work/feeds/feed" --record "$work/record" --history "$work/feeds/history" &
main=$!
until_true 20 family "$main" fbprogress-show >/dev/null
rights=$(for process in "$main" $(family "$main"); do
  until_true 5 grep -qE '^Seccomp:.*2' "/proc/$process/status"
  calls=$("$work/foothold" "$process") || calls="$process is not traced"
  calls=${calls#"$process"}
  echo "$(<"/proc/$process/comm")${calls:- nothing}"
done | sort)
rm -f "$victim"
kill "$main"
status=0
wait "$main" || status=$?
[[ $status == 143 ]] || fail "after the calls, a run that is ended has the status $status"
expected="fbprogress nothing
fbprogress-fork nothing
fbprogress-hist nothing
fbprogress-hold nothing
fbprogress-rec nothing
fbprogress-show nothing"
[[ $rights == "$expected" ]] || fail "a process that is taken over holds more: $(diff <(echo "$expected") <(echo "$rights"))"
echo "$name: by ptrace, no process reads, writes or runs what is not its own"
