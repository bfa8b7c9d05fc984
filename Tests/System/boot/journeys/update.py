"""RAUC updates the other slot: success, a damaged bundle, a killed screen, a reset."""

import base64
import re
import time

from kms import pixels
from kms.errors import Failure

from ..evidence import EVIDENCE
from ..machine import PATIENCE, Booted, Hardware, save
from ..session import closest, job_state, percent, session_start, take


def install(machine, program, evidence):
    """Installs the update, and looks at the screen meanwhile: lines of figures."""
    machine.await_true("systemctl is-active -q fbprogress.service")
    machine.await_true("systemctl is-active -q fbprogress-rauc.service")
    time.sleep(5)
    machine.begin("rauc install /data/good.raucb")
    shots, begun, script, start = [], time.monotonic(), "", None
    while machine.run("test -s /run/job.status").status:
        if time.monotonic() - begun > PATIENCE:
            raise Failure("rauc does not end\n" + machine.must("cat /run/job.out"))
        shots.append(take(machine))
        if machine.run("test -s /run/fbprogress/state/session").status == 0:
            start = session_start(machine)
        time.sleep(1)
    took = time.monotonic() - begun
    status, text = machine.ended()
    if status or "succeeded" not in text:
        raise Failure(f"rauc: status {status}: {text}")
    # The outcome stands for some seconds, and has come to rest by then.
    time.sleep(6)
    shots.append(take(machine))
    script = machine.must("cat /run/fbprogress/state/record")
    (EVIDENCE / evidence).mkdir(parents=True, exist_ok=True)
    (EVIDENCE / evidence / "record").write_text(script, encoding="utf-8")
    (EVIDENCE / evidence / "rauc").write_text(text, encoding="utf-8")
    if start is None or " done" not in script:
        raise Failure(f"the screen was not told how it went: {script}")
    different = [closest(program, script, shot, start) for shot in shots]
    for number, shot in enumerate(shots):
        save(EVIDENCE / evidence / f"{number:02}.png", shot.picture)
    told = [line.split(" ", 2)[2] for line in script.splitlines() if " progress " in line]
    exact = different.count(0)
    if different[-1] or exact < len(shots) // 2 or len(set(told)) < 4:
        raise Failure(f"of {len(shots)} pictures {exact} are those of the session; rows that differ: {different}; "
                      f"told: {told}")
    return [f"RAUC took {took:.0f} s (emulated) and told of {len(set(told))} fractions; of {len(shots)} pictures "
            f"{exact} are to the bit those that render draws of the recorded session"]


def fails(machine, program):
    """A damaged bundle: RAUC's status, RAUC's words on the screen."""
    machine.begin("rauc install /data/damaged.raucb")
    status, text = machine.ended()
    time.sleep(6)
    shot = take(machine)
    script = machine.must("cat /run/fbprogress/state/record")
    save(EVIDENCE / "update/damaged.png", shot.picture)
    said = re.search(r"LastError: (.*)", text)
    if status != 1 or not said:
        raise Failure(f"rauc: status {status}: {text}")
    words = re.search(r"@\S+ fail (.*)", script)
    if not words or words[1].strip() not in said[1]:
        raise Failure(f"RAUC says {said[1]!r}, the screen was told {script}")
    if closest(program, script, shot, session_start(machine)):
        raise Failure("the failure's picture is another one: build/boot/update/damaged.png")
    wrapped = machine.run("fbprogress --presenter null --feed rauc:- --outcome-time 0 wrap rauc install /data/damaged.raucb",
                          timeout=PATIENCE)
    if wrapped.status != 1:
        raise Failure(f"with wrap its status is {wrapped.status}")
    return [f"the screen says: {words[1].strip()}; the status 1 comes through wrap, too"]


def killed(machine):
    """SIGKILL while it installs: RAUC goes on, the screen comes back with what was there."""
    # The screen is there before RAUC begins, so that there is enough left of the update for another start of it.
    machine.must("systemctl start fbprogress.service")
    machine.begin("rauc install /data/good.raucb")
    begun = time.monotonic()
    while (percent(before := job_state(machine)) or 0) < 20:
        if time.monotonic() - begun > PATIENCE:
            raise Failure(f"no progress: {before}")
        time.sleep(0.3)
    # On a fast machine RAUC would be done before the screen is back.
    machine.must("systemctl set-property --runtime rauc.service CPUQuota=10%")
    machine.must("kill -KILL $(systemctl show -P MainPID fbprogress.service)")
    gone = time.monotonic()
    machine.await_true(f"test $(systemctl show -P MainPID fbprogress.service) != {before['MainPID']} && "
                       "systemctl is-active -q fbprogress.service")
    back = time.monotonic() - gone
    after = job_state(machine)
    if not machine.run("test -s /run/job.status").status:
        raise Failure("the update was over before the screen was back: that proves nothing")
    machine.must("systemctl set-property --runtime rauc.service CPUQuota=")
    if (percent(after) or 0) < percent(before):
        raise Failure(f"before: {before}, after: {after}")
    # What it says it shows, beside what the screen does show.
    machine.must("rm -f /run/fbprogress/dump/*; kill -USR1 $(systemctl show -P MainPID fbprogress.service)")
    machine.await_true("test -s /run/fbprogress/dump/state.txt")
    save(EVIDENCE / "update/after-kill.png", machine.screen())
    known = re.search(r"^percent ([\d.]+)", machine.must("cat /run/fbprogress/dump/state.txt"), re.M)
    if not known or float(known[1]) + 1 < percent(before):
        raise Failure(f"after the kill it knows {known and known[1]}, before {before}")
    return [f"killed at {percent(before)} %, back after {back:.1f} s (emulated) at {float(known[1]):.0f} %; RAUC goes on"]


def update(disk, program):
    """An update, the new system, a damaged update, a killed screen."""
    with Booted(Hardware(disk)) as machine:
        machine.wait_for_agent()
        figures = install(machine, program, "update")
        machine.must("sync")
        machine.reset()
        machine.wait_for_agent()
        where = machine.must("cat /etc/image-version; grep -o 'rauc.slot=.' /proc/cmdline").split()
        if where != ["2", "rauc.slot=B"]:
            raise Failure(f"the system that started is {where}")
        machine.must("rauc status mark-good")
        figures.append("after a reset the new system has started, from slot B")
        machine.await_true("systemctl is-active -q fbprogress.service")
        figures += fails(machine, program)
        machine.await_true("! systemctl is-active -q fbprogress.service")
        # It starts again with the first record.
        figures += killed(machine)
        return figures


def interrupted(disk, _program):
    """A reset while the other slot is written: the old one starts again, and the screen says why."""
    with Booted(Hardware(disk)) as machine:
        machine.wait_for_agent()
        machine.await_true("systemctl is-active -q fbprogress-rauc.service")
        # As rauc-mark-good does at the end of a start: without that GRUB takes the slot for a bad one.
        machine.must("rauc status mark-good")
        machine.begin("rauc install /data/good.raucb")
        begun = time.monotonic()
        while (percent(job_state(machine)) or 0) < 80:
            if time.monotonic() - begun > PATIENCE:
                raise Failure("no progress: " + machine.must("cat /run/job.out"))
            time.sleep(0.3)
        machine.must("test ! -s /run/job.status")
        machine.reset()
        machine.wait_for_agent()
        where = machine.must("cat /etc/image-version; grep -o 'rauc.slot=.' /proc/cmdline").split()
        if where != ["1", "rauc.slot=A"]:
            raise Failure(f"after a reset in the middle of an update the system is {where}")
        # The service shows the record, whether an instance in the initramfs or this one read it.
        machine.await_true("systemctl is-active -q fbprogress.service")
        machine.await_true("test ! -e /var/lib/fbprogress/update-began")
        time.sleep(4)
        machine.must("kill -USR1 $(systemctl show -P MainPID fbprogress.service)")
        machine.await_true("test -s /run/fbprogress/dump/state.txt && "
                           "test -s /run/fbprogress/dump/frame.png")
        time.sleep(1)
        picture = machine.screen()
        save(EVIDENCE / "interrupted/screen.png", picture)
        state = machine.must("cat /run/fbprogress/dump/state.txt")
        frame = pixels.read_png(base64.b64decode(machine.must("base64 /run/fbprogress/dump/frame.png")))
        if "message The update was interrupted." not in state or frame != picture:
            raise Failure(f"the screen does not say so: build/boot/interrupted; {state}")
        # Nor does the hand-over tell that all is well.
        machine.must("systemctl start fbprogress-handover.service")
        save(EVIDENCE / "interrupted/handed-over.png", machine.screen())
        machine.must("grep -q ' fail The update was interrupted.' /run/fbprogress/state/record && "
                     "! grep -q ' done' /run/fbprogress/state/record")
        return ["the old slot has started, and the screen says so"]
