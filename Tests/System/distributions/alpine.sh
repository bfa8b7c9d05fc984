#!/bin/bash
# Alpine's APKBUILD: BusyBox's shell runs it as abuild does, for each processor; sums are those of the archives; the packages together
# have the files of `install`. postmarketOS's hooks: what they name is there, and BusyBox's shell starts the program by them.
. "${0%/*}/common.sh"
shellcheck -s dash "$recipes/alpine/APKBUILD" || fail "shellcheck finds mistakes in APKBUILD"
# What abuild gives to an APKBUILD: amove moves files of the main package to that of the function.
cat >"$work/abuild" <<'SHELL'
set -eu
amove() { for path; do mkdir -p "$subpkgdir/${path%/*}"; mv "$pkgdir/$path" "$subpkgdir/$path"; done; }
cd "$1"
CARCH=$2 srcdir=$3 pkgdir=$4/main
mkdir -p "$pkgdir"
. ./APKBUILD
echo "$sha512sums" | sed '/^$/d' >"$4/sums"
cd "$builddir" 2>/dev/null || exit 0
package
for one in $subpackages; do
  function=${one#*:} function=${function%%:*}
  subpkgname=${one%%:*} subpkgdir=$4/${one%%:*}
  [ -n "$function" ] || function=${subpkgname#"$pkgname-"}
  case $subpkgname in
    # abuild's own functions do these.
    *-doc) subpkgdir=$subpkgdir; for path in usr/share/man usr/share/doc; do amove $path; done ;;
    *-openrc) amove etc/init.d ;;
    *) (pkgdir=$4/main; "$function") ;;
  esac
done
SHELL
for architecture in x86_64 aarch64 armv7 armhf riscv64; do
  mkdir "$work/$architecture"
  busybox sh "$work/abuild" "$recipes/alpine" "$architecture" "$work" "$work/$architecture" || fail "$architecture: APKBUILD fails"
  (cd "$dist" && sha512sum --check --status "$work/$architecture/sums") || fail "$architecture: another sum: $(<"$work/$architecture/sums")"
done
packages=$work/x86_64
same_files "$(installed program desk themes openrc mkinitfs documents)" "$(for one in "$packages"/*/; do files "$one"; done | sort)"
for one in doc openrc desk themes mkinitfs; do [[ -n $(files "$packages/fbprogress-$one") ]] || fail "fbprogress-$one is empty"; done
"$packages/main/usr/bin/fbprogress" --version | grep -qx "fbprogress $version" || fail "the program does not start"

# mkinitfs takes each line of this list, a file or a folder.
while read -r path; do
  [[ -e $packages/main$path || -e $packages/fbprogress-themes$path ]] || fail "fbprogress.files names $path, which is in no package"
done <"$packages/fbprogress-mkinitfs/usr/share/mkinitfs/files/30-fbprogress.files"
hooks=$packages/fbprogress-mkinitfs/usr/share/mkinitfs
mkdir "$work/bin"
cp "$packages/main/usr/bin/fbprogress" "$work/bin/"
# shellcheck disable=SC2016  # the inner shell expands these
timeout 120 unshare --mount --pid --fork --mount-proc --kill-child busybox sh -euc '
  PATH=$0/bin:$PATH
  mount -t tmpfs run /run
  echo "fbprogress=off" >"$0/cmdline"
  mount --bind "$0/cmdline" /proc/cmdline
  sh "$1/hooks/10-fbprogress.sh"
  timeout 60 sh -c "echo 40 >/run/fbprogress/feed"
  timeout 60 sh "$1/hooks-cleanup/10-fbprogress.sh"
  kill -0 "$(cat /run/fbprogress/initramfs.pid)"' "$work" "$hooks" >/dev/null 2>&1 || fail "the hooks of mkinitfs do not start the program"
echo "$name: APKBUILD for 5 processors, $(files "$packages/main" | wc -l) files in the main package; mkinitfs"
