"""Makes the disk: a Debian root from its packages, twice, GRUB before them, an update behind."""

import hashlib
import json
import shutil
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

from kms import kernel, packages, pixels
from kms.commandline import ROOT
from kms.errors import LabError

CACHE = ROOT / ".build/boot"
HERE = Path(__file__).resolve().parent
PACKAGES = ("systemd-sysv", "libpam-systemd", "udev", "kmod", "dbus", "rauc", "rauc-service", "swupdate", "grub-common",
            "busybox-static", "zstd")
# Who makes the initramfs: of these two only one can be installed. The first one's disk has the update, too.
MAKERS = ("initramfs-tools", "dracut")
# What is not of this machine: most of a kernel's modules.
KEPT_MODULES = ("arch", "block", "crypto", "lib", "mm", "drivers/block", "drivers/char",
                "drivers/virtio", "drivers/md", "drivers/video", "fs/ext4", "fs/jbd2",
                "fs/squashfs", "fs/autofs", "fs/overlayfs", "fs/nls", "drivers/gpu/drm/virtio",
                "drivers/gpu/drm/tiny", "drivers/gpu/drm/ttm")
# The emulated display states a size; and a theme whose pictures come to rest can be compared.
SETTINGS = "\nphysical-size = no\ntheme = plain\nlocale = en\nreduced-motion = yes\n"
MEBIBYTE = 1 << 20
# In MiB: GRUB, slot A, slot B, data.
GRUB_SIZE, SLOT_SIZE, DATA_SIZE = 16, 320, 352


@dataclass(frozen=True)
class Disk:
    """A disk that was made, to be copied for each machine."""

    path: Path
    kernel: str
    compatible: str


def run(*command, **options):
    """A command that must succeed; returns what it prints."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False, **options)
    if done.returncode:
        raise LabError(f"{' '.join(map(str, command))}: {(done.stderr or done.stdout)[-2000:]}")
    return done.stdout


def digest(*parts):
    """A short name for what something was made from: texts, files, folders."""
    total = hashlib.sha256()
    for part in parts:
        if isinstance(part, Path):
            files = sorted(part.rglob("*")) if part.is_dir() else [part]
            for file in files:
                if file.is_file() and "__pycache__" not in file.parts:
                    total.update(str(file.relative_to(ROOT) if ROOT in file.parents else file)
                                 .encode() + file.read_bytes())
        else:
            total.update(repr(part).encode())
    return total.hexdigest()[:16]


def base(version, maker):
    """A root of Debian's packages alone, as a tar archive."""
    (image,) = packages.dependencies(kernel.PACKAGES[version], "linux-image-")
    names = (*PACKAGES, maker, image)
    path = CACHE / f"base-{digest(packages.sums_in_index(*names))}.tar"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        # In two steps: the first is wanted for every kernel, and is the longer one.
        run("mmdebstrap", "--quiet", "--format=tar", "--variant=minbase",
            f"--include={','.join(names)}", "--dpkgopt=path-exclude=/usr/share/man/*",
            "--dpkgopt=path-exclude=/usr/share/locale/*",
            "--dpkgopt=path-exclude=/usr/share/doc/*", "bookworm", fresh)
        fresh.rename(path)
    return path


def make(program, version="6.12", maker=MAKERS[0]):
    """The disk for this program and kernel, from the cache if it was made before."""
    archive, lab_kernel = base(version, maker), kernel.prepare(version)
    key = digest(archive.name, program, HERE / "image.py", HERE / "grub.cfg", HERE / "root",
                 *(ROOT / "deploy" / part for part in ("systemd", maker, "integration/rauc", "integration/swupdate", "man")),
                 ROOT / "share/themes", ROOT / "Tests/ToolTests/Tools/swupdate-image",
                 ROOT / "scripts/install-files", ROOT / "etc", lab_kernel.version)
    path = CACHE / f"disk-{version}-{maker}-{key}.img"
    described = path.with_suffix(".json")
    if not described.exists():
        for old in CACHE.glob(f"disk-{version}-{maker}-*"):
            old.unlink()
        said = build(path, archive, program, lab_kernel, maker)
        described.write_text(json.dumps(said), encoding="ascii")
    return path, json.loads(described.read_text(encoding="ascii"))


def build(path, archive, program, lab_kernel, maker):
    """Builds everything; returns figures of what was built."""
    work = CACHE / "work"
    shutil.rmtree(work, ignore_errors=True)
    root = work / "root"
    root.mkdir(parents=True)
    run("tar", "xpf", archive, "-C", root)
    (modules,) = (root / "usr/lib/modules").iterdir()
    prune(modules)
    for name in ("firmware_framebuffer", "simpledrm"):
        extra = modules / "extra" / f"{name}.ko"
        extra.parent.mkdir(exist_ok=True)
        shutil.copy(lab_kernel.modules[name], extra)
    chroot(root, "depmod", modules.name)
    # The test's own hooks are there from the start on: the difference is what fbprogress adds.
    run("cp", "-a", f"{HERE}/root/.", root)
    said, without = {"kernel": modules.name}, initramfs(root, modules.name, maker)
    run(ROOT / "scripts/install-files", program, root, cwd=ROOT)
    make_keys(work)
    equip(root, work)
    said["added"] = growth(without, initramfs(root, modules.name, maker))
    slot = slot_image(root, work, "1", "slot")
    (work / "data").mkdir()
    if maker == MAKERS[0]:
        make_bundle(work, slot_image(root, work, "2", "update"))
        make_swupdate_image(work)
    assemble(path, work, slot)
    shutil.rmtree(work)
    return said


def prune(modules):
    """Removes the modules that this machine has no use for."""
    tree = modules / "kernel"
    kept = [tree / name for name in KEPT_MODULES]
    for file in sorted(tree.rglob("*.ko*")):
        # Those in drm's own folder are what its drivers share.
        if file.parent == tree / "drivers/gpu/drm" or file.name.startswith(("loop", "sha", "crc", "mbcache")):
            continue
        if not any(file == keep or keep in file.parents for keep in kept):
            file.unlink()


def chroot(root, *command):
    """Runs a command of the root's in it."""
    return run("unshare", "--mount", "--fork", "sh", "-c",
               'mount -t proc proc "$0/proc" && mount -t devtmpfs dev "$0/dev" && exec chroot "$0" "$@"',
               root, *command, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
                                    "LC_ALL": "C"})


def initramfs(root, release, maker):
    """Makes the initramfs anew; returns its files with their sizes in bytes, unpacked."""
    image = root / "boot" / f"initrd.img-{release}"
    if maker == "dracut":
        # Not for the machine that makes it.
        chroot(root, "dracut", "--force", "--quiet", "--no-hostonly", "--kver", release, f"/boot/{image.name}")
        link = root / "initrd.img"
        link.unlink(missing_ok=True)
        link.symlink_to(f"boot/{image.name}")
    else:
        chroot(root, "update-initramfs", "-u" if image.exists() else "-c", "-k", release)
    unpacked = root.parent / "initramfs"
    shutil.rmtree(unpacked, ignore_errors=True)
    run("unmkinitramfs", image, unpacked)
    sizes, seen = {}, set()
    for file in sorted(unpacked.rglob("*")):
        # One file may have many names: busybox has.
        if file.is_file() and not file.is_symlink() and file.stat().st_ino not in seen:
            seen.add(file.stat().st_ino)
            sizes[str(file.relative_to(unpacked))] = file.stat().st_size
    shutil.rmtree(unpacked)
    return sizes


def growth(before, after):
    """By how many bytes files grew or came: modules, and others. Those that are not there any more make up for nothing."""
    grown = {"modules": 0, "files": 0}
    for name, size in after.items():
        grown["modules" if "/lib/modules/" in name else "files"] += max(0, size - before.get(name, 0))
    return grown


def make_keys(work):
    """A key for bundles and its certificate; each disk has its own."""
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", work / "key.pem",
        "-out", work / "cert.pem", "-days", "7300", "-subj", "/CN=fbprogress boot test",
        # The emulated machine's clock is this machine's; neither need be right.
        "-set_serial", "1")


def equip(root, work):
    """What the machine needs to be one: RAUC's key, units that are on, an agent, programs of the test."""
    (root / "etc/rauc").mkdir(exist_ok=True)
    shutil.copy(work / "cert.pem", root / "etc/rauc/keyring.pem")
    helper = root / "usr/local/bin"
    for name in ("client",):
        run("cc", "-static", "-Os", "-I/usr/include/libdrm", "-o", helper / name,
            ROOT / f"Tests/System/kms/guest/{name}.c")
    integration = ROOT / "deploy/integration/rauc"
    if integration.is_dir():
        run(integration / "install", root, cwd=integration)
    # What the application begins with; its own first picture differs in one level of blue.
    (root / "usr/share/fbprogress").mkdir(exist_ok=True)
    pixels.write_png(root / "usr/share/fbprogress/application.png",
                     pixels.plain(800, 480, (0x30, 0x60, 0xA0)))
    chroot(root, "systemd-sysusers")
    with open(root / "etc/fbprogress.conf", "a", encoding="utf-8") as settings:
        settings.write(SETTINGS)
    chroot(root, "systemctl", "-q", "enable", "fbprogress.socket", "fbprogress-boot.service",
           "fbprogress-offline-update.service", "test-agent.service", "test-offline-update.service")
    # Started by the one journey that wants it.
    chroot(root, "systemctl", "-q", "disable", "swupdate.service", "swupdate.socket", "swupdate-progress.service")
    run("cp", "-a", ROOT / "deploy/integration/swupdate", root / "usr/local/share/swupdate")
    # No user logs in, and each of these takes an emulated second.
    chroot(root, "systemctl", "-q", "mask", "getty@tty1.service", "serial-getty@ttyS0.service",
           "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer",
           "e2scrub_all.timer", "e2scrub_reap.service", "fstrim.timer", "grub-common.service",
           "systemd-random-seed.service", "rauc-mark-good.service", "logrotate.timer")
    (root / "etc/machine-id").write_text("0123456789abcdef0123456789abcdef\n", encoding="ascii")
    shutil.rmtree(root / "var/cache/apt", ignore_errors=True)
    shutil.rmtree(root / "var/lib/apt/lists", ignore_errors=True)


def slot_image(root, work, version, name):
    """A file system of the root, which says that it is of a version."""
    (root / "etc/image-version").write_text(version + "\n", encoding="ascii")
    image = work / f"{name}.ext4"
    run("mke2fs", "-q", "-t", "ext4", "-d", root, "-L", f"v{version}", image, f"{SLOT_SIZE}M")
    return image


def make_bundle(work, image):
    """A RAUC bundle of the update, and one that is damaged behind its signature's back."""
    content, data = work / "content", work / "data"
    content.mkdir()
    image.rename(content / "rootfs.ext4")
    (content / "manifest.raucm").write_text(
        "[update]\ncompatible=fbprogress-test\nversion=2\n\n[bundle]\nformat=plain\n\n"
        "[image.rootfs]\nfilename=rootfs.ext4\n", encoding="ascii")
    run("rauc", f"--cert={work}/cert.pem", f"--key={work}/key.pem",
        "--mksquashfs-args=-comp zstd -Xcompression-level 3 -quiet", "bundle", content,
        data / "good.raucb")
    damaged = data / "damaged.raucb"
    shutil.copy(data / "good.raucb", damaged)
    with open(damaged, "r+b") as file:
        file.seek(damaged.stat().st_size // 2)
        byte = file.read(1)[0]
        file.seek(-1, 1)
        file.write(bytes([byte ^ 0xFF]))


def make_swupdate_image(work):
    """An image for SWUpdate, as the unit tests have it, and what it is verified by."""
    image = work / "swupdate"
    image.mkdir()
    run(ROOT / "Tests/ToolTests/Tools/swupdate-image", image, "/data")
    for name in ("test.swu", "cert.pem"):
        shutil.copy(image / name, work / "data" / name)


def assemble(path, work, slot):
    """The disk itself: GRUB in the gap before the first partition, and the four of them."""
    modules = ("biosdisk", "part_msdos", "ext2", "normal", "linux", "loadenv", "test", "echo",
               "configfile", "vbe", "video", "all_video", "serial", "minicmd")
    run("grub-mkimage", "-O", "i386-pc", "-p", "(hd0,msdos1)/grub", "-o", work / "core.img", *modules)
    grub = work / "grub/grub"
    grub.mkdir(parents=True)
    shutil.copy(HERE / "grub.cfg", grub / "grub.cfg")
    run("grub-editenv", grub / "grubenv", "create")
    # GRUB reads no journal: with one it would find, after a reset, what stood in its environment before.
    run("mke2fs", "-q", "-t", "ext4", "-d", work / "grub", "-L", "grub", "-O", "^has_journal,^metadata_csum,^64bit",
        work / "grub.ext4", f"{GRUB_SIZE}M")
    run("mke2fs", "-q", "-t", "ext4", "-d", work / "data", "-L", "data", work / "data.ext4", f"{DATA_SIZE}M")
    parts = ((work / "grub.ext4", GRUB_SIZE), (slot, SLOT_SIZE), (slot, SLOT_SIZE),
             (work / "data.ext4", DATA_SIZE))
    fresh = path.with_suffix(".new")
    table, at = bytearray(64), 1
    boot = bytearray(Path("/usr/lib/grub/i386-pc/boot.img").read_bytes())
    core = (work / "core.img").read_bytes()
    if len(core) > 2047 * 512:
        raise LabError("GRUB does not fit before the first partition")
    with open(fresh, "wb") as disk:
        for number, (image, size) in enumerate(parts):
            struct.pack_into("<B3sB3sII", table, number * 16, 0x80 if number == 0 else 0,
                             b"\xfe\xff\xff", 0x83, b"\xfe\xff\xff", at * 2048, size * 2048)
            disk.seek(at * MEBIBYTE)
            with open(image, "rb") as source:
                # Holes stay holes.
                while block := source.read(MEBIBYTE):
                    if block.strip(b"\0"):
                        disk.write(block)
                    else:
                        disk.seek(len(block), 1)
            at += size
        disk.truncate(at * MEBIBYTE)
        disk.seek(0)
        disk.write(boot[:440] + b"fbpr\0\0" + table + b"\x55\xaa" + core)
    fresh.rename(path)
