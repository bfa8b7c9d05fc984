"""Puts the guest's file system together out of the cache, this folder and the host's programs."""

import shutil
from pathlib import Path

from . import kernel, packages, pixels
from .commandline import ROOT
from .errors import LabError
from .initramfs import Archive

HERE = Path(__file__).resolve().parent
SCRIPTS = ("load-modules", "start", "await", "switches", "crtcs", "clients", "driver", "crc",
           "frames", "has-displays", "latch", "opened", "uploads")
HELPERS = ("kdmode", "vtmode", "flood", "client", "usb_display", "usb_displaylink")
# The real writers of progress, with the shell and the sed that make lines of their output.
HOST_PROGRAMS = ("pv", "wget", "dash", "sed")
# Programs that are not to be installed here, where they would become services: package, path.
PACKAGED_PROGRAMS = (("seatd", "usr/sbin/seatd"),)
# QEMU's displays tell a size, and a slow host takes long to look at them: pictures are compared with those of a display
# without a size, whose feed has not stalled.
SETTINGS = b"physical-size = no\nstall-after = 86400\nfonts = none\n"


def host_program(name):
    """Where a program of the host is."""
    found = shutil.which(name)
    if not found:
        raise LabError(f"{name} is not installed")
    return found


def helper(name, folder):
    """One of our small C programs, compiled for a guest that has no libraries."""
    output = folder / name
    # Debian has the kernel's headers of DRM in libdrm-dev; nothing else of it is used.
    packages.output_of(host_program("cc"), "-static", "-Os", "-Wall", "-Wextra", "-Werror",
                       "-I/usr/include/libdrm", "-o", str(output), str(HERE / "guest" / f"{name}.c"))
    return output.read_bytes()


def initramfs(machine_kernel, program, folder, extra=(), more=lambda archive: None):
    """Writes the archive that every guest with this kernel boots; returns its path. `extra` files
    go to /lab; `more` adds what it likes."""
    folder.mkdir(parents=True, exist_ok=True)
    archive = Archive()
    archive.add("bin/busybox", machine_kernel.busybox.read_bytes())
    archive.add_link("bin/sh", "busybox")
    archive.add("etc/fbprogress.conf", SETTINGS)
    archive.add("init", (HERE / "guest/init").read_bytes())
    for script in SCRIPTS:
        archive.add(f"lab/bin/{script}", (HERE / "guest" / script).read_bytes())
    for name in HELPERS:
        archive.add(f"lab/bin/{name}", helper(name, folder))
    for name in HOST_PROGRAMS:
        archive.add_program(f"lab/bin/{name}", host_program(name))
    for package, program_path in PACKAGED_PROGRAMS:
        found = packages.unpacked(package) / program_path
        archive.add_program(f"lab/bin/{found.name}", found)
    add_users(archive)
    archive.add_program("lab/bin/fbprogress", program)
    archive.add("lab/default.fbfont", (ROOT / "share/fonts/default.fbfont").read_bytes())
    for path in map(Path, extra):
        archive.add_program(f"lab/{path.name}", path)
    more(archive)
    add_modules(archive, machine_kernel)
    add_cards(archive, folder)
    path = folder / f"initramfs-{machine_kernel.version}"
    path.write_bytes(archive.finished())
    return path


def add_users(archive):
    """Root, and a user without rights, for those programs that ask for names."""
    archive.add("etc/passwd", b"root:x:0:0::/root:/bin/sh\nguest:x:1000:1000::/tmp:/bin/sh\n")
    archive.add("etc/group", b"root:x:0:\nguest:x:1000:\n")


def add_cards(archive, folder):
    """Test cards for screens of even and odd sides."""
    for odd_width in (0, 1):
        for odd_height in (0, 1):
            card = folder / f"card-{odd_width}{odd_height}.png"
            pixels.write_png(card, pixels.test_card(900 + odd_width, 600 + odd_height))
            archive.add(f"lab/{card.name}", card.read_bytes())


def add_modules(archive, machine_kernel):
    """The modules, and for each set of them a list in loading order."""
    sets = {"channel": kernel.CHANNEL_MODULES, **kernel.DISPLAY_MODULES}
    for name, wanted in sets.items():
        order = machine_kernel.in_loading_order(*wanted)
        archive.add(f"modules/{name}.order", "".join(f"{one}\n" for one in order).encode())
        for module in order:
            archive.add(f"modules/{module}.ko", machine_kernel.modules[module].read_bytes())
