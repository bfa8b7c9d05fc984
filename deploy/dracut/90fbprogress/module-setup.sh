#!/bin/bash
# Puts the progress screen into a dracut initramfs: the program, the theme that is set, a font pack, the drivers of displays.
# Variables without a value here are dracut's.
# shellcheck disable=SC2154

check() {
  require_binaries fbprogress
}

depends() {
  # With systemd the unit starts it, otherwise a hook does.
  :
}

installkernel() {
  instmods simpledrm =drivers/gpu/drm/tiny =drivers/gpu/drm/virtio
  # In an image for this machine alone, its own driver.
  [[ $hostonly ]] || return 0
  local module
  for module in /sys/class/drm/card*/device/driver/module; do
    if [[ -e $module ]]; then instmods "$(basename "$(readlink -f "$module")")"; fi
  done
}

fbprogress_setting() { # KEY: what the configuration file says of it
  sed -n "s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*//p" /etc/fbprogress.conf 2>/dev/null | tail -n 1 | sed 's/[[:space:]]*$//'
}

install() {
  local share=/usr/share/fbprogress program=/usr/lib/fbprogress/fbprogress.static theme folder locale pack key path
  local -a folders fonts
  [[ -x $program ]] || program=/usr/bin/fbprogress
  inst "$program" /usr/bin/fbprogress
  inst_simple /etc/fbprogress.conf
  for pack in default bold numeral; do inst_simple $share/fonts/$pack.fbfont; done
  theme=$(fbprogress_setting theme)
  case $theme in
    '' | none) folders=() ;;
    # A folder, from that of the configuration file on, unless it begins at the root.
    /*) folders=("$theme") ;;
    */*) folders=("/etc/$theme") ;;
    *) folders=("/etc/fbprogress/themes/$theme" "$share/themes/$theme") ;;
  esac
  for folder in "${folders[@]}"; do
    [[ -f $folder/theme.conf ]] || continue
    while read -r path; do inst_simple "$path"; done < <(find "$folder" -type f)
    break
  done
  locale=$(fbprogress_setting locale)
  if [[ $locale ]]; then inst_simple "$share/locale/$locale.conf"; fi
  # Those that the other font has no letters for.
  case $locale in ar | hi | ja | ko | th | zh*) inst_simple $share/fonts/world.fbfont ;; esac
  for key in fonts bold-fonts numeral-fonts; do
    IFS=: read -ra fonts <<<"$(fbprogress_setting $key)"
    for path in "${fonts[@]}"; do if [[ -f $path ]]; then inst_simple "$path"; fi; done
  done

  if dracut_module_included systemd; then
    inst_simple "$moddir/fbprogress-initrd.service" "$systemdsystemunitdir/fbprogress-initrd.service"
    inst_simple "$moddir/fbprogress-newroot.service" "$systemdsystemunitdir/fbprogress-newroot.service"
    $SYSTEMCTL -q --root "$initdir" enable fbprogress-initrd.service fbprogress-newroot.service
    # A shell is there: which one is not this module's to say.
    inst_multiple mkfifo mkdir
  else
    inst_multiple mkfifo mkdir
    inst_hook pre-udev 10 "$moddir/start.sh"
    inst_hook cleanup 90 "$moddir/newroot.sh"
  fi
}
