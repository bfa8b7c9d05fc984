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

install() {
  local share=/usr/share/fbprogress program=/usr/lib/fbprogress/fbprogress.static theme folder locale path
  [[ -x $program ]] || program=/usr/bin/fbprogress
  inst "$program" /usr/bin/fbprogress
  inst_simple /etc/fbprogress.conf
  inst_simple $share/fonts/default.fbfont
  theme=$(sed -n 's/^theme *= *//p' /etc/fbprogress.conf | tail -n 1)
  if [[ $theme && $theme != none ]]; then
    for folder in /etc/fbprogress/themes $share/themes; do
      [[ -f $folder/$theme/theme.conf ]] || continue
      while read -r path; do inst_simple "$path"; done < <(find "$folder/$theme" -type f)
      break
    done
  fi
  locale=$(sed -n 's/^locale *= *//p' /etc/fbprogress.conf | tail -n 1)
  [[ -z $locale ]] || inst_simple "$share/locale/$locale.conf"

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
