"""What to emulate: the processor, the cards, the kernel and its parameters."""

from dataclasses import dataclass
from pathlib import Path

from . import qemus, radeon_rom

QEMU = qemus.INSTALLED

# Kernel messages go to the serial port alone, so tty1 shows only what a case writes, and the
# cursor is off because a blinking one would make two pictures of the same text differ.
# A system call that is not in the list of its process kills that process, so the case fails.
# The others cost start-up time or entropy that an emulated machine does not have.
KERNEL_PARAMETERS = (
    "console=ttyS0 quiet panic=-1 vt.global_cursor_default=0 consoleblank=0 "
    "tsc=reliable no_timer_check lpj=4000000 mitigations=off random.trust_cpu=on "
    "fbprogress.sandbox=kill")

# The oldest x86-64 there is has no random numbers of its own, and the kernel would take
# seconds to gather some; no code of ours looks at this feature.
CPUS = {"qemu64": "qemu64,+rdrand", "max": "max"}

# None: nothing in the machine, and `-nodefaults` leaves out the card that q35 would have.
CARDS = {
    "virtio": "virtio-vga,xres={width},yres={height},max_outputs={heads}",
    "bochs": "VGA,vgamem_mb=64,xres={width},yres={height}",
    "qxl": "qxl-vga,vgamem_mb=64,xres={width},yres={height}",
    "cirrus": "cirrus-vga",
    "cirrusfb": "cirrus-vga",
    "radeon": "ati-vga,model=rv100,vgamem_mb=16,romfile={folder}/radeon.rom",
    "simpledrm": "VGA,vgamem_mb=64,xres={width},yres={height}",
    "vesafb": "VGA,vgamem_mb=64,xres={width},yres={height}",
    "vkms": None,
    # A framebuffer device in memory.
    "vfb": None,
    # A display on USB, which a program in the guest is.
    "gud": None,
    "udl": None,
    "none": None,
}
# A machine has one VGA at most, so the same cards without it.
SECOND_CARDS = {
    "virtio": "virtio-gpu-pci,xres={width},yres={height},max_outputs={heads}",
    "bochs": "bochs-display,vgamem=64M,xres={width},yres={height}",
    "vkms": None,
}

# Numbers of the VESA modes of QEMU's BIOS, by size and bits per pixel.
VESA_MODES = {
    (640, 480): {16: 0x111, 24: 0x112, 32: 0x142},
    (800, 600): {16: 0x114, 24: 0x115, 32: 0x143},
    (1024, 768): {16: 0x117, 24: 0x118, 32: 0x144},
    (1280, 720): {16: 0x18D, 24: 0x18E, 32: 0x18F},
    (1280, 800): {16: 0x178, 24: 0x179, 32: 0x17A},
}
VESA_CARDS = ("simpledrm", "vesafb")


class Displays:
    """The displays of a machine, as QEMU has them."""

    def display(self, card, head):
        """How QEMU's monitor calls a display."""
        return {"device": f"card{card}", "head": head}

    def seen(self, dump):
        """What a panel shows of what QEMU dumps."""
        return dump


@dataclass(frozen=True)
class Machine(Displays):
    """What to emulate. Virtual time counts instructions, 8 ns each, and skips idling.

    `heads` is how many displays can be plugged into each virtio card; at first there is one.
    `depth`, bits per pixel, is that of the firmware's framebuffer (simpledrm, vesafb).
    """

    card: str = "virtio"
    width: int = 1280
    height: int = 800
    cpu: str = "qemu64"
    virtual_time: bool = False
    kernel: str = "6.1"
    heads: int = 1
    second: str | None = None
    depth: int = 32
    parameters: tuple[str, ...] = ()
    newer_qemu: bool = False

    def __str__(self):
        card = self.card + (f"+{self.second}" if self.second else "")
        size = f"{self.width}x{self.height}" + ("" if self.depth == 32 else f"x{self.depth}")
        return " ".join([card, size, *([f"{self.heads} heads"] if self.heads > 1 else ()),
                         self.cpu, *([self.kernel] if self.kernel != "6.1" else ()),
                         *(["newer QEMU"] if self.newer_qemu else ())])

    @property
    def loading_script(self):
        """The shell script that loads the cards' drivers and waits for what they make."""
        numbers = {"none": [], "vesafb": [], "cirrusfb": [], "vfb": []}.get(self.card, [0]) + ([1] if self.second else [])
        return " && ".join(
            [f"load-modules {one}" for one in (self.card, self.second) if one]
            + [f"await test -e /dev/dri/card{number}" for number in numbers]
            + (["{ latch >/dev/null 2>&1 & }"] if self.card == "radeon" else []))

    @property
    def has_screen(self):
        """Whether QEMU can tell what the machine's first card shows."""
        return CARDS[self.card] is not None

    @property
    def can_plug(self):
        """Whether displays can be plugged, resized and unplugged while the machine runs."""
        return self.heads > 1

    def command(self, kernel, initramfs, folder):
        """How QEMU is to be called; its sockets and its log lie in `folder`."""
        image = kernel.compressed if self.card in VESA_CARDS else kernel.image
        command = [
            *qemus.command(self.newer_qemu), "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
            "-machine", "q35", "-m", "512", "-smp", "1",
            "-accel", "tcg,thread=single,tb-size=256", "-cpu", CPUS[self.cpu],
            "-kernel", str(image), "-initrd", str(initramfs),
            "-append", " ".join(self._parameters()),
            "-chardev", f"file,id=console,path={folder}/console", "-serial", "chardev:console",
            "-chardev", f"socket,id=commands,path={folder}/commands,server=on,wait=off",
            "-device", "virtio-serial-pci",
            "-device", "virtserialport,chardev=commands,name=lab.commands",
            "-chardev", f"socket,id=monitor,path={folder}/monitor,server=on,wait=off",
            "-mon", "chardev=monitor,mode=control"]
        for name, card in enumerate((CARDS[self.card], SECOND_CARDS.get(self.second))):
            if card:
                device = card.format(width=self.width, height=self.height, heads=self.heads,
                                     folder=folder)
                command += ["-device", f"{device},id=card{name}"]
        if self.card == "radeon":
            radeon_rom.write(Path(folder, "radeon.rom"))
        if self.can_plug:
            for head in range(self.heads):
                command += ["-vnc", f"unix:{folder}/head{head},display=card0,head={head}"]
        if self.virtual_time:
            command += ["-icount", "shift=3,sleep=off"]
        return command

    def _parameters(self):
        yield KERNEL_PARAMETERS
        if self.card in VESA_CARDS:
            # The kernel counts VESA's modes from 512 on.
            yield f"vga={0x200 + VESA_MODES[self.width, self.height][self.depth]}"
        if self.card == "simpledrm":
            yield "initcall_blacklist=vesafb_driver_init,simplefb_driver_init"
        yield from self.parameters
