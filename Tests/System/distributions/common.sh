# shellcheck shell=bash disable=SC2034  # cases use the variables
# What every case of test-distributions starts with. To be sourced: `. "${0%/*}/common.sh"`.
#
# Arguments of a case: DIST, the folder of `make dist`; RECIPES, the filled recipes.
# $dist, $recipes  their absolute paths
# $version         the release's version
# $release         the unpacked archive for x86_64
# $work            a folder of the case; removed at its end
# $name            the case's name, for messages
set -euo pipefail
dist=$(realpath "$1") recipes=$(realpath "$2")
here=$(realpath "${0%/*}")
name=$(basename "$0" .sh)
version=$(scripts/version)
work=$(mktemp -d)
chmod 755 "$work"
cleanup() { rm -rf --one-file-system "$work"; }
trap cleanup EXIT
tar -C "$work" -xf "$dist/fbprogress-$version-x86_64.tar.xz"
release=$work/fbprogress-$version-x86_64

# fail MESSAGE: ends the case.
fail() {
  echo "test-distributions: $name: $1" >&2
  exit 1
}

# files ROOT: its files and links, sorted, without the folder's name.
files() { (cd "$1" && find . ! -type d | sed 's|^\./||' | sort); }

# installed PART...: the files that `install` of the release puts there for these parts, with zsh's completion
# where most distributions have it.
installed() {
  rm -rf "$work/installed"
  "$release/install" "$work/installed" "$@"
  files "$work/installed" | sed 's|zsh/vendor-completions|zsh/site-functions|' | sort
}

# same_files EXPECTED ACTUAL: both are lists of lines.
same_files() {
  diff <(echo "$1") <(echo "$2") >"$work/difference" || fail "other files than expected: $(cat "$work/difference")"
}

# staging FOLDER: FOLDER/usr/include and FOLDER/usr/lib, with what Yocto and Buildroot stage for a build against musl, with the
# paths of the target in pkg-config's files. libgcc is in FOLDER/gcc.
staging() {
  mkdir -p "$1/usr" "$1/gcc"
  cp -RL .build/sysroot/x86_64/include .build/sysroot/x86_64/lib "$1/usr/"
  mv "$1/usr/lib/libgcc.a" "$1/gcc/"
  sed -i "s|/[^ ]*/sysroot/x86_64/include|/usr/include|; s|/[^ ]*/sysroot/x86_64/lib|\${libdir}|; 1i prefix=/usr\nlibdir=/usr/lib" "$1"/usr/lib/pkgconfig/*.pc
}

# tools: the folder of Python's tools, installed from PyPI at first.
tools() {
  if [[ ! -e .build/recipe-tools/complete ]]; then
    [[ ${NO_INSTALL:-0} != 1 ]] || fail "oelint-adv, bitbake and kconfiglib are missing, and NO_INSTALL=1 forbids their installation"
    echo "$name: installing oelint-adv, bitbake and kconfiglib into .build/recipe-tools" >&2
    python3 -m venv .build/recipe-tools
    .build/recipe-tools/bin/pip install -q 'oelint-adv>=9,<10' 'bitbake-setup>=2.19,<3' 'kconfiglib>=14,<15' >&2 ||
      fail "the tools can't be installed"
    touch .build/recipe-tools/complete
  fi
  echo .build/recipe-tools/bin
}
