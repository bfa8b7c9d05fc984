"""A file system that is checked while the machine starts."""

import re

from kms.errors import Failure

from ..machine import Booted, Hardware

# docs/feeds/fsck.md says so, except for the record. The file system is one of ext4 with many inodes, since the check
# of an empty one tells little.
CHECKED = """
set -e
systemctl mask systemd-fsckd.socket systemd-fsckd.service
mkdir -p /etc/systemd/system/fbprogress.service.d
printf '[Unit]\\nWants=fbprogress-fsck.socket\\n[Service]\\nSockets=fbprogress.socket fbprogress-fsck.socket\\n' \
  >/etc/systemd/system/fbprogress.service.d/zz-fsck.conf
sed -i 's/--feed rauc:listen:rauc/--feed fsck:listen:fsck/' /etc/systemd/system/fbprogress.service.d/record.conf
systemctl -q enable fbprogress-fsck.socket
umount /data
tune2fs -C 30 -c 1 /dev/vda4
sed -i '/^LABEL=data/s/0 0$/0 2/' /etc/fstab
grub-editenv /grubenv/grub/grubenv set A_TRY=0
sync
"""


def check(disk, _program):
    """e2fsck tells through systemd-fsck's socket how far it is."""
    with Booted(Hardware(disk)) as machine:
        machine.wait_for_agent()
        machine.await_true("systemctl is-active -q multi-user.target")
        machine.must(CHECKED)
        machine.reset()
        machine.wait_for_agent()
        machine.await_true("systemctl is-active -q multi-user.target")
        # The screen starts later than the check, whose records wait in the socket.
        machine.await_true("systemctl is-active -q fbprogress.service && test -s /run/fbprogress/state/record")
        said = machine.must("journalctl -b -u 'systemd-fsck@*' -o cat --no-pager")
        record = machine.must("cat /run/fbprogress/state/record")
        steps = re.findall(r" step (\d)/5", record)
        if " message data" not in record or len(set(steps)) < 2 or " progress " not in record:
            raise Failure(f"the screen was not told of the check; {said}; {record}")
        machine.must("mountpoint -q /data")
        return [f"a check of /data is shown: steps {sorted(set(steps))} of 5, "
                f"{len(re.findall(' progress ', record))} records of progress"]
