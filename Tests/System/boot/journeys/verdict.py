"""The verdict after a restart: the new system runs, or the bootloader went back."""

from kms.errors import Failure

from ..machine import Booted, Hardware
from ..session import dumped, expect

RECORD = "/run/fbprogress/state/record"

# The screen of the start is over; this one stays as long as it is looked at.
SCREEN = f"""
set -e
sed -i 's/--outcome-time 15/--outcome-time 3600/' /etc/systemd/system/fbprogress.service.d/record.conf
systemctl daemon-reload
systemctl stop fbprogress.service
rm -rf /run/fbprogress/state/session {RECORD}
systemctl start fbprogress-verdict.service
"""


def ask(machine, slot, evidence, *state):
    """Starts the verdict's unit in the system that was started last, which tells once what `state` says."""
    where = machine.must("grep -o 'rauc.slot=.' /proc/cmdline").strip()
    if where != f"rauc.slot={slot}":
        raise Failure(f"the system that started is {where}")
    machine.await_true("systemctl is-active -q multi-user.target")
    machine.must(SCREEN)
    machine.await_true(f"grep -qsE ' (done|fail)' {RECORD}")
    expect(dumped(machine, evidence), *state)
    machine.must("fbprogress send reset; systemctl start fbprogress-verdict.service; sleep 2; "
                 f"test $(grep -cE ' (done|fail)' {RECORD}) = 1")


def verdict(disk, _program):
    """An update whose system starts, and is not marked as good: at the next start GRUB goes back."""
    with Booted(Hardware(disk)) as machine:
        machine.wait_for_agent()
        machine.must("rauc status mark-good")
        machine.begin("rauc install /data/good.raucb")
        status, text = machine.ended()
        if status:
            raise Failure(f"rauc: status {status}: {text}")
        machine.must("sync")
        machine.reset()
        machine.wait_for_agent()
        ask(machine, "B", "verdict/installed.png", "state done", "message 2 installed")
        machine.must("sync")
        machine.reset()
        machine.wait_for_agent()
        ask(machine, "A", "verdict/back.png", "state failed",
            "message Went back to the previous version")
        return ["the new system says '2 installed', the old one that GRUB went back to it; each says it once"]
