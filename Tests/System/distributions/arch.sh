#!/bin/bash
# Arch: makepkg builds the package from the archive, pacman installs it into an empty root. The hook of mkinitcpio: BusyBox's shell runs
# it, and what it copies is there.
. "${0%/*}/common.sh"
shellcheck "$recipes/arch/PKGBUILD" "$recipes/arch/install" "$recipes/arch/hook" || fail "shellcheck finds mistakes"
build() { # ARCHITECTURE: makepkg, which root may not run
  local folder=$work/build-$1
  mkdir "$folder"
  cp "$recipes/arch/PKGBUILD" "$dist"/fbprogress-"$version"-*.tar.xz "$folder"
  sed -e '/^CARCH=/d' -e '/^CHOST=/d' -e "/^BUILDENV=/s/ check / !check /" /etc/makepkg.conf >"$folder/makepkg.conf"
  printf 'CARCH=%s\nPKGEXT=.pkg.tar.xz\n' "$1" >>"$folder/makepkg.conf"
  chown -R nobody "$folder"
  (cd "$folder" && runuser -u nobody -- env HOME="$folder" makepkg --config "$folder/makepkg.conf" --nodeps >log 2>&1) || {
    tail -n 20 "$folder/log" >&2
    fail "makepkg for $1"
  }
}
for architecture in x86_64 aarch64 armv7h armv6h riscv64; do
  build "$architecture"
  [[ -e $work/build-$architecture/fbprogress-$version-1-$architecture.pkg.tar.xz ]] || fail "no package for $architecture"
done
root=$work/root
mkdir -p "$root/var/lib/pacman" "$work/empty"
printf '[options]\nArchitecture = x86_64\nSigLevel = Never\nHookDir = %s/empty\n' "$work" >"$work/pacman.conf"
pacman --config "$work/pacman.conf" --root "$root" --dbpath "$root/var/lib/pacman" --noconfirm --noscriptlet -Udd \
  "$work/build-x86_64/fbprogress-$version-1-x86_64.pkg.tar.xz" >"$work/log" 2>&1 || fail "pacman: $(tail -n 5 "$work/log")"
same_files "$(installed program desk themes systemd mkinitcpio documents | sed -E 's|usr/share/doc/fbprogress/(LICENSE\|NOTICES)|usr/share/licenses/fbprogress/\1|; s|(usr/share/man/.*[0-9])$|\1.gz|' | sort)" \
  "$(files "$root" | grep -v '^var/')"
cmp "$root/usr/bin/fbprogress" "$release/program/usr/bin/fbprogress" || fail "the package changed the program"
chroot "$root" /usr/bin/fbprogress --version | grep -qx "fbprogress $version" || fail "the program does not start"
[[ $(stat -c %u "$root/usr/bin/fbprogress") == 0 ]] || fail "the program is not root's"

# mkinitcpio calls build(), whose functions record here what goes into the image.
cat >"$work/mkinitcpio" <<'SHELL'
add_binary() { echo "file $1 $1"; }
add_file() { echo "file $1 ${2:-$1}"; }
add_symlink() { echo "link $1 $2"; }
add_module() { echo "module $1"; }
add_runscript() { echo runscript; }
read -ra HOOKS <<<"$1"
. "$2/usr/lib/initcpio/install/fbprogress"
help >/dev/null
build
SHELL
# The hook's paths, below the root.
sed -i "s|/usr/share/fbprogress|$root&|g; s|/etc/fbprogress|$root&|g" "$root/usr/lib/initcpio/install/fbprogress" "$root/usr/share/fbprogress/initramfs-files"
echo 'theme = night' >>"$root/etc/fbprogress.conf"
for hooks in 'base udev fbprogress encrypt' 'base systemd fbprogress'; do
  copied=$(bash "$work/mkinitcpio" "$hooks" "$root")
  while read -r _ source _; do
    [[ -e $source || -e $root$source ]] || fail "the hook copies $source, which the package lacks"
  done < <(grep '^file' <<<"$copied")
  grep -q '/themes/night/theme.conf' <<<"$copied" || fail "the hook does not copy the theme that is set"
done
grep -q 'sysinit.target.wants/fbprogress-initrd.service' <<<"$copied" || fail "with systemd, the hook does not enable the unit"
# As init reads and calls it.
mkdir "$work/bin"
cp "$root/usr/bin/fbprogress" "$work/bin/"
# shellcheck disable=SC2016  # the inner shell expands these
timeout 120 unshare --mount --pid --fork --mount-proc --kill-child busybox sh -euc '
  PATH=$0/bin:$PATH cryptdevice=
  mount -t tmpfs run /run
  echo "fbprogress=off" >"$0/cmdline"
  mount --bind "$0/cmdline" /proc/cmdline
  modprobe() { :; }
  . "$1/usr/lib/initcpio/hooks/fbprogress"
  run_earlyhook
  timeout 60 sh -c "echo 40 >/run/fbprogress/feed"
  run_latehook
  kill -0 "$(cat /run/fbprogress/initramfs.pid)"
  grep -qz -e presenter "/proc/$(cat /run/fbprogress/initramfs.pid)/cmdline" && exit 1
  kill -KILL "$(cat /run/fbprogress/initramfs.pid)"
  cryptdevice=/dev/sda2:root
  run_earlyhook
  sleep 0.2
  grep -qz -e presenter "/proc/$(cat /run/fbprogress/initramfs.pid)/cmdline"' "$work" "$root" >"$work/log" 2>&1 || fail "the hook: $(<"$work/log")"
echo "$name: 5 packages by makepkg, installed by pacman; mkinitcpio"
