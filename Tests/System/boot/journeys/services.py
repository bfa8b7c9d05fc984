"""Units of systemd: a failing unit, an offline update, SWUpdate as a service."""

import time

from kms.errors import Failure

from ..machine import Booted, Hardware
from ..session import dumped, expect, job_state


def failing_unit(machine):
    """A unit that fails, with OnFailure=: the screen has the last line that it said."""
    machine.run("systemctl start test-failing-updater.service")
    machine.await_true("grep -q ' fail ' /run/fbprogress/state/record")
    expect(dumped(machine, "services/failed.png"), "state failed", "message The disk has no space left")
    # Not with the line of an earlier run, if it said nothing in this one.
    machine.run("touch /run/test.silent; fbprogress send reset; systemctl start test-failing-updater.service")
    machine.await_true("grep -q ' fail test-failing-updater.service failed' /run/fbprogress/state/record", 60)
    return ["a unit's failure is shown with its last line"]


def offline_update(machine):
    """Into system-update.target, where an updater tells how far it is, and out of it."""
    machine.must("ln -s /var/lib/test-update /system-update; grub-editenv /grubenv/grub/grubenv set A_TRY=0; sync")
    machine.reset()
    machine.wait_for_agent()
    machine.await_true("grep -qs ' expect ' /run/fbprogress/state/record")
    machine.must("readlink /run/systemd/generator.early/default.target | grep -q system-update.target")
    machine.must("test ! -e /system-update && ! systemctl is-active -q multi-user.target")
    expect(dumped(machine, "services/offline.png"), "title Installing updates", "percent 50")
    machine.must("grub-editenv /grubenv/grub/grubenv set A_TRY=0; sync; touch /run/test.go")
    machine.wait_for_agent()
    machine.must("test ! -e /run/systemd/generator.early/default.target")
    machine.await_true("systemctl is-active -q multi-user.target")
    return ["an offline update is shown, and the system starts as ever after it"]


# docs/integrate/swupdate.md says so.
SWUPDATE = """
set -e
echo 'outcome-time = 3600' >>/etc/fbprogress.conf
cd /usr/local/share/swupdate
install -D -m 644 swupdate.service.conf /etc/systemd/system/swupdate.service.d/fbprogress.conf
install -D -m 644 fbprogress.service.conf /etc/systemd/system/fbprogress.service.d/swupdate.conf
mkdir -p /etc/swupdate/conf.d
echo 'SWUPDATE_ARGS="-v -H test:1.0 -k /data/cert.pem"' >/etc/swupdate/conf.d/test
systemctl daemon-reload
systemctl stop fbprogress.service
systemctl start swupdate.socket swupdate.service fbprogress.service
"""


def swupdate(machine):
    """SWUpdate as a service: the screen shows every installation, whichever client started it."""
    machine.must(SWUPDATE)
    machine.await_true("systemctl is-active -q fbprogress.service && systemctl is-active -q swupdate.service")
    time.sleep(3)
    machine.begin("swupdate-client -v /data/test.swu")
    told = set()
    while machine.run("test -s /run/job.status").status:
        told.add(job_state(machine)["StatusText"])
    status, text = machine.ended()
    if status:
        raise Failure(f"swupdate-client: status {status}: {text}; "
                      + machine.must("journalctl -b -u swupdate -u swupdate.socket --no-pager | tail -n 20"))
    machine.await_true("test $(stat -c %s /data/out-one.bin) = 3000000")
    expect(dumped(machine, "services/swupdate.png"), "state done")
    return [f"SWUpdate's service installs, the screen shows it: {sorted(told)}"]


def services(disk, _program):
    """What systemd and others start: a failure, an offline update, SWUpdate."""
    with Booted(Hardware(disk)) as machine:
        machine.wait_for_agent()
        # A writer came before the FIFO, and made a file. RAUC's socket would start the service again.
        machine.must("systemctl stop fbprogress-rauc.service fbprogress-rauc.socket && "
                     "systemctl stop fbprogress.service fbprogress.socket && mkdir -p /run/fbprogress && rm -f /run/fbprogress/feed && "
                     "echo 5 >/run/fbprogress/feed && systemctl start fbprogress.socket && test -p /run/fbprogress/feed && "
                     "systemctl start fbprogress.service")
        # It is looked at as long as that takes.
        machine.must("sed -i 's/--outcome-time 15/--outcome-time 3600/' /etc/systemd/system/fbprogress.service.d/record.conf && "
                     "systemctl daemon-reload && systemctl restart fbprogress.service")
        return [*failing_unit(machine), *offline_update(machine), *swupdate(machine)]
