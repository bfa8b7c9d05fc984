"""Kernels that Debian does not have: a few options of its newest source, all of them built in.

The source is that of the backports to Debian 13, whose kernels are newer than those of Debian 12.
The built kernel lies below .build; nothing is installed.
"""

import hashlib
import os
import re
import shutil
import tarfile
import tempfile
from pathlib import Path

from . import commandline, packages, suites
from .errors import LabError

HERE = Path(__file__).resolve().parent
SUITE = "trixie-backports"
# By version, the options that are on.
CONFIGURATIONS = {"no-vt": HERE / "kernels/no-vt.config"}


def prepare(version):
    """The uncompressed image of a kernel; built, for ten to twenty minutes, unless .build has it."""
    configuration = CONFIGURATIONS[version]
    # Other runs use the cache while the kernel is built.
    with suites.apt_of("amd64", SUITE), packages.locked_cache() as cache:
        (source,) = packages.dependencies("linux-source", "linux-source-")
        wanted = packages.sums_in_index(source)[source]
        key = hashlib.sha256(wanted.encode() + configuration.read_bytes()).hexdigest()[:16]
        image = commandline.ROOT / f".build/kernels/{version}-{key}"
        if image.exists():
            return image
        package = packages.fetch(source, wanted, cache)
    with packages.locked(image.parent) as built:
        if not image.exists():
            for old in built.glob(f"{version}-*"):
                old.unlink()
            print(f"building the kernel {version} out of {source}", flush=True)
            with tempfile.TemporaryDirectory(dir=built, prefix="build-") as folder:
                build(package, configuration, Path(folder))
                (Path(folder) / "out/vmlinux").rename(image)
    return image


def build(package, configuration, folder):
    """Builds `folder/out/vmlinux` without debug information."""
    packages.output_of("dpkg", "-x", str(package), str(folder / "package"))
    (archive,) = (folder / "package/usr/src").glob("linux-source-*.tar.xz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder)
    archive.unlink()
    (tree,) = folder.glob("linux-source-*")
    output = folder / "out"
    output.mkdir()
    make = ("nice", "-n", "19", "make", "-s", "-C", str(tree), f"O={output}")
    packages.output_of(*make, f"KCONFIG_ALLCONFIG={configuration}", "allnoconfig")
    check(configuration, output / ".config")
    packages.output_of(*make, f"-j{os.cpu_count()}", "vmlinux")
    packages.output_of("strip", "--strip-debug", str(output / "vmlinux"))
    shutil.rmtree(tree)


def check(configuration, made):
    """That this source still knows all options: it leaves out others without a word."""
    def options(path):
        return set(re.findall(r"^(?:CONFIG_.*|# CONFIG_\w+ is not set)$",
                              path.read_text(encoding="ascii"), re.MULTILINE))

    if missing := options(configuration) - options(made):
        raise LabError(f"{configuration.name}: this kernel does not take {', '.join(sorted(missing))}")
