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
  local program=/usr/lib/fbprogress/fbprogress.static path
  [[ -x $program ]] || program=/usr/bin/fbprogress
  inst "$program" /usr/bin/fbprogress
  while IFS= read -r path; do inst_simple "$path"; done < <(sh /usr/share/fbprogress/initramfs-files)

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
