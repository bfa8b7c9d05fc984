"""Boards other than a PC: QEMU's `virt` machines of ARM and RISC-V, with Debian's kernels and virtio's display.

Packages come from an apt state of their own below .build/sysroot/apt; the machine's own stays as it is.
"""

import dataclasses
import hashlib
import json
import shutil
import tempfile
from pathlib import Path

from . import build, commandline, kernel, packages, suites
from .cases import endings, late_card, pictures
from .initramfs import Archive
from .machine import KERNEL_PARAMETERS, Machine
from .runner import Group

DISPLAY = "virtio"


@dataclasses.dataclass(frozen=True)
class Board:
    """What is different: QEMU's program and machine, Debian's architecture and kernel, flags of C, the serial port.

    `suite` is the release of Debian that has the architecture, if this machine's release lacks it.
    """

    qemu: tuple[str, ...]
    debian: str
    package: str
    target: tuple[str, ...]
    serial: str = "ttyAMA0"
    suite: str | None = None


BOARDS = {
    "aarch64": Board(("qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a72"), "arm64", "linux-image-arm64",
                     ("--target=aarch64-linux-musl",)),
    "armv7": Board(("qemu-system-arm", "-machine", "virt,highmem=off", "-cpu", "cortex-a15"), "armhf", "linux-image-armmp",
                   ("--target=armv7-linux-musleabihf", "-mfpu=neon")),
    # No kernel of Debian is for armv6 and virtio's display: its program runs on that of armv7.
    "armv6": Board(("qemu-system-arm", "-machine", "virt,highmem=off", "-cpu", "cortex-a15"), "armhf", "linux-image-armmp",
                   ("--target=armv6-linux-musleabihf", "-mcpu=arm1176jzf-s", "-mfpu=vfp"), suite="bookworm"),
    "riscv64": Board(("qemu-system-riscv64", "-machine", "virt", "-cpu", "rv64"), "riscv64", "linux-image-riscv64",
                     ("--target=riscv64-linux-musl", "-march=rv64gc", "-mabi=lp64d"), "ttyS0", "trixie"),
}
PARAMETERS = KERNEL_PARAMETERS.replace("tsc=reliable no_timer_check lpj=4000000 ", "")


@dataclasses.dataclass(frozen=True)
class BoardMachine(Machine):
    """A board with one virtio card."""

    board: str = "aarch64"

    def __str__(self):
        return f"{self.board} {self.card} {self.width}x{self.height}"

    def command(self, kernel, initramfs, folder):
        """How QEMU is to be called, as for a PC."""
        own = BOARDS[self.board]
        return [
            *own.qemu, "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
            "-m", "512", "-smp", "1", "-accel", "tcg,thread=single,tb-size=256",
            "-kernel", str(kernel.compressed), "-initrd", str(initramfs), "-append", PARAMETERS.replace("ttyS0", own.serial),
            "-chardev", f"file,id=console,path={folder}/console", "-serial", "chardev:console",
            "-chardev", f"socket,id=commands,path={folder}/commands,server=on,wait=off",
            "-device", "virtio-serial-pci", "-device", "virtserialport,chardev=commands,name=lab.commands",
            "-chardev", f"socket,id=monitor,path={folder}/monitor,server=on,wait=off", "-mon", "chardev=monitor,mode=control",
            "-device", f"virtio-gpu-pci,xres={self.width},yres={self.height},id=card0"]


def groups(board):
    """The core cases: that pictures are the same, how it ends, a card that comes late."""
    for size in ((1280, 800), (483, 857)):
        yield Group(BoardMachine(DISPLAY, *size, kernel=board, board=board), pictures.CASES)
    machine = BoardMachine(DISPLAY, 1280, 800, kernel=board, board=board)
    yield Group(machine, endings.CASES)
    yield Group(machine, late_card.CASES, driver_loaded=False)


def prepare(name):
    """The kernel that apt would install on such a board, and the archive that it boots."""
    board = BOARDS[name]
    with suites.apt_of(board.debian, board.suite), packages.locked_cache() as cache:
        (image,) = packages.dependencies(board.package, "linux-image-")
        sums = packages.sums_in_index(image, "busybox-static")
        modules = (*kernel.CHANNEL_MODULES, *kernel.DISPLAY_MODULES[DISPLAY])
        key = hashlib.sha256(repr((sums, modules)).encode()).hexdigest()[:16]
        folder = cache / f"{image}-{key}"
        if not kernel.is_intact(folder):
            unpack([packages.fetch(one, sums[one], cache) for one in sums], modules, folder)
    return kernel.Kernel(
        version=name, image=folder / "vmlinuz", compressed=folder / "vmlinuz", busybox=folder / "busybox",
        modules={path.name.split(".ko")[0].replace("-", "_"): path for path in (folder / "modules").iterdir()},
        builtin=frozenset((folder / "builtin").read_text(encoding="ascii").split()))


def unpack(fetched, modules, folder):
    """Takes what a guest needs out of the packages; the folder appears complete or not at all."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="unpack-") as temporary:
        root, fresh = Path(temporary) / "root", Path(temporary) / "fresh"
        for package in fetched:
            packages.output_of("dpkg", "-x", str(package), str(root))
        (fresh / "modules").mkdir(parents=True)
        # riscv64's is not compressed. Since Debian 13 all programs and modules are below usr.
        (image,) = (root / "boot").glob("vmlinu[xz]-*")
        shutil.copy(image, fresh / "vmlinuz")
        (busybox,) = root.glob("**/bin/busybox")
        shutil.copy(busybox, fresh / "busybox")
        if not (root / "lib").exists():
            (root / "lib").symlink_to("usr/lib")
        kernel.take_modules(root, Path(temporary) / "none", fresh, modules)
        sums = {str(path.relative_to(fresh)): packages.sha256_of(path)
                for path in sorted(fresh.rglob("*")) if path.is_file()}
        (fresh / "sums.json").write_text(json.dumps(sums), encoding="ascii")
        shutil.rmtree(folder, ignore_errors=True)
        fresh.rename(folder)


def helper(name, board, folder):
    """One of our small C programs, compiled against the sysroot that the program was linked with."""
    sysroot, output = commandline.ROOT / ".build/sysroot" / board, folder / f"{name}-{board}"
    libraries = sysroot / "lib"
    packages.output_of(
        str(commandline.toolchain() / "clang"), *BOARDS[board].target, "-fuse-ld=lld", "-nostdlib", "-nostdlibinc", "-isystem",
        str(sysroot / "include"), "-static", "-Os", "-Wall", "-Wextra", "-Werror", "-o", str(output), str(libraries / "crt1.o"),
        str(libraries / "crti.o"), str(build.HERE / "guest" / f"{name}.c"), str(libraries / "libc.a"), str(libraries / "libgcc.a"),
        str(libraries / "crtn.o"))
    return output.read_bytes()


def initramfs(prepared, architecture, folder):
    """As for a PC, with the program of an architecture and without programs of the host, which no core case asks for."""
    folder.mkdir(parents=True, exist_ok=True)
    archive = Archive()
    archive.add("bin/busybox", prepared.busybox.read_bytes())
    archive.add_link("bin/sh", "busybox")
    archive.add("etc/fbprogress.conf", build.SETTINGS)
    archive.add("init", (build.HERE / "guest/init").read_bytes())
    for script in build.SCRIPTS:
        archive.add(f"lab/bin/{script}", (build.HERE / "guest" / script).read_bytes())
    build.add_users(archive)
    archive.add("lab/bin/kdmode", helper("kdmode", architecture, folder))
    archive.add("lab/bin/fbprogress", commandline.program(f"build/static/{architecture}/fbprogress").read_bytes())
    for name, wanted in (("channel", kernel.CHANNEL_MODULES), (DISPLAY, kernel.DISPLAY_MODULES[DISPLAY])):
        order = prepared.in_loading_order(*wanted)
        archive.add(f"modules/{name}.order", "".join(f"{one}\n" for one in order).encode())
        for module in order:
            archive.add(f"modules/{module}.ko", prepared.modules[module].read_bytes())
    build.add_cards(archive, folder)
    path = folder / f"initramfs-{prepared.version}"
    path.write_bytes(archive.finished())
    return path
