#!/bin/bash
# fbprogress=off on the kernel's command line: feeds are read to their ends, statuses stay the same,
# and the program opens no display. strace lists what it opens.
. "${0%/*}/common.sh"
need_root
started_with() { # WORDS COMMAND...: runs a command with WORDS on the command line of the kernel
  printf 'root=/dev/vda2 quiet %s\n' "$1" >"$work/cmdline"
  rm -f "$work/record" "$work/opened"
  # shellcheck disable=SC2016  # the inner shell expands these
  timeout 120 unshare --mount sh -euc 'mount --bind "$0/cmdline" /proc/cmdline; exec "$@"' "$work" \
    strace -f -qq -e trace=open,openat -e signal=none -o "$work/opened" "${@:2}" 2>"$work/errors"
}
opened_display() { grep -qE '"/(dev/(dri|fb|tty)|sys/class/(drm|graphics))' "$work/opened"; }
recorded() { sed 's/^@[^ ]* //' "$work/record" | tr '\n' ';'; }
options=(--outcome-time 0 --wait 0 --record "$work/record")
while IFS=: read -r last expected; do
  status=0
  printf '40\nmessage half\n%s\n' "$last" | started_with fbprogress=off fbprogress --feed - "${options[@]}" || status=$?
  ((status == expected)) || fail "after $last the status is $status: $(<"$work/errors")"
  [[ $(recorded) == "progress 0.4;message half;$last;" ]] || fail "the record is $(recorded)"
  ! opened_display || fail "it opens a display: $(<"$work/opened")"
  grep -q 'nothing is shown' "$work/errors" || fail "it does not report that: $(<"$work/errors")"
done <<<$'done:0\nfail no space:1\ncancel:4'
status=0
started_with fbprogress=off fbprogress "${options[@]}" wrap sh -c 'echo 40%; exit 7' >/dev/null || status=$?
((status == 7)) || fail "the status 7 of a command came as $status"
# Proof that the test can fail: with another word on the command line the program opens a display.
printf 'done\n' | started_with fbprogress.off=off fbprogress --feed - "${options[@]}" || true
opened_display || fail "the program opens no display without the word either"
echo "$name: feeds are read, no display is opened, statuses pass through"
