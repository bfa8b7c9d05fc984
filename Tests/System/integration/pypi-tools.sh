#!/bin/bash
# esptool, and pip with the option that Debian's lacks, both from PyPI. A small program behind a TCP port stands for the chip.
. "${0%/*}/common.sh"
tools=$PWD/Tests/ToolTests/Tools
python=$PWD/.build/pypi-tools/bin/python
if [[ ! -e .build/pypi-tools/complete ]]; then
  python3 -m venv .build/pypi-tools
  "$python" -m pip --quiet --disable-pip-version-check install 'esptool==5.1.0' 'pip==25.3'
  touch .build/pypi-tools/complete
fi
cd "$work"

# Runs a command under wrap. What the screen hears goes to the file heard, the output to the file said.
shown() { # STATUS COMMAND...
  local expected=$1 status=0
  shift
  fbprogress --presenter null --outcome-time 0 --reveal.time 0 --log stderr --record record wrap "$@" >said 2>&1 || status=$?
  sed 's/^@[^ ]* //' record >heard
  [[ $status == "$expected" ]] || fail "$*: status $status: $(tail -n 20 said heard)"
}
# Starts a program that prints its port, and waits for that.
background=
start() { # PROGRAM [ARGUMENT...]
  rm -f port
  "$@" >port &
  background+=" $!"
  for _ in $(seq 400); do
    [[ ! -s port ]] || return 0
    sleep 0.05
  done
  fail "$1 does not start"
}
# shellcheck disable=SC2086  # numbers of processes
stop_services() { [[ -z $background ]] || kill $background 2>/dev/null || true; }
fractions() { grep '^progress ' heard | sort -u | wc -l; }

head -c 20000 /dev/urandom >image
write() { # STATUS
  shown "$1" "$python" -m esptool --chip esp8266 --port "socket://127.0.0.1:$(<port)" --no-stub --before no-reset \
    --after no-reset write-flash 0 image
}
start "$tools/esp-loader"
write 0
written=$(fractions)
[[ $(tail -n 1 heard) == "done" && $written -gt 15 ]] || fail "esptool: $(<heard)"
grep -qx 'message Writing at 0x00001000' heard || fail "esptool: no message: $(<heard)"
start "$tools/esp-loader" 5
write 2
[[ $(tail -n 1 heard) == "fail A fatal error occurred: Failed to write to target flash after seq 5"* ]] || fail "esptool, a failure: $(<heard)"
grep -q '^progress 0.2' heard || fail "esptool, a failure: $(<heard)"
! grep -q '^progress 0.[3-9]' heard || fail "esptool, a failure: $(<heard)"

mkdir -p files
head -c 4000000 /dev/urandom >files/probe-1.tar.gz
start "$tools/slow-server" files 4000000
download() { # STATUS HASH
  shown "$1" "$python" -m pip download --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation --progress-bar raw \
    -d copy "http://127.0.0.1:$(<port)/probe-1.tar.gz#sha256=$2"
}
download 1 "$(printf '%064d' 0)"
[[ $(grep -c '^bytes [0-9]* 4000000$' heard) -ge 3 ]] || fail "pip, a wrong checksum: $(<heard)"
grep -q '^fail ' heard || fail "pip, a wrong checksum: $(<heard)"
echo "$name: esptool wrote with $written fractions, and failed; pip's raw meter, and a wrong checksum"
