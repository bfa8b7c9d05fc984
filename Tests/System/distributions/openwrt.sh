#!/bin/bash
# OpenWrt: GNU make reads the Makefile for each processor and runs what the packages install; procd's script starts the program.
. "${0%/*}/common.sh"
mkdir -p "$work/top/include" "$work/build"
ln -s "$release" "$work/build/${release##*/}"
# What OpenWrt's rules.mk and package.mk give to a Makefile, as its documentation says.
cat >"$work/top/rules.mk" <<'MAKE'
INCLUDE_DIR := $(TOPDIR)/include
INSTALL_DIR := install -d -m0755
INSTALL_BIN := install -m0755
INSTALL_CONF := install -m0600
CP := cp -fpR
MAKE
cat >"$work/top/include/package.mk" <<'MAKE'
define BuildPackage
$(eval $(Package/$(1)))
$(if $(and $(SECTION),$(CATEGORY),$(TITLE)),,$(error $(1) has no section, category or title))
install-$(1): ; $(call Package/$(1)/install,$(ROOT)/$(1))
.DEFAULT_GOAL := all
all: install-$(1)
endef
source: ; @echo $(PKG_SOURCE) $(PKG_HASH)
MAKE
run() { make --no-print-directory -s -f "$recipes/openwrt/Makefile" TOPDIR="$work/top" BUILD_DIR="$work/build" ROOT="$work/root" "$@"; }
# What the release calls a processor, and OpenWrt's variables of it.
while read -r architecture variables; do
  read -ra given <<<"$variables"
  read -r archive sum < <(run "${given[@]}" source)
  [[ $archive == "fbprogress-$version-$architecture.tar.xz" ]] || fail "$variables: the archive is $archive"
  echo "$sum  $dist/$archive" | sha256sum --check --status || fail "$variables: $archive has another sum"
done <<'END'
x86_64 ARCH=x86_64
aarch64 ARCH=aarch64
armv7 ARCH=arm CONFIG_arm_v7=y
armv6 ARCH=arm CONFIG_arm_v6=y
riscv64 ARCH=riscv64
END
run ARCH=x86_64 all || fail "make fails"
same_files "$(installed program themes procd | grep -v 'man/\|completions/\|completions.d/\|site-functions/')" \
  "$(for one in "$work"/root/*/; do files "$one"; done | sort)"
[[ $(stat -c %a "$work/root/fbprogress/etc/init.d/fbprogress") == 755 ]] || fail "the script cannot be run"
# rc.common reads the script and calls its functions; procd's record here what is started.
shellcheck -s sh deploy/openwrt/fbprogress.init || fail "shellcheck finds mistakes in the script"
# shellcheck disable=SC2016  # the inner shell expands these
started=$(unshare --mount --fork busybox sh -euc '
  mount -t tmpfs run /run
  FBPROGRESS_OPTIONS="--verbose"
  procd_open_instance() { :; }
  procd_close_instance() { :; }
  procd_set_param() { echo "set $*"; }
  procd_append_param() { echo "append $*"; }
  . "$0"
  start_service
  test -p /run/fbprogress/feed' "$work/root/fbprogress/etc/init.d/fbprogress") || fail "the script fails"
grep -q '^set command /usr/bin/fbprogress --feed /run/fbprogress/feed' <<<"$started" || fail "procd starts: $started"
grep -qx 'append command --verbose' <<<"$started" || fail "options are lost: $started"
# The program takes these options.
read -ra arguments < <(sed -n 's/^set command [^ ]* //p' <<<"$started")
mkfifo "$work/feed"
arguments=("${arguments[@]/#\/run\/fbprogress/$work}")
(echo 'done' >"$work/feed" &)
timeout 60 "$release/program/usr/bin/fbprogress" "${arguments[@]}" --presenter null --on-exit restore --after-outcome exit 2>/dev/null || fail "the program refuses ${arguments[*]}"
echo "$name: Makefile for 5 processors, two packages, procd's script"
