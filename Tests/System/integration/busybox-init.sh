#!/bin/bash
# The init script for BusyBox's init, run by BusyBox's shell, with a test folder in place of /run.
. "${0%/*}/common.sh"
mkdir "$work/run"
stop_services() {
  [[ ! -r $work/run/busybox/pid ]] || kill -KILL "$(<"$work/run/busybox/pid")" 2>/dev/null || true
}
sed "s|^run=.*|run=$work/run/busybox|" deploy/busybox/S01fbprogress >"$work/init"
export FBPROGRESS_OPTIONS="--presenter null --record $work/record"
init() { busybox sh "$work/init" "$@"; }

! init status || fail "status succeeds before the start"
# A writer came before the FIFO existed, so a regular file is in its place.
mkdir -p "$work/run/busybox"
echo 5 >"$work/run/busybox/feed"
init start && init start
init status || fail "status fails after the start"
first=$(<"$work/run/busybox/pid")
echo 'message one' >"$work/run/busybox/feed"
until_true 20 grep -q 'message one' "$work/record" || fail "the feed is not read"

init restart
second=$(<"$work/run/busybox/pid")
if [[ $first == "$second" ]] || ! gone "$first"; then fail "restart keeps the old process"; fi
echo 'message two' >"$work/run/busybox/feed"
until_true 20 grep -q 'message two' "$work/record" || fail "the feed is not read after a restart"

init stop
until_true 5 gone "$second" || fail "stop does not end the process"
[[ -p $work/run/busybox/feed ]] || fail "stop removes the FIFO"
! init nonsense 2>/dev/null || fail "an unknown action succeeds"
echo "$name: start, feed, restart, stop"
