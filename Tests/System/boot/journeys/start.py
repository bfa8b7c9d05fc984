"""From power-on to the root file system: the first picture, and the change of driver."""

import re
import time

from kms import pixels
from kms.errors import Failure

from ..evidence import EVIDENCE
from ..machine import PATIENCE, Booted, Hardware, save
from ..session import idle


def power_on(disk, program, evidence="power-on"):
    """From the firmware's framebuffer, in the initramfs, to the real driver and the root file system."""
    seen, first, sizes, black = [], None, [], []
    with Booted(Hardware(disk)) as machine:
        wanted = {size: idle(program, size) for size in ((800, 600), (1280, 800))}
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            picture = machine.shot()
            if picture is not None and picture.size in wanted:
                if picture == wanted[picture.size]:
                    first = first or time.monotonic()
                    if picture.size not in sizes:
                        sizes.append(picture.size)
                        save(EVIDENCE / evidence / "{}x{}.png".format(*picture.size), picture)
                elif first and picture.data not in seen:
                    # What comes between is kept; it must not be nothing.
                    seen.append(picture.data)
                    if not picture.data.strip(b"\0"):
                        black.append("{}x{}, {:.2f} s after the first picture".format(
                            *picture.size, time.monotonic() - first))
                    save(EVIDENCE / evidence / f"between-{len(seen)}.png", picture)
            if len(sizes) == 2:
                break
            time.sleep(0.05)
        else:
            if last := machine.shot():
                save(EVIDENCE / evidence / "last.png", last)
            raise Failure(f"the screen came to rest at {sizes} only\n{machine.console()}")
        machine.wait_for_agent()
        kernel_log = machine.must("dmesg")
        save(EVIDENCE / evidence / "end.png", machine.screen())
        EVIDENCE.joinpath(evidence, "dmesg").write_text(kernel_log, encoding="utf-8")
        picture_at = float(re.search(r"\[ *([\d.]+)\] fbprogress: first frame shown", kernel_log)[1])
        root_at = float(re.search(r"\[ *([\d.]+)\] EXT4-fs \(vda\d\): mounted", kernel_log)[1])
        if picture_at > root_at:
            raise Failure(f"the first picture came at {picture_at} s, the root at {root_at} s")
        machine.await_true("systemctl is-active -q fbprogress.service")
        # It continues from the initramfs's state. systemd did not end that instance before, so the screen was never free.
        machine.must("test ! -e /run/fbprogress/initramfs.session && test ! -e /run/fbprogress/initramfs.pid && "
                     "! journalctl -b --no-pager | grep -E 'fbprogress-initrd.service: Failed'")
        time.sleep(1)
        end = machine.screen()
        if end != wanted[1280, 800]:
            save(EVIDENCE / evidence / "service.png", end)
            raise Failure("the service shows another picture: "
                          + pixels.difference(end, wanted[1280, 800]))
        log = machine.must("journalctl -b --no-pager -o short-monotonic")
        EVIDENCE.joinpath(evidence, "journal").write_text(log, encoding="utf-8")
    if black:
        cards = re.findall(r".*(?:fbprogress|fbcon|\[drm\]|Console:).*", kernel_log)
        raise Failure("\n".join((f"black between the cards: {'; '.join(black)}", *cards)))
    return [f"the first picture {picture_at:.2f} s after the kernel began (emulated), the root file "
            f"system {root_at:.2f} s",
            f"pictures at rest: {' then '.join('{}x{}'.format(*size) for size in sizes)}"]


def power_on_with_dracut(disk, program):
    """The same, where dracut made the initramfs: systemd runs in that already."""
    return power_on(disk, program, "power-on-dracut")


def sizes(said, maker):
    """What the program adds to an initramfs, in words.

    It is not to be more than the limit of the static program (Makefile) and 165 kB for its fonts, words and hooks.
    """
    files, modules = said["added"]["files"], said["added"]["modules"]
    if files > 1.481e6:
        raise Failure(f"{maker}: {files} bytes added to the initramfs, beside kernel modules")
    return f"{maker}: {files / 1e6:.2f} MB added uncompressed, and {modules / 1e6:.2f} MB of kernel modules"
