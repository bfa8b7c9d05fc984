"""Kernel modules that Debian leaves out, built against its kernels: vkms, simpledrm, gud, our own.

Everything happens in unpacked packages; nothing is installed. The drivers come from Debian's
source package of the same kernel and are used as they are.
"""

import os
import shutil
import tarfile
from pathlib import Path

from . import packages
from .errors import LabError

OWN_SOURCES = Path(__file__).resolve().parent / "modules"
DRM = "drivers/gpu/drm"
WANTED = (f"{DRM}/vkms/", f"{DRM}/gud/", f"{DRM}/tiny/simpledrm.c")
MAKEFILE = "obj-m := vkms/ gud/ simpledrm.o firmware_framebuffer.o\n"


def packages_for(version, image):
    """The packages that modules for this kernel are built out of."""
    headers = image.replace("linux-image-", "linux-headers-")
    return (f"linux-source-{version}", headers,
            *packages.dependencies(headers, "linux-headers-", "linux-kbuild-"))


def fingerprint():
    """What changes whenever built modules may become different ones."""
    return tuple(packages.sha256_of(path)
                 for path in (Path(__file__), *sorted(OWN_SOURCES.glob("*.c"))))


def build(version, root, folder):
    """Builds the modules in `folder`, which appears, out of the packages unpacked in `root`."""
    sources = root / "usr/src"
    (common,) = sources.glob("linux-headers-*-common")
    (headers,) = (one for one in sources.glob("linux-headers-*") if one != common)
    # The two packages expect to lie in /usr/src, and the types of the whole kernel (BTF) would
    # ask for a program of their own.
    (headers / "Makefile").write_text(f"include {common}/Makefile\n", encoding="ascii")
    (headers / "vmlinux").unlink(missing_ok=True)
    take_sources(sources / f"linux-source-{version}.tar.xz", folder)
    for path in OWN_SOURCES.glob("*.c"):
        shutil.copy(path, folder)
    (folder / "Makefile").write_text(MAKEFILE, encoding="ascii")
    packages.output_of("make", "-s", "-C", str(headers), f"M={folder}",
                       "CONFIG_DRM_VKMS=m", "CONFIG_DRM_GUD=m", f"-j{os.cpu_count()}", "modules")
    for module in folder.rglob("*.ko"):
        packages.output_of("strip", "--strip-debug", str(module))


def take_sources(archive, folder):
    """Unpacks the drivers' sources, each as `folder/DRIVER.c` or `folder/DRIVER/...`."""
    folder.mkdir(parents=True)
    with tarfile.open(archive) as tar:
        for member in tar:
            name = member.name.partition("/")[2]
            if member.isfile() and name.startswith(WANTED):
                path = folder / name.removeprefix(f"{DRM}/").removeprefix("tiny/")
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(tar.extractfile(member).read())
    if not all((folder / one).exists() for one in ("simpledrm.c", "vkms/Makefile", "gud/Makefile")):
        raise LabError(f"{archive.name} lacks vkms, gud or simpledrm")
