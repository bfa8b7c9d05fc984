"""Kernels that Debian does not have: a few options of its source, all of them built in.

The built kernel lies below .build; nothing is installed.
"""

import contextlib
import dataclasses
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


@dataclasses.dataclass(frozen=True)
class Configuration:
    """Which options are on, and device trees that are made with it, each the file `IMAGE-TREE.dtb`.

    `suite` is the release of Debian that has the source, if not this machine's; `source` the
    package, if not the release's newest; `make` the variables of the kernel's Makefiles
    (`{toolchain}` is the folder of Swift's compilers), and `image` what they make.
    """

    options: Path
    suite: str | None = None
    source: str | None = None
    make: tuple[str, ...] = ()
    image: str = "vmlinux"
    trees: tuple[Path, ...] = ()

    @property
    def files(self):
        """What it is made of, besides the source."""
        return self.options, *self.trees


# The compiler is Swift's, which makes code for all processors; Debian's own has a package for each.
ARM = ("ARCH=arm", "LLVM={toolchain}/", "READELF=readelf",
       *(f"HOST{one}" for one in ("CC=cc", "CXX=c++", "LD=ld", "AR=ar")))
CONFIGURATIONS = {
    # A kernel that is newer than those of Debian 12.
    "no-vt": Configuration(HERE / "kernels/no-vt.config", "trixie-backports"),
    # The last kernel of Debian that has all of the board's drivers.
    "vexpress": Configuration(
        HERE / "kernels/vexpress.config", source="linux-source-6.1", make=ARM,
        image="arch/arm/boot/zImage", trees=tuple(sorted(HERE.glob("kernels/vexpress-*.dts")))),
}


def of_pc():
    """The versions that a PC boots."""
    return [name for name, one in CONFIGURATIONS.items() if not one.make]


def prepare(version):
    """The image of a kernel; built, for ten to twenty minutes, unless .build has it."""
    configuration = CONFIGURATIONS[version]
    suite = configuration.suite
    # Other runs use the cache while the kernel is built.
    with (suites.apt_of("amd64", suite) if suite else contextlib.nullcontext(),
          packages.locked_cache() as cache):
        source = configuration.source
        if not source:
            (source,) = packages.dependencies("linux-source", "linux-source-")
        wanted = packages.sums_in_index(source)[source]
        contents = b"".join(path.read_bytes() for path in configuration.files)
        key = hashlib.sha256(wanted.encode() + contents).hexdigest()[:16]
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
                made = build(package, configuration, Path(folder))
                for tree in made.parent.glob("*.dtb"):
                    tree.rename(f"{image}-{tree.name}")
                made.rename(image)
    return image


def build(package, configuration, folder):
    """Builds the image, without debug information, and beside it its device trees."""
    packages.output_of("dpkg", "-x", str(package), str(folder / "package"))
    (archive,) = (folder / "package/usr/src").glob("linux-source-*.tar.xz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder)
    archive.unlink()
    (tree,) = folder.glob("linux-source-*")
    output = folder / "out"
    output.mkdir()
    variables = [one.format(toolchain=commandline.toolchain()) for one in configuration.make]
    make = ("nice", "-n", "19", "make", "-s", "-C", str(tree), f"O={output}", *variables)
    packages.output_of(*make, f"KCONFIG_ALLCONFIG={configuration.options}", "allnoconfig")
    check(configuration.options, output / ".config")
    image = output / configuration.image
    packages.output_of(*make, f"-j{os.cpu_count()}", image.name)
    if image.name == "vmlinux":
        packages.output_of("strip", "--strip-debug", str(image))
    for source in configuration.trees:
        shutil.copy(source, tree / "arch/arm/boot/dts")
    for name in (f"{source.stem}.dtb" for source in configuration.trees):
        packages.output_of(*make, name)
        (output / "arch/arm/boot/dts" / name).rename(image.parent / name)
    shutil.rmtree(tree)
    return image


def check(configuration, made):
    """That this source still knows all options: it leaves out others without a word."""
    def options(path):
        return set(re.findall(r"^(?:CONFIG_.*|# CONFIG_\w+ is not set)$",
                              path.read_text(encoding="ascii"), re.MULTILINE))

    if missing := options(configuration) - options(made):
        raise LabError(f"{configuration.name}: this kernel does not take {', '.join(sorted(missing))}")
