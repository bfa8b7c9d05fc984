"""A running guest: QEMU, the channel that runs commands in it, and pictures of its screen."""

import base64
import json
import shutil
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from . import pixels
from .errors import GuestLost, LabError

QEMU = "qemu-system-x86_64"

CARDS = {
    "virtio": "virtio-vga,xres={},yres={}",
    "bochs": "VGA,vgamem_mb=64,xres={},yres={}",
    # No card: `-nodefaults` leaves out the one q35 would have.
    "none": None,
}

# Kernel messages go to the serial port alone, so tty1 shows only what a case writes, and the
# cursor is off because a blinking one would make two pictures of the same text differ.
# The others cost start-up time or entropy that an emulated machine does not have.
KERNEL_PARAMETERS = (
    "console=ttyS0 quiet panic=-1 vt.global_cursor_default=0 consoleblank=0 "
    "tsc=reliable no_timer_check lpj=4000000 mitigations=off random.trust_cpu=on")

# The oldest x86-64 there is has no random numbers of its own, and the kernel would take
# seconds to gather some; no code of ours looks at this feature.
CPUS = {"qemu64": "qemu64,+rdrand", "max": "max"}


@dataclass(frozen=True)
class Machine:
    """What to emulate. Virtual time counts instructions, 8 ns each, and skips idling."""

    card: str = "virtio"
    width: int = 1280
    height: int = 800
    cpu: str = "qemu64"
    virtual_time: bool = False


@dataclass(frozen=True)
class Answer:
    """How a command in the guest ended and what it wrote."""

    status: int
    text: str


class Guest:
    """A booted machine. To be used as a context manager, which ends it."""

    def __init__(self, machine, kernel, initramfs):
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

    def kill(self):
        """Ends the machine at once; whoever waits for an answer learns that it is lost."""
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

    def run(self, script, timeout=30):
        """Runs a shell script in the guest, to its end. Its background children may go on."""
        try:
            self._commands.settimeout(timeout)
            self._commands.sendall(base64.b64encode(script.encode()) + b"\n")
            return self._answer()
        except TimeoutError:
            raise GuestLost(f"no answer within {timeout} s to: {script}") from None
        except OSError as error:
            raise GuestLost(f"{error} while running: {script}") from None

    def screen(self):
        """What the screen shows now."""
        path = self._folder / "screen.ppm"
        self._monitor.execute("screendump", filename=str(path))
        return pixels.read_ppm(path.read_bytes())

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
        folder = self._folder
        (folder / "console").touch()
        command = [
            QEMU, "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
            "-machine", "q35", "-m", "512", "-smp", "1",
            "-accel", "tcg,thread=single,tb-size=256", "-cpu", CPUS[machine.cpu],
            "-kernel", str(kernel.image), "-initrd", str(initramfs),
            "-append", KERNEL_PARAMETERS,
            "-chardev", f"file,id=console,path={folder}/console", "-serial", "chardev:console",
            "-chardev", f"socket,id=commands,path={folder}/commands,server=on,wait=off",
            "-device", "virtio-serial-pci",
            "-device", "virtserialport,chardev=commands,name=lab.commands",
            "-chardev", f"socket,id=monitor,path={folder}/monitor,server=on,wait=off",
            "-mon", "chardev=monitor,mode=control"]
        if card := CARDS[machine.card]:
            command += ["-device", card.format(machine.width, machine.height)]
        if machine.virtual_time:
            command += ["-icount", "shift=3,sleep=off"]
        with open(folder / "qemu", "wb") as log:
            try:
                self._qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log,
                                              stderr=log)
            except FileNotFoundError:
                raise LabError(f"{QEMU} is not installed") from None
        self._commands = self._connected("commands")
        self._monitor = Monitor(self._connected("monitor"))
        self._commands.settimeout(60)
        try:
            self._answer()
        except OSError as error:
            raise GuestLost(f"the guest does not boot: {error}\n{self.console()}") from None

    def _connected(self, name):
        """A connection to one of QEMU's sockets, which appear some time after it was started."""
        deadline = time.monotonic() + 20
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


class Monitor:
    """QEMU's own control channel, QMP."""

    def __init__(self, link):
        self._link = link
        self._link.settimeout(30)
        self._lines = link.makefile("rw", encoding="utf-8")
        self._lines.readline()
        self.execute("qmp_capabilities")

    def execute(self, command, **arguments):
        """One command; returns what it returns. Events that come in between are of no interest."""
        request = {"execute": command, "arguments": arguments}
        try:
            self._lines.write(json.dumps(request) + "\n")
            self._lines.flush()
            while line := self._lines.readline():
                answer = json.loads(line)
                if "return" in answer:
                    return answer["return"]
                if "error" in answer:
                    raise LabError(f"{command}: {answer['error']['desc']}")
        except OSError as error:
            raise GuestLost(f"{command}: {error}") from None
        raise GuestLost(f"{command}: the guest is gone")

    def close(self):
        """Ends the connection."""
        self._lines.close()
        self._link.close()
