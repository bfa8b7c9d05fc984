"""A machine with one disk, and what a test can do to it."""

import shlex
import subprocess
import time
from dataclasses import dataclass

from kms import pixels
from kms.errors import Failure, LabError
from kms.guest import Guest
from kms.machine import QEMU, Displays

# How many seconds something may take before it is called missing: it is for the slowest host.
PATIENCE = 600


@dataclass(frozen=True)
class Hardware(Displays):
    """What the machine is made of. Without a card there is only the serial line."""

    disk: object
    size: tuple[int, int] | None = (1280, 800)

    def command(self, _kernel, _initramfs, folder):
        """How QEMU is to be called; its sockets, its disk and its log lie in `folder`."""
        command = [
            QEMU, "-nodefaults", "-no-user-config", "-display", "none",
            "-machine", "q35", "-m", "1024", "-smp", "1", "-cpu", "qemu64,+rdrand",
            "-accel", "tcg,thread=single,tb-size=512",
            "-drive", f"file={folder}/disk,format=raw,if=virtio,cache=unsafe",
            "-chardev", f"file,id=console,path={folder}/console", "-serial", "chardev:console",
            "-chardev", f"socket,id=commands,path={folder}/commands,server=on,wait=off",
            "-device", "virtio-serial-pci",
            "-device", "virtserialport,chardev=commands,name=lab.commands",
            "-chardev", f"socket,id=monitor,path={folder}/monitor,server=on,wait=off",
            "-mon", "chardev=monitor,mode=control"]
        if self.size:
            command += ["-device", "virtio-vga,id=card0,xres={},yres={}".format(*self.size)]
        return command


class Booted(Guest):
    """A machine that was switched on. To be used as a context manager, which ends it."""

    def __init__(self, hardware):
        super().__init__(hardware, None, None)

    def _boot(self, machine, kernel, initramfs):
        # Holes stay holes: most of the disk is empty.
        subprocess.run(["cp", "--sparse=always", machine.disk, self._folder / "disk"], check=True)
        self._switch_on(machine.command(kernel, initramfs, self._folder))

    def wait_for_agent(self, seconds=PATIENCE):
        super().wait_for_agent(seconds)

    def reset(self):
        """The button."""
        self._monitor.execute("system_reset")

    def must(self, script, timeout=PATIENCE):
        """Runs a script in the machine; what it prints. Its failure is one of the test."""
        answer = self.run(script, timeout=timeout)
        if answer.status:
            raise Failure(f"in the machine: {script}: status {answer.status}: {answer.text}")
        return answer.text

    def await_true(self, condition, seconds=PATIENCE):
        """Waits until a shell's condition holds in the machine."""
        deadline = time.monotonic() + seconds
        while self.run(condition).status:
            if time.monotonic() > deadline:
                raise Failure(f"not so within {seconds} s: {condition}\n"
                              + self.run("journalctl -b --no-pager | tail -n 30").text)
            time.sleep(0.3)

    def begin(self, command, name="job"):
        """Runs a command in the background, as a unit of its own."""
        self.must(f"systemd-run --quiet --unit={name} --service-type=exec -p RemainAfterExit=yes "
                  f"-p StandardOutput=file:/run/{name}.out -p StandardError=file:/run/{name}.out "
                  f"sh -c {shlex.quote(f'{command}; echo $? >/run/{name}.status')}")

    def ended(self, name="job", seconds=PATIENCE):
        """Waits for the end of such a command: its status, and what it printed."""
        self.await_true(f"test -s /run/{name}.status", seconds)
        self.must(f"systemctl stop {name}; systemctl reset-failed {name} 2>/dev/null; true")
        status = int(self.must(f"cat /run/{name}.status"))
        text = self.must(f"cat /run/{name}.out")
        self.must(f"rm -f /run/{name}.status /run/{name}.out")
        return status, text

    def shot(self):
        """What the screen shows; None in the moment in which it has no picture."""
        try:
            return self.screen()
        except (LabError, ValueError):
            return None


def save(path, picture):
    """Keeps a picture for people."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pixels.write_png(path, picture)
