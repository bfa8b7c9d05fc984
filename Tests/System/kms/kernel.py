"""Debian's kernels made ready for QEMU: an uncompressed image, its modules, a busybox.

QEMU takes seconds to emulate the unpacking of a compressed kernel, so the ELF
inside it is taken out once and booted through its PVH entry. The compressed one is kept
for machines that start in a mode of their firmware, which only its real-mode part can set.
"""

import dataclasses
import hashlib
import json
import lzma
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

from . import built_kernel, drivers, packages
from .errors import LabError

CHANNEL_MODULES = ("virtio_pci", "virtio_console")
DISPLAY_MODULES = {"virtio": ("virtio-gpu",), "bochs": ("bochs",), "qxl": ("qxl",),
                   "cirrus": ("cirrus",), "cirrusfb": ("cirrusfb",), "vkms": ("vkms",),
                   "simpledrm": ("firmware_framebuffer", "simpledrm"),
                   "vfb": ("vfb",), "gud": ("dummy_hcd", "usb_f_fs", "gud"),
                   # Built in; there is nothing to load.
                   "vesafb": (), "none": ()}

# By version, the package whose dependencies are the kernel of the day.
PACKAGES = {"6.1": "linux-image-amd64", "6.12": "linux-image-6.12-amd64"}


@dataclasses.dataclass(frozen=True)
class Kernel:
    """What a guest boots: files in the cache, valid as long as the cache is."""

    version: str
    image: Path
    compressed: Path
    busybox: Path
    modules: dict[str, Path]
    builtin: frozenset[str]

    def in_loading_order(self, *names):
        """`names` and what they depend on, dependencies first; built-in ones are left out."""
        order = []

        def visit(name):
            name = name.replace("-", "_")
            if name in order or name in self.builtin:
                return
            if name not in self.modules:
                raise LabError(f"this kernel has no module {name}")
            for needed in dependencies(self.modules[name].read_bytes()):
                visit(needed)
            order.append(name)

        for name in names:
            visit(name)
        return order


def dependencies(module):
    """The names in the `depends=` entry of a module's .modinfo section."""
    for start in (b"\0depends=", b"depends="):
        at = module.find(start)
        if at >= 0:
            at += len(start)
            return [name for name in module[at:module.index(b"\0", at)].decode().split(",") if name]
    return []


def prepare(version):
    """The kernel apt would install, downloaded and unpacked unless the cache has it; or one of
    our own."""
    if version in built_kernel.CONFIGURATIONS:
        image = built_kernel.prepare(version)
        # Whatever a case loads is built in, or its device does not appear.
        busybox = packages.unpacked("busybox-static") / "bin/busybox"
        return Kernel(version, image, image, busybox, {}, ALL_BUILT_IN)
    with packages.locked_cache() as cache:
        (image,) = packages.dependencies(PACKAGES[version], "linux-image-")
        names = (image, "busybox-static", *drivers.packages_for(version, image))
        sums = packages.sums_in_index(*names)
        key = hashlib.sha256(repr((sums, CHANNEL_MODULES, DISPLAY_MODULES,
                                   drivers.fingerprint())).encode()).hexdigest()[:16]
        folder = cache / f"{image}-{key}"
        if not is_intact(folder):
            for old in cache.glob(f"{image}-*"):
                shutil.rmtree(old)
            unpack(version, [packages.fetch(name, sums[name], cache) for name in names], folder)
    return Kernel(
        version=version,
        image=folder / "vmlinux",
        compressed=folder / "vmlinuz",
        busybox=folder / "busybox",
        modules={path.name.split(".ko")[0].replace("-", "_"): path
                 for path in (folder / "modules").iterdir()},
        builtin=frozenset((folder / "builtin").read_text(encoding="ascii").split()))


def is_intact(folder):
    """Whether every file of an unpacked kernel is there and as it was when unpacked."""
    try:
        sums = json.loads((folder / "sums.json").read_text(encoding="ascii"))
        return all(packages.sha256_of(folder / name) == value for name, value in sums.items())
    except (OSError, ValueError):
        return False


def unpack(version, fetched, folder):
    """Takes what the lab needs out of the packages; the folder appears complete or not at all."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="unpack-") as temporary:
        root, fresh = Path(temporary) / "root", Path(temporary) / "fresh"
        for package in fetched:
            packages.output_of("dpkg", "-x", str(package), str(root))
        drivers.build(version, root, Path(temporary) / "drivers")
        (fresh / "modules").mkdir(parents=True)
        (compressed,) = (root / "boot").glob("vmlinuz-*")
        shutil.copy(compressed, fresh / "vmlinuz")
        (fresh / "vmlinux").write_bytes(uncompressed(compressed.read_bytes()))
        shutil.copy(root / "bin/busybox", fresh / "busybox")
        take_modules(root, Path(temporary) / "drivers", fresh)
        sums = {str(path.relative_to(fresh)): packages.sha256_of(path)
                for path in sorted(fresh.rglob("*")) if path.is_file()}
        (fresh / "sums.json").write_text(json.dumps(sums), encoding="ascii")
        shutil.rmtree(folder, ignore_errors=True)
        fresh.rename(folder)


LOADED = (*CHANNEL_MODULES, *(name for names in DISPLAY_MODULES.values() for name in names))
ALL_BUILT_IN = frozenset(one.replace("-", "_") for one in LOADED)


def take_modules(root, own, fresh, loaded=LOADED):
    """Copies the modules the lab loads, with those they depend on, out of an unpacked package
    and out of the folder of those that were built."""
    (tree,) = (root / "lib/modules").iterdir()
    builtin = frozenset(Path(line).name.removesuffix(".ko").replace("-", "_")
                        for line in (tree / "modules.builtin").read_text().split())
    (fresh / "builtin").write_text("\n".join(sorted(builtin)), encoding="ascii")
    every = {path.name.split(".ko")[0].replace("-", "_"): path
             for folder in (tree, own) for path in folder.rglob("*.ko*")}
    # 6.12 compresses modules; insmod of busybox and our reader want them plain.
    plain = fresh / "modules"
    pending = [*loaded]
    while pending:
        name = pending.pop().replace("-", "_")
        target = plain / f"{name}.ko"
        if name in builtin or target.exists():
            continue
        if name not in every:
            raise LabError(f"the kernel package has no module {name}")
        data = every[name].read_bytes()
        target.write_bytes(lzma.decompress(data) if every[name].suffix == ".xz" else data)
        pending += dependencies(target.read_bytes())


def uncompressed(boot_image):
    """The ELF inside a bzImage, found through the fields of the x86 boot protocol."""
    if boot_image[0x202:0x206] != b"HdrS":
        raise LabError("the kernel package holds no bzImage")
    setup_sectors = boot_image[0x1F1] or 4
    offset, length = struct.unpack_from("<II", boot_image, 0x248)
    start = (setup_sectors + 1) * 512 + offset
    payload = boot_image[start:start + length]
    if payload.startswith(b"\xfd7zXZ"):
        # The payload ends with four bytes of size, which are no part of the stream.
        elf = lzma.LZMADecompressor().decompress(payload)
    elif payload.startswith(b"\x28\xb5\x2f\xfd"):
        elf = subprocess.run(["zstd", "-dcq"], input=payload[:-4], capture_output=True,
                             check=True).stdout
    else:
        raise LabError("the kernel is compressed in a way the lab does not know")
    if not elf.startswith(b"\x7fELF"):
        raise LabError("what is inside the kernel image is no ELF file")
    return elf


def more_modules(prepared, title, names):
    """What adds modules of the kernel's package, which the cache has, to a guest: `load-modules
    TITLE` loads these with those that they depend on."""
    (image,) = packages.dependencies(PACKAGES[prepared.version], "linux-image-")
    with packages.locked_cache() as cache, tempfile.TemporaryDirectory() as folder:
        package = packages.fetch(image, packages.sums_in_index(image)[image], cache)
        packages.output_of("dpkg", "-x", str(package), folder)
        fresh = Path(folder) / "fresh"
        (fresh / "modules").mkdir(parents=True)
        take_modules(Path(folder), Path(folder) / "none", fresh, names)
        contents = {path.stem: path.read_bytes() for path in (fresh / "modules").iterdir()}
        order = dataclasses.replace(prepared, modules={
            path.stem: path for path in (fresh / "modules").iterdir()}).in_loading_order(*names)

    def add(archive):
        archive.add(f"modules/{title}.order", "".join(f"{name}\n" for name in order).encode())
        for name in order:
            if name not in prepared.modules:
                archive.add(f"modules/{name}.ko", contents[name])
    return add
