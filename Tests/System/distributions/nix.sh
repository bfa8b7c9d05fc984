#!/bin/bash
# Nix: nix-instantiate parses the flake and evaluates the packages with a nixpkgs of the few functions that it calls; the install phase
# runs, and units name the package's own folder.
. "${0%/*}/common.sh"
echo 'build-users-group =' >"$work/nix.conf"
NIX_CONF_DIR=$work nix-instantiate --parse "$recipes/nix/flake.nix" >/dev/null || fail "the flake cannot be parsed"
mkdir "$work/nixpkgs"
cat >"$work/nixpkgs/default.nix" <<'NIX'
{ system }: {
  stdenvNoCC.mkDerivation = attributes: attributes;
  fetchurl = attributes: attributes;
  lib.licenses = builtins.listToAttrs (map (name: { inherit name; value = name; }) [ "mit" "ofl" "zlib" "libpng2" "asl20" ]);
}
NIX
evaluate() { # EXPRESSION: of the flake's outputs, as JSON
  NIX_STORE_DIR=$work/store NIX_STATE_DIR=$work/state NIX_LOG_DIR=$work/log NIX_CONF_DIR=$work nix-instantiate --eval --strict --json --read-write-mode -E "
    let flake = import $recipes/nix/flake.nix;
        outputs = flake.outputs { self = outputs; nixpkgs = $work/nixpkgs; };
    in $1"
}
declare -A systems=([x86_64-linux]=x86_64 [aarch64-linux]=aarch64 [armv7l-linux]=armv7 [armv6l-linux]=armv6 [riscv64-linux]=riscv64)
for system in "${!systems[@]}"; do
  read -r address hash < <(evaluate "outputs.packages.$system.default.src" | python3 -c 'import json, sys; one = json.load(sys.stdin); print(one["url"], one["hash"])') ||
    fail "$system: the flake cannot be evaluated"
  own=sha256-$(openssl dgst -sha256 -binary "$dist/fbprogress-$version-${systems[$system]}.tar.xz" | base64)
  [[ $hash == "$own" && ${address##*/} == "fbprogress-$version-${systems[$system]}.tar.xz" ]] || fail "$system: $address $hash, expected $own"
done
phase=$(evaluate outputs.packages.x86_64-linux.default.installPhase | python3 -c 'import json, sys; print(json.load(sys.stdin))')
out=$work/out
cp -a "$release" "$work/source"
(cd "$work/source" && out=$out bash -euc "runHook() { :; }; $phase") || fail "the install phase fails"
same_files "$(installed program desk themes systemd documents | sed 's|^usr/||' | sort)" "$(files "$out")"
! grep -rlE '[= ]/usr/(bin|lib)/fbprogress' "$out/lib" || fail "units name /usr"
grep -q "ExecStart=@\?$out/bin/fbprogress" "$out/lib/systemd/system/fbprogress.service" || fail "the unit does not start the package's program"
"$out/bin/fbprogress" --version | grep -qx "fbprogress $version" || fail "the program does not start"
# The module for NixOS, with the few functions of its library that it calls.
# shellcheck disable=SC2016  # these are Nix's
evaluate '
  let module = outputs.nixosModules.default {
        config.services.fbprogress = { enable = true; settings.theme = "night"; };
        pkgs.stdenv.hostPlatform.system = "x86_64-linux";
        lib = {
          mkEnableOption = text: text; mkOption = option: option; mkIf = condition: value: assert condition; value;
          types = { str = "string"; attrsOf = type: type; };
          concatStrings = builtins.concatStringsSep "";
          mapAttrsToList = function: set: map (name: function name set.${name}) (builtins.attrNames set);
        };
      };
  in module.config.environment.etc."fbprogress.conf".text' | grep -qx '"theme = night\\n"' || fail "the module for NixOS writes other settings"
echo "$name: the flake for ${#systems[@]} processors, its files, the module"
