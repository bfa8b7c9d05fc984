#!/bin/bash
# The example that shows apt: a simulated run, and apt's status when it fails.
. "${0%/*}/common.sh"
export FBPROGRESS="fbprogress --presenter null --outcome-time 0"
output=$(deploy/integration/apt/upgrade-with-screen --simulate install busybox-static 2>&1) || fail "$output"
status=0
deploy/integration/apt/upgrade-with-screen --simulate install no-such-package >/dev/null 2>&1 || status=$?
((status == 100)) || fail "the status is $status, not 100"
echo "$name: a simulated run; a failure keeps status 100"
