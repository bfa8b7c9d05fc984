# shellcheck shell=sh
# fbprogress.sh: shows a script's progress on the screen of fbprogress. For POSIX shells: dash,
# BusyBox's ash, bash; also in an initramfs. It is to be sourced:
#
#   . /usr/share/fbprogress/fbprogress.sh
#   fbprogress_begin Installing
#   fbprogress_update 3 10
#   fbprogress_done
#
# The screen never delays or ends the script. Each function returns 0, since another status would
# end a script with `set -e`. fbprogress_status has the status of the last record: 0 if it was
# written or held back; otherwise that of `fbprogress send`, or 127 without that program.
#
# A shell cannot write to a FIFO without waiting: `>` waits for a reader, and `<>` for room if the
# reader has stopped. `fbprogress send` does not wait. It also cuts texts and replaces their control
# characters. A process for each record costs 1 ms; amounts start ten in a second at most.

# The path of the screen's FIFO; empty for that of the settings, usually /run/fbprogress/feed.
: "${fbprogress_feed:=}"
fbprogress_status=0 fbprogress_is_over=yes fbprogress_held='' fbprogress_tenth=''

# fbprogress_begin [TITLE]: begins a run.
fbprogress_begin() {
  fbprogress_send reset
  [ -z "${1:-}" ] || fbprogress_send "title $1"
}

# fbprogress_update COMPLETED [TOTAL]: reports how many things are completed, of how many. Without a
# total, or with 0, the screen shows motion without an amount.
fbprogress_update() { fbprogress_report progress "${1:-0}" "${2:-0}"; }

# fbprogress_update_bytes COMPLETED [TOTAL]: reports how many bytes are completed, of how many; the
# screen adds speed and time left. Without a total, or with 0, it shows the bytes alone.
fbprogress_update_bytes() { fbprogress_report bytes "${1:-0}" "${2:-0}"; }

# fbprogress_step STEP STEPS [NAME]: begins a step of several, counted from 1. Later amounts belong
# to it.
fbprogress_step() { fbprogress_send "step $1/$2 ${3:-}"; }

# fbprogress_message TEXT: shows the current activity.
fbprogress_message() { fbprogress_send "message ${1:-}"; }

# The outcome of the run: success, failure with a reason, cancelled.
fbprogress_done() { fbprogress_send "done ${1:-}"; }
fbprogress_fail() { fbprogress_send "fail ${1:-}"; }
fbprogress_cancel() { fbprogress_send cancel; }

# fbprogress_end: the run ends without an outcome, interrupted. After an outcome it does nothing, so
# it can be a trap: `trap fbprogress_end EXIT`.
fbprogress_end() { [ "$fbprogress_is_over" = yes ] || fbprogress_send end; }

# fbprogress_send RECORD: writes any native record; docs/feeds/native.md lists them. One that begins
# or ends a run is tried again for 0.2 s.
fbprogress_send() {
  [ -z "$fbprogress_held" ] || fbprogress_flush
  fbprogress_held=
  case ${1%% *} in
    reset) fbprogress_is_over=no ;;
    done | fail | cancel | end) fbprogress_is_over=yes ;;
    *)
      fbprogress_write "$1" 0
      return 0
      ;;
  esac
  fbprogress_write "$1" 0.2
}

# Private.

fbprogress_write() { # RECORD SECONDS
  set -- --timeout "$2" -- "$1"
  [ -z "$fbprogress_feed" ] || set -- --feed "fifo:$fbprogress_feed" "$@"
  fbprogress_status=0
  command fbprogress send "$@" </dev/null >/dev/null 2>&1 || fbprogress_status=$?
}

fbprogress_report() { # KIND COMPLETED TOTAL
  fbprogress_held=$1 fbprogress_completed=$2 fbprogress_total=$3
  # The kernel's clock: reading it starts no process.
  { IFS=' ' read -r fbprogress_now fbprogress_rest; } 2>/dev/null </proc/uptime || fbprogress_now=
  fbprogress_now=${fbprogress_now%?}
  if [ "$fbprogress_now" = "${fbprogress_tenth:-none}" ] &&
    ! { [ "$2" -ge "$3" ] && [ "$3" -gt 0 ]; } 2>/dev/null; then
    fbprogress_status=0
    return 0
  fi
  fbprogress_tenth=$fbprogress_now
  fbprogress_flush
  [ "$fbprogress_status" != 0 ] || fbprogress_held=
}

fbprogress_flush() { # writes the amount that is held back
  fbprogress_number "$fbprogress_total"
  fbprogress_total=$fbprogress_value
  fbprogress_number "$fbprogress_completed"
  if [ "$fbprogress_total" = 0 ]; then
    [ "$fbprogress_held" = bytes ] || fbprogress_value=0
    fbprogress_write "bytes $fbprogress_value" 0
    return 0
  fi
  [ "$fbprogress_value" -le "$fbprogress_total" ] || fbprogress_value=$fbprogress_total
  if [ "$fbprogress_held" = bytes ]; then
    fbprogress_write "bytes $fbprogress_value $fbprogress_total" 0
    return 0
  fi
  while [ "$fbprogress_total" -gt 1000000000000 ]; do
    fbprogress_total=$((fbprogress_total / 2)) fbprogress_value=$((fbprogress_value / 2))
  done
  fbprogress_value=$((fbprogress_value * 1000000 / fbprogress_total))
  fbprogress_rest=$((fbprogress_value % 1000000 + 1000000))
  fbprogress_write "progress $((fbprogress_value / 1000000)).${fbprogress_rest#1}" 0
}

fbprogress_number() { # VALUE: the whole number, without the zeros of an octal one; or 0
  fbprogress_value=$1
  case $1 in
    *[!0-9]* | ???????????????????*) fbprogress_value=0 ;;
  esac
  while :; do
    case $fbprogress_value in
      0?*) fbprogress_value=${fbprogress_value#0} ;;
      '') fbprogress_value=0 ;;
      *) return 0 ;;
    esac
  done
}
