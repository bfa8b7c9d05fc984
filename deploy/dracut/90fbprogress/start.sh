#!/bin/sh
# Starts the progress screen, before udev has looked for devices. With fbprogress=off it shows nothing, and reads what it is told.
mkdir -p /run/fbprogress
[ -p /run/fbprogress/feed ] || mkfifo -m 620 /run/fbprogress/feed
fbprogress --feed /run/fbprogress/feed --resume /run/fbprogress/initramfs.session --on-exit keep \
  --new-root "${NEWROOT:-/sysroot}" --log kmsg </dev/null >/dev/null 2>&1 &
echo $! >/run/fbprogress/initramfs.pid
