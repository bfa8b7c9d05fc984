#!/bin/bash
# The example that writes a disk image with `wrap`: copies are complete and statuses pass through.
. "${0%/*}/common.sh"
export FBPROGRESS="fbprogress --presenter null --outcome-time 0"
head -c 3000000 /dev/urandom >"$work/image"
deploy/integration/image/write-image "$work/image" "$work/disk" >/dev/null 2>&1 || fail "dd"
cmp -s "$work/image" "$work/disk" || fail "the copy differs"
if command -v bmaptool >/dev/null; then
  bmaptool create -o "$work/image.bmap" "$work/image" >/dev/null 2>&1
  : >"$work/disk2"
  deploy/integration/image/write-image "$work/image" "$work/disk2" >/dev/null 2>&1 || fail "bmaptool"
  cmp -s "$work/image" "$work/disk2" || fail "bmaptool's copy differs"
fi
if command -v casync >/dev/null; then
  (cd "$work" && casync make image.caibx image >/dev/null)
  deploy/integration/image/write-image "$work/image.caibx" "$work/disk3" >/dev/null 2>&1 || fail "casync"
  cmp -s "$work/image" "$work/disk3" || fail "casync's copy differs"
fi
! deploy/integration/image/write-image "$work/image" "$work/nowhere/disk" >/dev/null 2>&1 || fail "a failure passes"
echo "$name: dd, bmaptool, casync, and a failure"
