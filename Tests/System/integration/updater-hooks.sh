#!/bin/bash
# Handlers that an updater calls never end its run: without a feed, and with a read-only disk.
. "${0%/*}/common.sh"
need_root
# shellcheck disable=SC2016  # the inner shell expands these
unshare --mount sh -euc '
  mount -t tmpfs run /run; mount -t tmpfs -o ro lib /var/lib
  RAUC_BUNDLE_MOUNT_POINT=/x sh deploy/integration/rauc/pre-install
  sh deploy/integration/rauc/post-install
  mkfifo /run/terminal
  timeout 5 sh deploy/integration/apt/apt-progress begin <>/run/terminal
  timeout 5 sh deploy/integration/apt/apt-progress end <>/run/terminal
  echo x | timeout 5 sh deploy/integration/apt/apt-progress status' || fail "RAUC's handlers or apt-progress fail or wait"
echo "$name: RAUC handlers, apt-progress: succeed without feed and disk"
