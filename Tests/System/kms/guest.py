"""A running guest: QEMU, the channel that runs commands in it, and pictures of its screen."""

import base64
import shutil
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from . import monitor, pixels
from .errors import PATIENCE, GuestLost, LabError
from .machine import QEMU


@dataclass(frozen=True)
class Answer:
    """How a command in the guest ended and what it wrote."""

    status: int
    text: str


class Guest:
    """A booted machine. To be used as a context manager, which ends it."""

    def __init__(self, machine, kernel, initramfs):
        self.machine = machine
        self._folder = Path(tempfile.mkdtemp(prefix="fbprogress-lab-"))
        self._qemu = self._commands = self._monitor = None
        try:
            self._boot(machine, kernel, initramfs)
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def stop(self):
        """Stops the machine; requests that its disk has accepted are completed before."""
        self._monitor.execute("stop")

    def go_on(self):
        """Lets a stopped machine go on."""
        self._monitor.execute("cont")

    def kill(self):
        """Ends the machine at once; a pending answer raises an error."""
        if self._qemu:
            self._qemu.kill()

    def close(self):
        """Ends the machine and forgets it; there is nothing in it to keep."""
        self.kill()
        if self._qemu:
            self._qemu.wait()
        for link in (self._commands, self._monitor):
            if link:
                link.close()
        shutil.rmtree(self._folder)

    def run(self, script, timeout=150):
        """Runs a shell script in the guest, to its end. Its background children may go on."""
        try:
            self._commands.settimeout(timeout)
            self._commands.sendall(base64.b64encode(script.encode()) + b"\n")
            return self._answer()
        except TimeoutError:
            raise GuestLost(f"no answer within {timeout} s to: {script}") from None
        except OSError as error:
            raise GuestLost(f"{error} while running: {script}") from None

    def screen(self, head=0, card=0):
        """What a screen shows now: the first one of the first card, unless told otherwise."""
        path = self._folder / "screen.ppm"
        self._monitor.execute("screendump", filename=str(path), **self.machine.display(card, head))
        return self.machine.seen(pixels.read_ppm(path.read_bytes()))

    def plug(self, head, size):
        """Plugs a display of this size into a head of the first card, or gives the one that is
        there another size; None unplugs it. The driver hears of it as it would from a cable."""
        monitor.plug(self._folder / f"head{head}", *(size or (0, 0)))

    def press(self, *keys):
        """Presses keys together, by their names in QMP (`ctrl`, `alt`, `f2`, `a`), and lets go."""
        self._monitor.execute("send-key", keys=[{"type": "qcode", "data": key} for key in keys])

    def held_up(self):
        """Seconds so far that the guest was ready to run and this machine had no processor free."""
        waits = []
        for thread in Path(f"/proc/{self._qemu.pid}/task").iterdir():
            # Nanoseconds run, nanoseconds waited to run, turns.
            waits.append(int((thread / "schedstat").read_text(encoding="ascii").split()[1]))
        # The longest is that of the thread that emulates the guest's only processor.
        return max(waits) / 1e9

    def console(self, lines=30):
        """The end of what the kernel printed."""
        text = (self._folder / "console").read_text(errors="replace")
        return "\n".join(text.splitlines()[-lines:])

    def _boot(self, machine, kernel, initramfs):
        self._switch_on(machine.command(kernel, initramfs, self._folder))
        self.wait_for_agent(PATIENCE)
        if machine.can_plug:
            # QEMU passes on what changes only, and thinks that nothing is plugged at first.
            self.plug(0, (machine.width, machine.height))

    def _switch_on(self, command):
        """Starts QEMU."""
        (self._folder / "console").touch()
        with open(self._folder / "qemu", "wb") as log:
            try:
                self._qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            except FileNotFoundError:
                raise LabError(f"{QEMU} is not installed") from None
        self._commands = self._connected("commands")
        self._monitor = monitor.Monitor(self._connected("monitor"))

    def wait_for_agent(self, seconds):
        """Returns when the guest has started so far that it does what it is told."""
        self._commands.settimeout(seconds)
        try:
            self._answer()
        except OSError as error:
            raise GuestLost(f"the guest does not start: {error}\n{self.console()}") from None

    def _connected(self, name):
        """A connection to one of QEMU's sockets, which appear some time after it was started."""
        deadline = time.monotonic() + PATIENCE
        while True:
            link = socket.socket(socket.AF_UNIX)
            try:
                link.connect(str(self._folder / name))
                return link
            except OSError:
                link.close()
            if self._qemu.poll() is not None or time.monotonic() > deadline:
                raise LabError(f"{QEMU}: " + (self._folder / "qemu").read_text().strip())
            time.sleep(0.02)

    def _answer(self):
        head = b""
        while not head.endswith(b"\n"):
            head += self._received(1)
        status, length = map(int, head.split())
        return Answer(status, self._received(length).decode(errors="replace"))

    def _received(self, length):
        data = b""
        while len(data) < length:
            part = self._commands.recv(length - len(data))
            if not part:
                raise ConnectionError("the guest is gone")
            data += part
        return data

