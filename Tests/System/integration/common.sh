# shellcheck shell=bash
# What every case of test-integration starts with. To be sourced: `. "${0%/*}/common.sh"`.
#
# Arguments of a case: PROGRAM, a static fbprogress. A case runs in the project's top folder.
# $program  the absolute path of PROGRAM
# $work     a folder of the case; removed at its end. $work/bin is first in PATH and has fbprogress
# $name     the case's name, for messages
set -euo pipefail
program=$(realpath "$1")
name=$(basename "$0" .sh)
work=$(mktemp -d)
mkdir "$work/bin"
cp "$program" "$work/bin/fbprogress"
cp "$program-desk" "$work/bin/fbprogress-desk"
export PATH=$work/bin:$PATH
# A case that leaves a service behind overrides this.
stop_services() { :; }
cleanup() {
  stop_services
  rm -rf "$work"
}
trap cleanup EXIT

# fail MESSAGE: ends the case.
fail() {
  echo "test-integration: $name: $1" >&2
  exit 1
}

# need_root: skips the case unless it runs as root, which mount namespaces need.
need_root() {
  ((EUID == 0)) && return
  echo "$name: skipped: needs root"
  exit 0
}

# until_true SECONDS COMMAND...: waits until the command succeeds; fails after SECONDS.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.05
  done
}

# gone PID: whether the process has ended.
gone() { ! kill -0 "$1" 2>/dev/null; }
