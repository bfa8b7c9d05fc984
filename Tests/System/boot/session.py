"""The screen of a machine, compared with what `render` draws of its recorded session."""

import base64
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from kms import pixels
from kms.commandline import ROOT
from kms.errors import Failure
from kms.reference import Reference, Scene

from .evidence import EVIDENCE
from .image import CACHE, SETTINGS
from .machine import PATIENCE, save

SHARE = ROOT / "share"

LOOK = ("--config", str(CACHE / "settings.conf"), "--theme-folders", f"{SHARE}/themes", "--fonts",
        f"{SHARE}/fonts/default.fbfont:{SHARE}/fonts/world.fbfont", "--locale-folder",
        f"{SHARE}/locale")


def idle(program, size):
    """The screen before anything was said, when it has come to rest."""
    (CACHE / "settings.conf").write_text(SETTINGS, encoding="ascii")
    reference = Reference(program, CACHE / "reference")
    return reference.picture(Scene("@0 message ", 60, LOOK), size)


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
