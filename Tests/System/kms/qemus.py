"""QEMU's programs: the installed one, and the newer one of Debian's backports beside it."""

import functools
import os

from . import packages, suites
from .errors import LabError

INSTALLED = os.environ.get("QEMU", "qemu-system-x86_64")
SUITE = "bookworm-backports"
PROGRAM, MODULES, FIRMWARE = "qemu-system-x86", "qemu-system-common", "qemu-system-data"


@functools.cache
def command(is_newer):
    """How QEMU is to be called. The newer one is unpacked into the cache; nothing is installed. The
    first call of a process must be its only thread's, since apt's state is that of the process."""
    if not is_newer:
        return (INSTALLED,)
    with suites.apt_of("amd64", SUITE):
        roots = {name: packages.unpacked(name) for name in (PROGRAM, MODULES, FIRMWARE)}
    program = roots[PROGRAM] / "usr/bin/qemu-system-x86_64"
    # The installed one has the libraries and the BIOS.
    if "not found" in (libraries := packages.output_of("ldd", str(program))):
        raise LabError(f"{program} lacks a library:\n{libraries}")
    (modules,) = roots[MODULES].glob("usr/lib/*/qemu")
    return ("env", f"QEMU_MODULE_DIR={modules}", str(program),
            "-L", str(roots[FIRMWARE] / "usr/share/qemu"), "-L", "/usr/share/seabios")
