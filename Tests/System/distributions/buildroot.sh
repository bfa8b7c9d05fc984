#!/bin/bash
# The external tree of Buildroot: Kconfig's language is read by kconfiglib, the rules of Buildroot's manual are followed, GNU make runs
# what the package installs for each init system, sums are those of the release.
. "${0%/*}/common.sh"
tools=$(tools)
tree=$recipes/buildroot package=$recipes/buildroot/package/fbprogress
"$tools/python" "$here/buildroot-rules" "$tree" || fail "see above"

# The checks find mistakes.
for mistake in '/^config .*_PART_LOOKS/,/^config .*_PART_FEEDS/{/_PART_FEEDS/!d}' 's/^\tbool/    bool/' 's/default y if BR2_x86_64/defaults y/' 's/^\t  Shows the/\tShows the/'; do
  rm -rf "$work/wrong"
  cp -RL "$tree" "$work/wrong"
  sed -i "$mistake" "$work/wrong/package/fbprogress/Config.in"
  ! "$tools/python" "$here/buildroot-rules" "$work/wrong" >/dev/null 2>&1 || fail "Config.in with $mistake was accepted"
done

# As Buildroot's download does it: the sums of the hash file, of the archive and the licence.
while read -r kind sum path; do
  [[ $kind == sha256 ]] || continue
  file=$dist/$path
  [[ -e $file ]] || file=$release/$path
  echo "$sum  $file" | sha256sum --check --status || fail "$path has another sum"
done < <(grep -v '^#' "$package/fbprogress.hash")

# What generic-package calls, with the variables that it sets.
cat >"$work/Makefile" <<'MAKE'
qstrip = $(strip $(subst ",,$(1)))
UPPERCASE = $(shell echo $(1) | tr a-z A-Z)
comma := ,
empty :=
space := $(empty) $(empty)
INSTALL = install
TAR = tar
define generic-package
# $(@D) in commands is the folder of the sources.
$(RELEASE)/.stamp_target_installed:
	$$(foreach hook,$$(FBPROGRESS_POST_EXTRACT_HOOKS),$$($$(hook))$$(newline))
	$$(FBPROGRESS_BUILD_CMDS)
	$$(FBPROGRESS_INSTALL_TARGET_CMDS)
	$$(FBPROGRESS_INSTALL_INIT_$(INIT))
site: ; @echo $$(FBPROGRESS_SITE)/$$(FBPROGRESS_SOURCE)
endef
include $(RECIPE)
MAKE
build() { # INIT ROOT VARIABLE...
  make --no-print-directory -s -f "$work/Makefile" RECIPE="$package/fbprogress.mk" INIT="$1" TARGET_DIR="$2" RELEASE="$release" "${@:3}" "$release/.stamp_target_installed"
}
declare -A parts=([SYSV]=busybox [OPENRC]=openrc [SYSTEMD]=systemd)
for init in "${!parts[@]}"; do
  root=$work/target-$init
  mkdir "$root"
  # Built again, settings are not there twice.
  for _ in 1 2; do
    build "$init" "$root" BR2_PACKAGE_FBPROGRESS_THEMES=y BR2_PACKAGE_FBPROGRESS_SETTINGS='"theme = night; rotate = 90"'
  done
  [[ $(grep -cx 'theme = night\|rotate = 90' "$root/etc/fbprogress.conf") == 2 ]] || fail "$init: settings: $(tail -n 5 "$root/etc/fbprogress.conf")"
  same_files "$(installed program themes "${parts[$init]}")" "$(files "$root" | sed 's|zsh/vendor-completions|zsh/site-functions|' | sort)"
done
mkdir "$work/small"
echo lean >"$work/lean"
build SYSV "$work/small" BR2_PACKAGE_FBPROGRESS_SETTINGS='""' BR2_PACKAGE_FBPROGRESS_PROGRAM="\"$work/lean\""
cmp "$work/lean" "$work/small/usr/bin/fbprogress" || fail "the program with fewer parts is not installed"
[[ ! -e $work/small/usr/share/fbprogress/themes ]] || fail "themes are installed unasked"
# Without parts it is built from source. $(D) of the commands is the folder of the release.
staging "$work/staging"
cat >"$work/cc" <<'END'
#!/bin/sh
[ "$1" = -print-libgcc-file-name ] && echo "${0%/*}/staging/gcc/libgcc.a"
END
chmod +x "$work/cc"
lean=(BR2_x86_64=y BR2_PACKAGE_FBPROGRESS_LEAN=y BR2_PACKAGE_FBPROGRESS_SWIFT='"swift"' BR2_PACKAGE_FBPROGRESS_SETTINGS='""'
  STAGING_DIR="$work/staging" TARGET_CC="$work/cc" FBPROGRESS_DL_DIR="$dist")
mkdir "$work/lean-target"
for part in texts pictures; do lean+=("BR2_PACKAGE_FBPROGRESS_PART_${part^^}=y"); done
build SYSV "$work/lean-target" "${lean[@]}" >"$work/log" 2>&1 || fail "built from source: $(tail -n 20 "$work/log")"
absent=$(scripts/traits | cut -d' ' -f1 | grep -vx 'texts\|pictures' | tr '\n' ' ')
[[ $("$work/lean-target/usr/bin/fbprogress" --version | sed -n 's/^without: //p') == "${absent% }" ]] ||
  fail "built with ring, texts and match: $("$work/lean-target/usr/bin/fbprogress" --version)"
# A staging folder that has no static libraries is refused.
rm "$work/staging/usr/lib/libdrm.a"
! build SYSV "$work/lean-target" "${lean[@]}" >"$work/log" 2>&1 || fail "a build without libdrm.a ended well"
grep -q 'lack libdrm.a; the build needs static libraries' "$work/log" || fail "without libdrm.a: $(tail -n 3 "$work/log")"
# What the release calls a processor, and Buildroot's options of it.
while read -r processor options; do
  read -ra chosen <<<"$options"
  address=$(make --no-print-directory -f "$work/Makefile" RECIPE="$package/fbprogress.mk" "${chosen[@]/%/=y}" BR2_PACKAGE_FBPROGRESS_SITE='"https://a.b"' site)
  [[ $address == "https://a.b/$version/fbprogress-$version-$processor.tar.xz" ]] || fail "$options: the archive is $address"
done <<'END'
x86_64 BR2_x86_64
aarch64 BR2_aarch64
armv7 BR2_arm BR2_ARM_CPU_ARMV7A BR2_ARM_CPU_HAS_NEON
armv6 BR2_arm BR2_ARM_CPU_ARMV7A
armv6 BR2_arm BR2_arm1176jzf_s
riscv64 BR2_RISCV_64
END
echo "$name: Config.in, rules, sums, a build with three parts, ${!parts[*]}"
