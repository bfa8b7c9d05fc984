#!/bin/bash
# The hooks of initramfs-tools and dracut: the files that the hook copies, on a machine without a
# card too; and the start in an initramfs under BusyBox's shell, with the screen off and with an
# encrypted root, where the user may have to type a passphrase.
. "${0%/*}/common.sh"
need_root
here=$PWD
cat >"$work/hook-functions" <<'EOF'
copy_exec() { :; }
copy_file() { if grep -qxF "$2" "$COPIED"; then return 1; fi; echo "$2" >>"$COPIED"; }
manual_add_modules() { :; }
copy_modules_dir() { :; }
EOF
mkdir "$work/share"
moved() { # FILE: with its paths below $work
  sed "s|/usr/share/initramfs-tools/hook-functions|$work/hook-functions|; s|/usr/share/fbprogress|$work/share|g; s|/etc/fbprogress|$work/etc/fbprogress|g; s|/sys/class/drm|$work/drm|" "$1"
}
moved deploy/initramfs-tools/hook >"$work/hook"
moved deploy/initramfs/files >"$work/share/initramfs-files"
mkdir -p "$work/share/fonts" "$work/share/locale" "$work/share/themes/night" "$work/my theme" "$work/etc" "$work/drm/card0"
touch "$work/share/fonts/default.fbfont" "$work/share/fonts/world.fbfont" "$work/share/locale/ja.conf" "$work/share/themes/night/theme.conf" \
  "$work/my theme/theme.conf" "$work/own.fbfont"
took() { # SETTINGS [FILES]: expects the hook to copy FILES, relative to $work, with SETTINGS
  printf '%b\n' "$1" >"$work/etc/fbprogress.conf"
  : >"$work/copied"
  # Another hook copied this file before.
  echo "$work/share/fonts/default.fbfont" >>"$work/copied"
  COPIED=$work/copied MODULES=dep version=none sh "$work/hook" || fail "the hook: status $? with $1"
  [[ $(sed "1d; s|^$work/||" "$work/copied" | paste -sd,) == "etc/fbprogress.conf${2:+,$2}" ]] || fail "the hook: with $1 it copied: $(<"$work/copied")"
}
took '' ''
took 'theme = night' share/themes/night/theme.conf
took '  theme=night  ' share/themes/night/theme.conf
took "theme = $work/my theme" 'my theme/theme.conf'
took 'locale = ja' share/locale/ja.conf,share/fonts/world.fbfont
touch "$work/share/fonts/ja.fbfont"
took 'locale = ja' share/locale/ja.conf,share/fonts/ja.fbfont,share/fonts/world.fbfont
took 'locale = ja_JP.UTF-8' share/locale/ja.conf,share/fonts/ja.fbfont,share/fonts/world.fbfont
took "fonts = $work/own.fbfont:/nowhere" own.fbfont
took "bold-fonts = $work/own.fbfont" own.fbfont
touch "$work/share/fonts/bold.fbfont" "$work/share/fonts/numeral.fbfont"
took '' share/fonts/bold.fbfont,share/fonts/numeral.fbfont
mkdir "$work/wrapper"
# shellcheck disable=SC2016
printf '#!/bin/sh\necho "$*" >"%s/started"\nexec "%s/bin/fbprogress" "$@"\n' "$work" "$work" >"$work/wrapper/fbprogress"
chmod 755 "$work/wrapper/fbprogress"
in_initramfs() { # SCRIPT COMMANDS: runs SCRIPT, then COMMANDS, with a /run of its own
  # shellcheck disable=SC2016  # the inner shell expands these
  timeout 60 unshare --mount --pid --fork --mount-proc --kill-child busybox sh -euc '
    PATH=$0/wrapper:$PATH
    mount -t tmpfs run /run
    mount --bind "$0/cmdline" /proc/cmdline
    busybox sh "$1"
    sleep 0.5
    eval "$2"' "$work" "$@" >/dev/null 2>&1
}
echo 'quiet fbprogress=off' >"$work/cmdline"
for start in deploy/initramfs-tools/init-top deploy/dracut/90fbprogress/start.sh; do
  sed "s|modprobe .*||" "$start" >"$work/start"
  # shellcheck disable=SC2016  # the inner shell expands these
  in_initramfs "$work/start" 'timeout 5 sh -c "echo 40 >/run/fbprogress/feed"; kill -0 "$(cat /run/fbprogress/initramfs.pid)"' ||
    fail "$start: with fbprogress=off a writer blocks"
done
echo quiet >"$work/cmdline"
sed "s|modprobe .*||; s|/cryptroot/|$work/cryptroot/|" deploy/initramfs-tools/init-top >"$work/start"
in_initramfs "$work/start" true
! grep -q null "$work/started" || fail "init-top: the presenter is null without a reason"
mkdir "$work/cryptroot"
echo root >"$work/cryptroot/crypttab"
in_initramfs "$work/start" true
grep -q -e '--presenter null' "$work/started" || fail "init-top: the screen would cover the question for a passphrase"
# shellcheck disable=SC2016
in_initramfs "$work/start" "process=\$(cat /run/fbprogress/initramfs.pid); kill -0 \$process; sh $here/deploy/initramfs-tools/panic; sleep 0.5; ! kill -0 \$process" ||
  fail "panic: the program still runs"
# shellcheck disable=SC2016
in_initramfs "$work/start" "kill -KILL \$(cat /run/fbprogress/initramfs.pid); sleep 60 & other=\$!; echo \$other >/run/fbprogress/initramfs.pid; sh $here/deploy/initramfs-tools/panic; sleep 0.5; kill -0 \$other" ||
  fail "panic: it kills another process with the number of the program"
echo "$name: the hook, the start, a shell"
