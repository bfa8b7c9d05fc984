"""A machine without a display."""

from kms.errors import Failure

from ..machine import Booted, Hardware
from ..session import uptime


def serial_only(disk, _program):
    """No display at all: the updater runs to its end, and one line says why nothing is shown."""
    with Booted(Hardware(disk, size=None)) as machine:
        machine.wait_for_agent()
        # No unit waits for a missing display, above all not the handover, for which the boot waits.
        machine.must("systemctl start --no-block fbprogress.service")
        begun = uptime(machine)
        machine.must("systemctl start fbprogress-handover.service && ! systemctl is-active -q fbprogress.service")
        if (took := uptime(machine) - begun) > 10:
            raise Failure(f"without a display the hand-over takes {took} s")
        machine.must("systemctl start --no-block fbprogress.service")
        machine.begin("rauc install /data/good.raucb")
        status, text = machine.ended()
        if status:
            raise Failure(f"rauc: status {status}: {text}")
        # It was given up on after half a minute at the latest, or ended with the update before.
        machine.await_true("journalctl -b -u fbprogress -o cat --no-pager | grep -q 'no display'")
        lines = machine.must("journalctl -b -u fbprogress -o cat --no-pager | grep 'no display'").splitlines()
        record = machine.must("cat /run/fbprogress/state/record")
        if len(lines) != 1 or " done" not in record:
            raise Failure(f"{lines}; {record}")
        return [f"RAUC: status 0; the journal: {lines[0]}"]
