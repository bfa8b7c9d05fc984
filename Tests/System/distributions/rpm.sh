#!/bin/bash
# Fedora and openSUSE: rpmlint, rpmspec and rpmbuild read the spec for both; rpm installs the packages into an empty Debian root, upgrades
# and removes them there; dracut makes an initramfs with the module from the package.
. "${0%/*}/common.sh"
spec=$recipes/rpm/fbprogress.spec
# What systemd gives to rpm on those systems, which Debian's rpm lacks: the scriptlets are empty here.
mkdir "$work/macros"
for macro in systemd_post systemd_preun systemd_postun service_add_pre service_add_post service_del_preun service_del_postun; do
  echo "%$macro() : %*"
done >"$work/macros/macros.systemd"
settings=(--macros "/usr/lib/rpm/macros:/usr/lib/rpm/platform/%{_target}/macros:$work/macros/macros.systemd" --define "_topdir $work/rpm"
  --define "_sourcedir $dist" --define '_build_id_links none' --define '_docdir_fmt %%{NAME}')
fedora=(--define 'fedora 41' --define 'dist .fc41')
suse=(--define 'suse_version 1600')
[[ $(rpmspec -P "${settings[@]}" "${fedora[@]}" "$spec" | grep -c systemd_post) == 0 ]] || fail "a macro is not known"
[[ $(rpmspec -q "${settings[@]}" "${suse[@]}" "$spec" | wc -l) == 4 ]] || fail "rpmspec does not find four packages"
while read -r architecture sum; do
  echo "$sum  $dist/fbprogress-$version-$architecture.tar.xz" | sha256sum --check --status || fail "$architecture: another sum in the spec"
done < <(sed -nE 's/^# (x86_64|aarch64|armv7|armv6|riscv64) +([0-9a-f]{64})$/\1 \2/p' "$spec")
for target in x86_64 aarch64 armv7hl armv6hl riscv64; do
  own=()
  # %check runs the program.
  [[ $target == x86_64 ]] || own=(--nocheck)
  rpmbuild -bb "${settings[@]}" "${fedora[@]}" --nodeps "${own[@]}" --target "$target" "$spec" >"$work/log" 2>&1 || fail "rpmbuild for $target: $(tail -n 12 "$work/log")"
  [[ -e $work/rpm/RPMS/$target/fbprogress-$version-1.fc41.$target.rpm ]] || fail "no package for $target"
done
rpmbuild -bb "${settings[@]}" "${suse[@]}" --nodeps --target x86_64 "$spec" >"$work/log" 2>&1 || fail "rpmbuild for openSUSE: $(tail -n 12 "$work/log")"
readarray -t packages < <(find "$work/rpm/RPMS" -name '*.fc41.x86_64.rpm' -o -name '*.fc41.noarch.rpm')
((${#packages[@]} == 4)) || fail "packages: ${packages[*]}"

root=$work/root
base=.build/distributions/root.tar
"$here/debian-root" "$base" || fail "the root cannot be made"
mkdir "$root"
tar -xpf "$base" -C "$root"
cp "${packages[@]}" "$root/root/"
in_root() { # COMMAND...
  # shellcheck disable=SC2016  # the inner shell expands these
  unshare --mount --fork sh -c 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" "$@"' "$root" "$@"
}
before=$(files "$root" | grep -v '^var/\|^proc/\|^dev/\|^root/')
# Debian's own packages are not rpm's, so it knows no dependencies.
in_root sh -c 'rpm -i --nodeps /root/*.rpm' >"$work/log" 2>&1 || fail "rpm -i: $(<"$work/log")"
installed=$(comm -13 <(echo "$before") <(files "$root" | grep -v '^var/\|^proc/\|^dev/\|^root/' | sort))
same_files "$(installed program desk themes systemd dracut documents | sed -E 's|usr/share/doc/fbprogress/(LICENSE\|NOTICES)|usr/share/licenses/fbprogress/\1|' | sort)" \
  "$(grep -v '\(^\|/\)etc/\(passwd\|group\|shadow\|gshadow\|subuid\|subgid\)-\?$' <<<"$installed")"
in_root fbprogress --version | grep -qx "fbprogress $version" || fail "the program does not start"
in_root id fbprogress >/dev/null || fail "systemd-sysusers made no user"
echo 'theme = night' >>"$root/etc/fbprogress.conf"
# test-deb has a kernel, and looks for its modules in the initramfs.
in_root dracut --force --no-hostonly --no-kernel --modules 'base fbprogress' --no-compress /boot/initrd.test >"$work/log" 2>&1 || fail "dracut: $(tail -n 8 "$work/log")"
cpio -t --quiet <"$root/boot/initrd.test" >"$work/initramfs"
for path in usr/bin/fbprogress etc/fbprogress.conf usr/share/fbprogress/fonts/default.fbfont usr/share/fbprogress/themes/night/theme.conf; do
  grep -qx "$path" "$work/initramfs" || fail "the initramfs lacks $path"
done
grep -q 'hooks/pre-udev/10-start.sh' "$work/initramfs" || fail "the initramfs does not start the program"
in_root sh -c 'rpm -U --nodeps --force /root/*.rpm' >"$work/log" 2>&1 || fail "rpm -U: $(<"$work/log")"
grep -qx 'theme = night' "$root/etc/fbprogress.conf" || fail "an upgrade lost a setting"
in_root rpm -e --nodeps fbprogress fbprogress-desk fbprogress-themes fbprogress-dracut >"$work/log" 2>&1 || fail "rpm -e: $(<"$work/log")"
[[ ! -e $root/usr/bin/fbprogress && -e $root/etc/fbprogress.conf.rpmsave ]] || fail "removal left the program, or took changed settings along"

# Rules of packages that do not hold of a static program from a release.
cat >"$work/rpmlint.toml" <<'TOML'
Filters = ["no-documentation", "statically-linked-binary", "spelling-error", "invalid-license", "unstripped-binary", "non-standard-group",
  "no-binary", "only-non-binary-in-usr-lib", "no-signature", "no-packager-tag", "no-buildhost-tag", "no-changelogname-tag", "invalid-url",
  "zero-length", "non-standard-uid", "hidden-file-or-dir", "dangling-relative-symlink", "files-duplicate", "subdir-in-bin", "no-group-tag",
  "hardcoded-library-path", "bad-manual-page-folder"]
TOML
rpmlint -c "$work/rpmlint.toml" "$spec" "${packages[@]}" >"$work/lint" 2>&1 || fail "rpmlint: $(<"$work/lint")"
echo "$name: 6 builds, installed, upgraded and removed by rpm; dracut; $(tail -n 1 "$work/lint")"
