#!/bin/bash
# The OpenRC script, run by Debian's OpenRC and BusyBox's shell in a root folder of their own.
. "${0%/*}/common.sh"
need_root
rc=$work/openrc
mkdir -p "$rc"/{bin,etc/conf.d,proc,dev,run/openrc,usr/bin,var} "$work/openrc-packages"
ln -s ../run "$rc/var/run"
get() { (cd "$work/openrc-packages" && apt-get -q download openrc librc1 libeinfo1 >/dev/null 2>&1); }
# apt's lists may be missing or old.
get || { apt-get -qq update && get; } || fail "apt cannot download the packages"
for package in "$work/openrc-packages"/*.deb; do dpkg -x "$package" "$rc"; done
cp "$(command -v busybox)" "$rc/bin/"
for applet in $(busybox --list); do [[ $applet == busybox ]] || ln -s busybox "$rc/bin/$applet"; done
cp "$program" "$rc/usr/bin/fbprogress"
for file in "$rc"/sbin/* "$rc"/bin/* "$rc"/lib/rc/*bin/* "$rc/usr/bin/fbprogress"; do ldd "$file" 2>/dev/null || true; done |
  sed -nE 's/^[[:space:]]*([^ ]+ => )?(\/[^ ]+) .*/\2/p' | sort -u | while read -r library; do
  [[ -e $rc$library ]] || install -D "$library" "$rc$library"
done
install -m 755 deploy/openrc/fbprogress "$rc/etc/init.d/fbprogress"
echo 'FBPROGRESS_OPTIONS="--presenter null --record /run/record"' >"$rc/etc/conf.d/fbprogress"
for state in starting started stopping inactive wasinactive failed hotplugged daemons options exclusive scheduled init.d tmp; do
  mkdir "$rc/run/openrc/$state"
done
echo sysinit >"$rc/run/openrc/softlevel"
# shellcheck disable=SC2016  # the inner shell expands these
timeout 120 unshare --mount --pid --fork --mount-proc --kill-child busybox sh -euc '
  mount -t proc proc "$0/proc"
  mount --bind /dev "$0/dev"
  read_by() { # TEXT ROOT: whether the program records TEXT within 20 s
    # This shell is process 1 and gets SIGCHLD of orphans, which would interrupt its open of the FIFO: tee opens it.
    echo "message $1" | busybox tee "$2/run/fbprogress/feed" >/dev/null
    n=0
    until grep -q "message $1" "$2/run/record" || [ $n = 100 ]; do sleep 0.2; n=$((n + 1)); done
    grep -q "message $1" "$2/run/record"
  }
  chroot "$0" /sbin/rc-service fbprogress start
  chroot "$0" /sbin/rc-service fbprogress status
  test -p "$0/run/fbprogress/feed"
  read_by one "$0"
  # supervise-daemon starts it again.
  before=$(pgrep -o -f "^/usr/bin/fbprogress --feed")
  kill -KILL "$before"
  n=0
  until after=$(pgrep -o -f "^/usr/bin/fbprogress --feed") && [ "$after" != "$before" ] || [ $n = 100 ]; do sleep 0.2; n=$((n + 1)); done
  [ "$after" != "$before" ]
  read_by two "$0"
  chroot "$0" /sbin/rc-service fbprogress stop
  ! pgrep -f "^/usr/bin/fbprogress --feed"
' "$rc" >"$work/openrc.log" 2>&1 || fail "$(tail -n 5 "$work/openrc.log")"
[[ -p $rc/run/fbprogress/feed ]] || fail "stop removes the FIFO"
echo "$name: start, feed, kill and restart by supervise-daemon, stop"
