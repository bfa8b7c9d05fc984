#!/bin/sh
# driver.sh FEED: calls the shell client as the lines of standard input say. After each line it
# prints `written` or `dropped`. The commands are those of driver.py and driver.c.
set -eu
# shellcheck source=../../../../clients/shell/fbprogress.sh
. clients/shell/fbprogress.sh
fbprogress_feed=$1
# A script may split words elsewhere.
IFS=-
while IFS= read -r line; do
  word=${line%% *} text=${line#"${line%% *}"} text=${text# }
  case $word in
    begin) fbprogress_begin Installing ;;
    update) fbprogress_update "${text% *}" "${text#* }" ;;
    bytes) fbprogress_update_bytes "${text% *}" "${text#* }" ;;
    # Only `fbprogress send` opens the FIFO.
    broken) fbprogress_message broken ;;
    step)
      name=${text#* }
      fbprogress_step "${text%% *}" "${name%% *}" "${name#* }"
      ;;
    controls) fbprogress_message "$(printf 'one\ntwo\tthree\002done\0338four\rfive')" ;;
    long)
      euros=€€€€€€€€€€€€€€€€€€€€
      for _ in 1 2; do euros=$euros$euros$euros$euros$euros$euros$euros$euros$euros$euros; done
      fbprogress_message "a$euros"
      ;;
    # A fortieth of the amounts, and a thousandth of the records, take about as long as in Python.
    flood)
      number=1 text=$((text / 40)) worst=0
      while [ "$number" -lt "$text" ]; do
        fbprogress_update "$number" "$text"
        [ "$fbprogress_status" = 0 ] || worst=$fbprogress_status
        number=$((number + 1))
      done
      fbprogress_status=$worst
      ;;
    storm)
      number=0 worst=0
      while [ "$number" -lt $((text / 1000)) ]; do
        fbprogress_message "$number of a storm"
        [ "$fbprogress_status" = 0 ] || worst=$fbprogress_status
        number=$((number + 1))
      done
      fbprogress_status=$worst
      ;;
    *) "fbprogress_$word" "$text" ;;
  esac
  if [ "$fbprogress_status" = 0 ]; then echo written; else echo dropped; fi
done
