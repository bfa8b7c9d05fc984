#!/bin/bash
# docs/integrate names only paths and units that exist.
. "${0%/*}/common.sh"
while read -r path; do
  [[ -e $path ]] || fail "docs/integrate names $path, which does not exist"
done < <(grep -ohE '\b(clients|deploy|scripts|Tests/System)/[A-Za-z0-9/._-]*[A-Za-z0-9]' docs/integrate/*.md | sort -u)
while read -r unit; do
  [[ -n $(find deploy -name "$unit") ]] || fail "docs/integrate names $unit, which does not exist"
done < <(grep -ohE '\bfbprogress[a-z@-]*\.(service|socket)\b' docs/integrate/*.md | sort -u)
echo "$name: every path and unit exists"
