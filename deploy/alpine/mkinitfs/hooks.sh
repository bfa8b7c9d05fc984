#!/bin/sh
# Starts the progress screen in postmarketOS's initramfs. The kernel parameter pmos.nosplash keeps its own splash away.
mkdir -p /run/fbprogress
[ -p /run/fbprogress/feed ] || mkfifo -m 620 /run/fbprogress/feed
fbprogress --feed /run/fbprogress/feed --resume /run/fbprogress/initramfs.session --on-exit keep \
  --new-root /sysroot --log kmsg </dev/null >/dev/null 2>&1 &
echo $! >/run/fbprogress/initramfs.pid
