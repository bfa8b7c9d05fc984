#!/bin/bash
# The Yocto layer: every installed file belongs to a package of its recipe, or bitbake stops with
# installed-vs-shipped; and oelint-adv finds nothing in recipes and classes.
. "${0%/*}/common.sh"
scripts/install-files "$program" "$work/yocto" program themes systemd
"${0%/*}/yocto-packages" "$work/yocto" || fail "a file is in no package"

if [[ ! -x .build/oelint/bin/oelint-adv ]]; then
  [[ ${NO_INSTALL:-0} != 1 ]] || fail "oelint-adv is missing, and NO_INSTALL=1 forbids its installation"
  echo "$name: installing oelint-adv into .build/oelint"
  python3 -m venv .build/oelint
  .build/oelint/bin/pip install -q 'oelint-adv>=9,<10' || fail "oelint-adv can't be installed"
fi
readarray -t recipes < <(find deploy/yocto -name '*.bb' -o -name '*.bbclass' -o -name layer.conf)
output=$(".build/oelint/bin/oelint-adv" --quiet "${recipes[@]}" 2>&1) || fail "$output"
[[ -z $output ]] || fail "$output"
echo "$name: every installed file is in a package; oelint-adv: ${#recipes[@]} files"
