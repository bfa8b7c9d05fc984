#!/bin/bash
# Mender's state script, under each name that Mender calls it by, in a /run of its own.
. "${0%/*}/common.sh"
need_root
for state in Download_Enter_00 ArtifactInstall_Enter_00 ArtifactCommit_Leave_99; do
  cp deploy/integration/mender/state-script "$work/${state}_fbprogress"
done
# shellcheck disable=SC2016  # the inner shell expands these
unshare --mount sh -euc '
  mount -t tmpfs run /run
  fbprogress --presenter null --outcome-time 0 --record "$0/mender" & program=$!
  for try in $(seq 200); do [ -p /run/fbprogress/feed ] && break; sleep 0.05; done
  for state in Download_Enter_00 ArtifactInstall_Enter_00 ArtifactCommit_Leave_99; do "$0/${state}_fbprogress"; done
  wait $program' "$work" || fail "the session fails"
recorded=$(sed 's/^@[^ ]* //' "$work/mender" | tr '\n' ';')
[[ $recorded == *"step 1/3 Download;step 2/3 Installation;done;" ]] || fail "the record is $recorded"
echo "$name: $recorded"
