"""What the machine goes through, and what its screen must show meanwhile."""

import base64
import re
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lab import pixels
from lab.commandline import ROOT
from lab.errors import Failure
from lab.reference import Reference, Scene

from .image import CACHE, MAKERS, SETTINGS
from .machine import PATIENCE, Booted, Hardware, save

EVIDENCE = ROOT / "build/boot"
SHARE = ROOT / "share"
LOOK = ("--config", str(CACHE / "settings.conf"), "--theme-folders", f"{SHARE}/themes", "--fonts",
        f"{SHARE}/fonts/default.fbfont:{SHARE}/fonts/world.fbfont", "--locale-folder",
        f"{SHARE}/locale")


@dataclass(frozen=True)
class Journey:
    """One machine, from being switched on. `run` takes the disk and the program, and returns lines of figures."""

    name: str
    run: Callable
    quick: bool = False
    maker: str = MAKERS[0]


def sizes(said, maker):
    """What the program adds to an initramfs, in words.

    It is not to be more than the limit of the static program (Makefile) and 100 kB for its font, words and hooks.
    """
    files, modules = said["added"]["files"], said["added"]["modules"]
    if files > 1.05e6:
        raise Failure(f"{maker}: {files} bytes added to the initramfs, beside kernel modules")
    return f"{maker}: {files / 1e6:.2f} MB added uncompressed, and {modules / 1e6:.2f} MB of kernel modules"


def idle(program, size):
    """The screen before anything was said, when it has come to rest."""
    (CACHE / "settings.conf").write_text(SETTINGS, encoding="ascii")
    reference = Reference(program, CACHE / "reference")
    return reference.picture(Scene("@0 message ", 60, LOOK), size)


def power_on(disk, program, evidence="power-on"):
    """From the firmware's framebuffer, in the initramfs, to the real driver and the root file system."""
    seen, first, sizes, black = [], None, [], []
    with Booted(Hardware(disk)) as machine:
        wanted = {size: idle(program, size) for size in ((800, 600), (1280, 800))}
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            picture = machine.shot()
            if picture is not None and picture.size in wanted:
                if picture == wanted[picture.size]:
                    first = first or time.monotonic()
                    if picture.size not in sizes:
                        sizes.append(picture.size)
                        save(EVIDENCE / evidence / "{}x{}.png".format(*picture.size), picture)
                elif first and picture.data not in seen:
                    # What comes between is kept; it must not be nothing.
                    seen.append(picture.data)
                    if not picture.data.strip(b"\0"):
                        black.append("{}x{}, {:.2f} s after the first picture".format(
                            *picture.size, time.monotonic() - first))
                    save(EVIDENCE / evidence / f"between-{len(seen)}.png", picture)
            if len(sizes) == 2:
                break
            time.sleep(0.05)
        else:
            if last := machine.shot():
                save(EVIDENCE / evidence / "last.png", last)
            raise Failure(f"the screen came to rest at {sizes} only\n{machine.console()}")
        machine.wait_for_agent()
        kernel_log = machine.must("dmesg")
        save(EVIDENCE / evidence / "end.png", machine.screen())
        EVIDENCE.joinpath(evidence, "dmesg").write_text(kernel_log, encoding="utf-8")
        picture_at = float(re.search(r"\[ *([\d.]+)\] fbprogress: the first picture", kernel_log)[1])
        root_at = float(re.search(r"\[ *([\d.]+)\] EXT4-fs \(vda\d\): mounted", kernel_log)[1])
        if picture_at > root_at:
            raise Failure(f"the first picture came at {picture_at} s, the root at {root_at} s")
        machine.await_true("systemctl is-active -q fbprogress.service")
        # It has what the initramfs knew; and systemd did not end that one before, which leaves the screen to nobody.
        machine.must("test ! -e /run/fbprogress/initramfs.session && test ! -e /run/fbprogress/initramfs.pid && "
                     "! journalctl -b --no-pager | grep -E 'fbprogress-initrd.service: Failed'")
        time.sleep(1)
        end = machine.screen()
        if end != wanted[1280, 800]:
            save(EVIDENCE / evidence / "service.png", end)
            raise Failure("the service shows another picture: "
                          + pixels.difference(end, wanted[1280, 800]))
        log = machine.must("journalctl -b --no-pager -o short-monotonic")
        EVIDENCE.joinpath(evidence, "journal").write_text(log, encoding="utf-8")
    if black:
        cards = re.findall(r".*(?:fbprogress|fbcon|\[drm\]|Console:).*", kernel_log)
        raise Failure("\n".join((f"black between the cards: {'; '.join(black)}", *cards)))
    return [f"the first picture {picture_at:.2f} s after the kernel began (emulated), the root file "
            f"system {root_at:.2f} s",
            f"pictures at rest: {' then '.join('{}x{}'.format(*size) for size in sizes)}"]


def power_on_with_dracut(disk, program):
    """The same, where dracut made the initramfs: systemd runs in that already."""
    return power_on(disk, program, "power-on-dracut")


@dataclass
class Shot:
    """A picture of the screen, and the machine's clock before and after it was taken, seconds."""

    picture: pixels.Picture
    after: float
    before: float


def uptime(machine):
    """The machine's own clock, seconds."""
    return float(machine.must("cut -d' ' -f1 /proc/uptime"))


def take(machine):
    """A picture of the screen, with its times."""
    after = uptime(machine)
    picture = machine.screen()
    return Shot(picture, after, uptime(machine))


def session_start(machine):
    """When the session's clock began, on the machine's: the service keeps it in its file."""
    text = base64.b64decode(machine.must("base64 /run/fbprogress/state/session"))
    at = text.index(b"\n") + 1
    return int.from_bytes(text[at:at + 8], "little") / 1e9


def closest(program, script, shot, start):
    """How many pixels differ from the drawing of the recorded session that is closest, of those of about this time."""
    (CACHE / "settings.conf").write_text(SETTINGS, encoding="ascii")
    times = []
    at = max(0, shot.after - start - 1.5)
    while at < shot.before - start + 0.1:
        times.append(f"{at:.2f}")
        at += 0.05
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        path = Path(folder)
        (path / "script").write_text(script, encoding="utf-8")
        size = "{}x{}".format(*shot.picture.size)
        done = subprocess.run([program, "render", "--script", path / "script", "--at",
                               ",".join(times), "--size", size, "--output", path / "f-%d.png",
                               *LOOK], capture_output=True, text=True, check=False)
        if done.returncode:
            raise Failure(f"fbprogress render: {done.stderr}")
        best = None
        for file in sorted(path.glob("f-*.png")):
            drawn = pixels.read_png(file.read_bytes())
            if drawn == shot.picture:
                return 0
            ours, theirs = drawn.data, shot.picture.data
            # Rows that differ are counted whole: that is quick, and too much rather than too little.
            rows = sum(ours[y:y + 3840] != theirs[y:y + 3840] for y in range(0, len(ours), 3840))
            best = rows if best is None else min(best, rows)
        return best


def job_state(machine):
    """What systemd was told of the service: its process, its words, how often it was started again."""
    text = machine.must("systemctl show -p MainPID -p StatusText -p NRestarts -p ActiveState fbprogress.service")
    return dict(line.split("=", 1) for line in text.splitlines())


def percent(state):
    """The percentage in the service's words while it runs; None without one. (systemd keeps the words of one that ended.)"""
    found = re.match(r"running, (\d+) %", state["StatusText"])
    return int(found[1]) if found and state["MainPID"] != "0" else None


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
    machine.must("kill -KILL $(systemctl show -P MainPID fbprogress.service)")
    gone = time.monotonic()
    machine.await_true(f"test $(systemctl show -P MainPID fbprogress.service) != {before['MainPID']} && "
                       "systemctl is-active -q fbprogress.service")
    back = time.monotonic() - gone
    after = job_state(machine)
    if not machine.run("test -s /run/job.status").status:
        raise Failure("the update was over before the screen was back: that proves nothing")
    if (percent(after) or 0) < percent(before):
        raise Failure(f"before: {before}, after: {after}")
    # What it says it shows, beside what the screen does show.
    machine.must("rm -f /run/fbprogress/dump/*; kill -USR1 $(systemctl show -P MainPID fbprogress.service)")
    machine.await_true("test -s /run/fbprogress/dump/state.txt")
    save(EVIDENCE / "update/after-kill.png", machine.screen())
    fraction = re.search(r"^fraction: ([\d.]+)", machine.must("cat /run/fbprogress/dump/state.txt"), re.M)
    if not fraction or float(fraction[1]) * 100 + 1 < percent(before):
        raise Failure(f"after the kill it knows {fraction and fraction[1]}, before {before}")
    return [f"killed at {percent(before)} %, back after {back:.1f} s (emulated) at {float(fraction[1]):.0%}; RAUC goes on"]


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
        # Whoever heard it, in the initramfs or after it: the service shows it.
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
        if "message: The update was interrupted." not in state or frame != picture:
            raise Failure(f"the screen does not say so: build/boot/interrupted; {state}")
        # Nor does the hand-over tell that all is well.
        machine.must("systemctl start fbprogress-handover.service")
        save(EVIDENCE / "interrupted/handed-over.png", machine.screen())
        machine.must("grep -q ' fail The update was interrupted.' /run/fbprogress/state/record && "
                     "! grep -q ' done' /run/fbprogress/state/record")
        return ["the old slot has started, and the screen says so"]


def serial_only(disk, _program):
    """No display at all: the updater runs to its end, and one line says why nothing is shown."""
    with Booted(Hardware(disk, size=None)) as machine:
        machine.wait_for_agent()
        # Nobody waits for a display that is not there, the hand-over least of all: the start waits for that.
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
        # It was given up on after half a minute at the latest.
        machine.await_true("journalctl -b -u fbprogress -o cat --no-pager | grep -q 'no display after'")
        lines = machine.must("journalctl -b -u fbprogress -o cat --no-pager | grep 'no display'").splitlines()
        record = machine.must("cat /run/fbprogress/state/record")
        if len(lines) != 1 or " done" not in record:
            raise Failure(f"{lines}; {record}")
        return [f"RAUC: status 0; the journal: {lines[0]}"]


def dumped(machine, evidence):
    """What the service says it shows, which has to be what the screen does show, when nothing moves for a moment."""
    deadline = time.monotonic() + PATIENCE
    while True:
        machine.must("process=$(systemctl show -P MainPID fbprogress.service); test $process != 0 && "
                     "rm -f /run/fbprogress/dump/* && kill -USR1 $process")
        machine.await_true("test -s /run/fbprogress/dump/state.txt && test -s /run/fbprogress/dump/frame.png")
        before = machine.screen()
        state = machine.must("cat /run/fbprogress/dump/state.txt")
        frame = pixels.read_png(base64.b64decode(machine.must("base64 /run/fbprogress/dump/frame.png")))
        if frame == before:
            save(EVIDENCE / evidence, before)
            return state
        if time.monotonic() > deadline:
            save(EVIDENCE / evidence, before)
            raise Failure(f"the screen shows something else than the service says: build/boot/{evidence}; {state}")
        time.sleep(1)


def expect(state, *lines):
    """Lines that the state of a dump must have."""
    missing = [line for line in lines if not re.search(f"^{line}", state, re.M)]
    if missing:
        raise Failure(f"not in the state: {missing}; {state}")


def failing_unit(machine):
    """A unit that fails, with OnFailure=: the screen has the last line that it said."""
    machine.run("systemctl start test-failing-updater.service")
    machine.await_true("grep -q ' fail ' /run/fbprogress/state/record")
    expect(dumped(machine, "services/failed.png"), "phase: failed", "message: The disk has no space left")
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
    expect(dumped(machine, "services/offline.png"), "title: Installing updates", "fraction: 0.5")
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
    """SWUpdate as a service: whoever asks it to install, the screen shows it."""
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
    expect(dumped(machine, "services/swupdate.png"), "phase: done")
    return [f"SWUpdate's service installs, the screen shows it: {sorted(told)}"]


def services(disk, _program):
    """What systemd and others start: a failure, an offline update, SWUpdate."""
    with Booted(Hardware(disk)) as machine:
        machine.wait_for_agent()
        # Somebody wrote before there was a FIFO, and made a file.
        machine.must("systemctl stop fbprogress.service fbprogress.socket && mkdir -p /run/fbprogress && rm -f /run/fbprogress/feed && "
                     "echo 5 >/run/fbprogress/feed && systemctl start fbprogress.socket && test -p /run/fbprogress/feed && "
                     "systemctl start fbprogress.service")
        # It is looked at as long as that takes.
        machine.must("sed -i 's/--outcome-time 15/--outcome-time 3600/' /etc/systemd/system/fbprogress.service.d/record.conf && "
                     "systemctl daemon-reload && systemctl restart fbprogress.service")
        return [*failing_unit(machine), *offline_update(machine), *swupdate(machine)]


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
# Nobody waits for a reader of the FIFO, in whatever state the screen is.
WRITE = "timeout 10 sh -c 'echo 40 >/run/fbprogress/feed'"


def rescue(disk, _program):
    """Into another target, where it shows on; and into rescue mode: the shell comes, is seen, and outlives a record; and a screen that can't be started holds nobody up."""
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
                           "journalctl -b -u fbprogress -o cat --no-pager | grep -q 'the first picture'", 60)
        # A screen in the initramfs, and none of the start: the console is back all the same.
        machine.must("rm /grubenv/grub/extra; grub-editenv /grubenv/grub/grubenv set A_TRY=0; "
                     "systemctl -q disable fbprogress-boot.service fbprogress-rauc.service fbprogress-rauc-interrupted.service; sync")
        machine.reset()
        machine.wait_for_agent()
        machine.await_true("systemctl is-active -q multi-user.target")
        time.sleep(2)
        machine.must("dmesg | grep -q 'fbprogress: the first picture' && test ! -e /run/fbprogress/initramfs.pid && "
                     "! grep -qs '^fbprogress' /proc/[0-9]*/comm")
        return ["the rescue shell is there, and stays; who writes is not held up, nor by a screen that can't be started",
                "a card whose driver comes after the service is shown on"]


TRACING = "/sys/kernel/tracing"


def handover(disk, program):
    """From the last picture to another program's first one: no black, no console, no modeset."""
    application, reveal = (pixels.plain(800, 480, (0x30, 0x60, blue)) for blue in (0xA1, 0xA0))
    with Booted(Hardware(disk, size=(800, 480))) as machine:
        machine.wait_for_agent()
        machine.await_true("systemctl is-active -q fbprogress.service")
        machine.must("fbprogress send image /usr/share/fbprogress/application.png; fbprogress send 60")
        time.sleep(3)
        before = machine.screen()
        machine.must(f"cd {TRACING} && echo 'p:disable virtio_gpu_crtc_atomic_disable\n"
                     "p:modeset virtio_gpu_crtc_mode_set_nofb\n"
                     "p:scanout virtio_gpu_cmd_set_scanout resource=%dx:u32' >kprobe_events && "
                     "echo 1 >events/kprobes/enable && echo >trace")
        machine.begin("systemctl start fbprogress-handover.service && "
                      "exec client 3060a1 card /dev/dri/card1 until /run/test.end leave exit")
        seen, gaps, last = [before], [], time.monotonic()
        deadline = time.monotonic() + PATIENCE
        while (picture := machine.screen()) != application:
            now = time.monotonic()
            gaps.append(now - last)
            last = now
            if picture != seen[-1]:
                seen.append(picture)
            if now > deadline:
                save(EVIDENCE / "handover/last.png", picture)
                raise Failure("the application does not come: " + machine.must(
                    "cat /run/job.out; journalctl -b -u fbprogress -u fbprogress-handover --no-pager | tail -20"))
            time.sleep(max(0, 0.01 - (time.monotonic() - now)))
        trace = machine.must(f"grep -E 'disable|modeset|scanout' {TRACING}/trace || true")
        (EVIDENCE / "handover").mkdir(parents=True, exist_ok=True)
        (EVIDENCE / "handover/trace").write_text(trace, encoding="utf-8")
        for number, picture in enumerate(seen):
            save(EVIDENCE / f"handover/{number:03}.png", picture)
            black = sum(not picture.data[at:at + 3].strip(b"\0") for at in range(0, len(picture.data), 3 * 97))
            if black * 97 * 2 > picture.width * picture.height:
                raise Failure(f"picture {number} of {len(seen)} is black, or a console")
        if seen[-1] != reveal:
            raise Failure("the last picture is not the application's: build/boot/handover")
        events = [line for line in trace.splitlines() if not line.startswith("#")]
        bad = [line for line in events if "disable:" in line or "modeset:" in line or "resource=0" in line]
        if bad or not any("scanout:" in line for line in events):
            raise Failure(f"between the two the kernel did: {bad or 'nothing that was traced'}")
        machine.must("touch /run/test.end")
        return [f"{len(gaps)} pictures, {sum(gaps) / len(gaps) * 1000:.0f} ms apart, {len(seen)} of them different: none is "
                f"black or a console; the kernel traced {len(events)} changes of framebuffer, no modeset, no disabled plane"]


ALL = (Journey("power on", power_on, quick=True),
       Journey("power on with dracut", power_on_with_dracut, maker="dracut"),
       Journey("serial only", serial_only),
       Journey("services", services), Journey("rescue", rescue), Journey("hand-over", handover), Journey("interrupted", interrupted),
       Journey("update", update))
