#!/bin/bash
# docs/integrate names only paths, units and bbclasses that exist.
. "${0%/*}/common.sh"
while read -r path; do
  [[ -e $path ]] || fail "docs/integrate names $path, which does not exist"
done < <(grep -ohE '\b(deploy|scripts|Tests/System)/[A-Za-z0-9/._-]*[A-Za-z0-9]' docs/integrate/*.md | sort -u)
while read -r unit; do
  [[ -n $(find deploy -name "$unit") ]] || fail "docs/integrate names $unit, which does not exist"
done < <(grep -ohE '\bfbprogress[a-z@-]*\.(service|socket)\b' docs/integrate/*.md | sort -u)
while read -r class; do
  [[ -e deploy/yocto/meta-fbprogress/classes/$class.bbclass ]] || fail "docs/integrate names class $class, which does not exist"
done < <(grep -ohE 'inherit fbprogress[a-z_-]*' docs/integrate/*.md deploy/yocto/*/README.md | sed 's/.* //' | sort -u)
echo "$name: every path, unit and class exists"
