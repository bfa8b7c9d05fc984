#!/bin/bash
# The Yocto layer: oelint-adv finds nothing; bitbake's own parser reads it for each kind of machine and release, its fetcher takes the
# archive and checks its sum, do_install runs, and each file belongs to a package.
. "${0%/*}/common.sh"
tools=$(tools)
layer=$recipes/yocto/meta-fbprogress
readarray -t files < <(find "$layer" -name '*.bb' -o -name '*.bbappend' -o -name layer.conf)
for release_name in kirkstone scarthgap styhead walnascar whinlatter wrynose; do
  grep -q "LAYERSERIES_COMPAT.*\b$release_name\b" "$layer/conf/layer.conf" || fail "layer.conf lacks $release_name"
done
output=$("$tools/oelint-adv" --quiet "${files[@]}" 2>&1) || fail "$output"
[[ -z $output ]] || fail "$output"
staging "$work/staging"
mv "$work/staging/gcc" "$work/staging/usr/lib/"
# The fetcher runs wget, which prints much.
"$tools/python" "$here/yocto-recipes" "$layer" "$dist" "$work" >"$work/log" 2>&1 || fail "$(tail -n 20 "$work/log")"
grep '^yocto: ' "$work/log"

# The kernel options are those of a real kernel: Debian's configuration names each, set or not.
(cd "$work" && { apt-get -q download linux-config-6.1 || { apt-get -qq update && apt-get -q download linux-config-6.1; }; }) \
  >/dev/null 2>&1 || fail "apt cannot download linux-config-6.1"
dpkg-deb -x "$work"/linux-config-6.1_*.deb "$work/kernel"
xzcat "$work"/kernel/usr/src/linux-config-6.1/config.amd64_none_amd64.xz >"$work/config"
while IFS="=" read -r option _; do
  grep -qE "^(# )?${option}[= ]" "$work/config" || fail "fbprogress.cfg: no kernel has $option"
done < <(grep '^CONFIG' "$layer/recipes-kernel/linux/files/fbprogress.cfg")
# The module is read by initramfs-framework's init, a POSIX shell.
[[ $(busybox sh -c '
  add_module_post_hook() { echo "hook $1"; }
  . "$0"
  fbprogress() { echo "fbprogress $*"; }
  fbprogress_new_root pre rootfs
  fbprogress_new_root post udev
  fbprogress_new_root post rootfs' "$recipes/yocto/initramfs-module") == 'fbprogress send newroot' ]] ||
  fail "the module tells of the root file system at the wrong time"
echo "$name: ${#files[@]} files: oelint-adv, bitbake's parser and fetcher, packages, a build from source, kernel options"
