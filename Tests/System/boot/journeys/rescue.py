"""Other targets of systemd: an isolated target, rescue mode, a late driver."""

import time

from kms.errors import Failure

from ..evidence import EVIDENCE
from ..machine import Booted, Hardware, save

# The agent is there in rescue mode, too, and no password is asked for.
RESCUE = """
set -e
mkdir -p /etc/systemd/system/rescue.target.wants /etc/systemd/system/rescue.service.d
ln -sf /etc/systemd/system/test-agent.service /etc/systemd/system/rescue.target.wants/
printf '[Service]\\nEnvironment=SYSTEMD_SULOGIN_FORCE=1\\n' >/etc/systemd/system/rescue.service.d/force.conf
echo 'set extra="systemd.unit=rescue.target"' >/grubenv/grub/extra
grub-editenv /grubenv/grub/grubenv set A_TRY=0
sync
"""

# Another target, to which the agent goes along.
ISOLATE = """
set -e
mkdir -p /run/systemd/system/test-agent.service.d
printf '[Unit]\\nIgnoreOnIsolate=yes\\n' >/run/systemd/system/test-agent.service.d/isolate.conf
printf '[Unit]\\nRequires=basic.target\\nAfter=basic.target\\nAllowIsolate=yes\\n' >/run/systemd/system/test-other.target
systemctl daemon-reload
before=$(systemctl show -P MainPID fbprogress.service)
systemctl isolate test-other.target
sleep 1
! systemctl is-active -q multi-user.target
test $before != 0 && test $before = $(systemctl show -P MainPID fbprogress.service)
"""

# A write into the FIFO returns in every state of the screen.
WRITE = "timeout 10 sh -c 'echo 40 >/run/fbprogress/feed'"


def rescue(disk, _program):
    """In another target the screen goes on. In rescue mode the shell appears and outlives a record.
    A screen that cannot be started does not delay the boot."""
    with Booted(Hardware(disk)) as machine:
        machine.wait_for_agent()
        machine.await_true("systemctl is-active -q multi-user.target && systemctl is-active -q fbprogress.service")
        machine.must(f"{ISOLATE}\n{WRITE}")
        machine.await_true("grep -q ' progress 0.4' /run/fbprogress/state/record")
        machine.must(RESCUE)
        machine.reset()
        machine.wait_for_agent()
        machine.await_true("systemctl is-active -q rescue.service", 60)
        machine.must(f"{WRITE} && sleep 3 && {WRITE}")
        machine.must("systemctl is-active -q rescue.service && ! systemctl is-active -q fbprogress.service")
        picture = machine.screen()
        save(EVIDENCE / "rescue/shell.png", picture)
        black = sum(not picture.data[at:at + 3].strip(b"\0") for at in range(0, len(picture.data), 3 * 97))
        if black * 97 * 2 < picture.width * picture.height:
            raise Failure("the rescue shell is not to be seen: build/boot/rescue/shell.png")
        machine.must(f"echo 'theme = nosuch' >>/etc/fbprogress.conf; systemctl start fbprogress.socket; {WRITE}")
        machine.await_true("systemctl is-failed -q fbprogress.service && systemctl is-active -q fbprogress-drain.service")
        machine.must(WRITE)
        machine.must("systemctl is-active -q rescue.service")
        # A card whose driver is loaded when the service has been started already.
        machine.must("sed -i '/^theme = nosuch/d' /etc/fbprogress.conf; systemctl reset-failed; "
                     "rmmod virtio_gpu simpledrm drm_shmem_helper drm_kms_helper drm && ! grep -q drm /proc/devices")
        machine.must("systemctl start --no-block fbprogress.service; sleep 8; modprobe virtio_gpu")
        machine.await_true("systemctl show -P StatusText fbprogress.service | grep -q . && "
                           "journalctl -b -u fbprogress -o cat --no-pager | grep -q 'first frame shown'", 60)
        # A screen in the initramfs, and none of the start: the console is back all the same.
        machine.must("rm /grubenv/grub/extra; grub-editenv /grubenv/grub/grubenv set A_TRY=0; "
                     "systemctl -q disable fbprogress-boot.service fbprogress-rauc.service fbprogress-rauc-interrupted.service; sync")
        machine.reset()
        machine.wait_for_agent()
        machine.await_true("systemctl is-active -q multi-user.target")
        time.sleep(2)
        machine.must("dmesg | grep -q 'fbprogress: first frame shown' && test ! -e /run/fbprogress/initramfs.pid && "
                     "! grep -qs '^fbprogress' /proc/[0-9]*/comm")
        return ["the rescue shell is there, and stays; who writes is not held up, nor by a screen that can't be started",
                "a card whose driver comes after the service is shown on"]
