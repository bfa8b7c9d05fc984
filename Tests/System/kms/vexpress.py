"""Arm's Versatile Express board (V2P-CA9): QEMU emulates its LCD controller, a PL111, which Debian's
kernel for the board has a fbdev driver for but no KMS driver. The device tree chooses the driver."""

import dataclasses

from . import boards, built_kernel, kernel, packages, pixels, suites
from .cases import endings, fbdev, pictures, ways
from .machine import Machine
from .runner import Group

KERNEL, ARCHITECTURE = "vexpress", "armv7"
# What says that the driver is there.
DEVICES = {"pl111": "/dev/dri/card0", "clcd": "/dev/fb0", "clcd-32": "/dev/fb0"}


@dataclasses.dataclass(frozen=True)
class Vexpress(Machine):
    """The board; `card` is the device tree, and with it the driver."""

    kernel: str = KERNEL

    def __str__(self):
        return f"vexpress {self.card} {self.width}x{self.height}"

    @property
    def loading_script(self):
        """There is nothing to load."""
        return f"await test -e {DEVICES[self.card]}"

    @property
    def has_screen(self):
        """QEMU shows what the controller does."""
        return True

    def display(self, card, head):
        """The controller of the core tile is the board's first display, and has no name."""
        return {}

    def seen(self, dump):
        """QEMU leaves the lower bits of RGB565 zero; a panel shows white as white."""
        return pixels.from_upper_bits(dump) if self.depth == 16 else dump

    def command(self, kernel, initramfs, folder):
        """How QEMU is to be called, as for a PC."""
        return [
            "qemu-system-arm", "-machine", "vexpress-a9", "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
            "-audiodev", "none,id=silence", "-m", "512", "-smp", "1", "-accel", "tcg,thread=single,tb-size=256",
            "-kernel", str(kernel.image), "-dtb", f"{kernel.image}-vexpress-{self.card}.dtb", "-initrd", str(initramfs),
            "-append", " ".join((boards.PARAMETERS.replace("ttyS0", "ttyAMA0"), *self.parameters)),
            "-chardev", f"file,id=console,path={folder}/console", "-serial", "chardev:console",
            "-chardev", f"socket,id=commands,path={folder}/commands,server=on,wait=off",
            "-device", "virtio-serial-device", "-device", "virtserialport,chardev=commands,name=lab.commands",
            "-chardev", f"socket,id=monitor,path={folder}/monitor,server=on,wait=off", "-mon", "chardev=monitor,mode=control"]


def _groups():
    yield Group(Vexpress("pl111", 1024, 768), pictures.FEW + ways.XBGR8888 + ways.LEGACY + endings.CASES)
    # The console has this format, and another one needs a modeset.
    yield Group(Vexpress("pl111", 1024, 768, depth=16), ways.RGB565 + ways.KEPT_IN_RGB565)
    yield Group(Vexpress("clcd", 800, 600, depth=16), fbdev.REPORTED + fbdev.CASES)
    yield Group(Vexpress("clcd-32", 800, 600), fbdev.REPORTED + fbdev.CASES + endings.CASES)


GROUPS = tuple(_groups())


def prepare(version):
    """The built kernel, with the busybox of Debian's board."""
    board = boards.BOARDS[ARCHITECTURE]
    with suites.apt_of(board.debian, board.suite):
        busybox = packages.unpacked("busybox-static") / "bin/busybox"
    image = built_kernel.prepare(version)
    # Whatever a case loads is built in, or its device does not appear.
    return kernel.Kernel(version, image, image, busybox, {}, kernel.ALL_BUILT_IN)
