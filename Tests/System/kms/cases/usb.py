"""Displays on USB, which are gadgets in the guest: one of one bit per pixel for the driver gud, and a
DisplayLink adapter for udl."""

import gzip
import time

from .. import pixels
from ..errors import PATIENCE, Failure
from ..runner import Case

PLUG = """
load-modules {driver}
mount -t configfs configfs /sys/kernel/config
gadget=/sys/kernel/config/usb_gadget/display
mkdir $gadget && cd $gadget
echo {vendor} >idVendor
echo {product} >idProduct
mkdir configs/c.1 functions/ffs.display
ln -s functions/ffs.display configs/c.1/
mkdir -p /dev/ffs
mount -t functionfs display /dev/ffs
{program} {width} {height} >/tmp/usb-display.log 2>&1 &
await test -e /dev/ffs/ep1
await sh -c 'ls /sys/class/udc >UDC'
await test -e /dev/dri/card0
"""


# Statuses of the protocol GUD.
BUSY, ERROR = 1, 5
GUD = {"driver": "gud", "vendor": "0x1d50", "product": "0x614d", "program": "usb_display"}
UDL = {"driver": "udl", "vendor": "0x17e9", "product": "0x0001", "program": "usb_displaylink"}


def plug(bench, kind, size):
    """Plugs a display of a kind and size in, unless an earlier case did, and waits for its card."""
    width, height = size
    if bench.run("ls /sys/kernel/config/usb_gadget 2>&1 || true").strip() == "display":
        return
    bench.run(PLUG.format(**kind, width=width, height=height))


def shown(bench, size=None):
    """What the display shows."""
    width, height = size or bench.size
    data = bytes.fromhex("".join(bench.run("od -An -v -tx1 /tmp/usb-display").split()))
    stride = (width + 7) // 8
    levels = (255 if data[y * stride + x // 8] << (x % 8) & 0x80 else 0
              for y in range(height) for x in range(width))
    return pixels.Picture(width, height, bytes(one for level in levels for one in (level,) * 3))


def shown_in_16_bits(bench, size):
    """What the display of the DisplayLink adapter shows."""
    width, height = size
    data = bytes.fromhex("".join(
        bench.run("gzip -c /tmp/usb-display | od -An -v -tx1", timeout=60).split()))
    return pixels.of_16_bits(width, height, gzip.decompress(data))


def expect(bench, expected, look=shown):
    """Waits until the display shows a picture."""
    deadline = time.monotonic() + PATIENCE
    while (found := look(bench, expected.size)) != expected:
        if time.monotonic() > deadline:
            raise Failure(f"not on the USB display: {pixels.difference(found, expected)}; "
                          + bench.run("cat /tmp/usb-display.log"))
        time.sleep(0.2)


def replug(bench, size):
    """Unplugs the display, which is then black, and plugs it in again."""
    bench.run("gadget=/sys/kernel/config/usb_gadget/display; echo >$gadget/UDC; "
              "await sh -c '! test -e /dev/dri/card0'; : >/tmp/usb-display.log; "
              f"dd if=/dev/zero of=/tmp/usb-display bs={size[0] * size[1] // 8} count=1 conv=notrunc; "
              "ls /sys/class/udc >$gadget/UDC; await test -e /dev/dri/card0")


def one_bit(bench):
    """The driver makes bits of the program's colors, which are black and white. Afterwards the
    display is unplugged, and comes back."""
    width, height = bench.size
    plug(bench, GUD, bench.size)
    program = bench.start_fed("--format", "R1")
    for value in ("30", "77"):
        program.feed(value)
        expect(bench, bench.settled(value, "--format", "R1"))
    replug(bench, (width, height))
    expect(bench, bench.settled("77", "--format", "R1"))


def refusing(bench):
    """The display answers tests of its mode with BUSY or ERROR. It then shows the picture in its
    preferred mode in place of a smaller one. Without a console each start is a modeset."""
    bench.run("load-modules gud; echo N >/sys/module/drm_kms_helper/parameters/fbdev_emulation")
    plug(bench, GUD, bench.size)
    cases = [(status, count) for status in (BUSY, ERROR) for count in (1, 2, 5)]
    for number, (status, count) in enumerate(cases):
        bench.run(f"echo {status} {count} >/tmp/usb-display.refusals")
        program = bench.start_fed("--format", "R1")
        value = str(10 + number)
        program.feed(value)
        expect(bench, bench.settled(value, "--format", "R1"))
        left = bench.run("cat /tmp/usb-display.refusals").split()[1]
        if left != "0":
            raise Failure(f"{left} of {count} refusals are left: nothing is proved")
        bench.clear()


def stopped(bench):
    """The display takes no request for a minute, so a probe of it ends without modes."""
    plug(bench, GUD, bench.size)
    bench.run("kill -STOP $(pidof usb_display)")
    program = bench.start_fed("--format", "R1")
    program.feed("44")
    bench.run("sleep 60; kill -CONT $(pidof usb_display)")
    expect(bench, bench.settled("44", "--format", "R1"))


def traffic(bench, seconds):
    """The link for some seconds: the buffers sent, their bytes, and which part of the time it was
    busy."""
    lines = bench.run("cd /tmp; : >usb-display.taken; "
                      f"sleep {seconds}; cat usb-display.taken").splitlines()
    buffers = [tuple(map(int, line.split())) for line in lines]
    if not buffers:
        return 0, 0, 0
    span = buffers[-1][1] - buffers[0][0]
    return (len(buffers), sum(size for _, _, size in buffers),
            sum(end - begun for begun, end, _ in buffers) / max(span, 1))


def slow_link(bench):
    """A style that always moves does so while the link is quick. On a slower one it moves in fewer
    frames: a quarter of the time is free. On a slow one the display shows the frames of reduced
    motion, also when the link is quick again."""
    plug(bench, GUD, bench.size)
    options = ("--format", "R1", "--style", "wave", "--frame-rate", "30")
    program = bench.start_fed(*options)
    program.feed("30")
    begun, looks = time.monotonic(), set()
    while len(looks) < 4:
        looks.add(shown(bench).data)
        if time.monotonic() > begun + PATIENCE:
            raise Failure("the wave does not move: nothing is proved")
    bench.run("echo 60 >/tmp/usb-display.delay")
    program.feed("40")
    # The texts have changed by then, and the mean of the times is that of the link.
    bench.run("sleep 2")
    count, _, share = traffic(bench, 3)
    if count < 8:
        raise Failure(f"{count} buffers in 3 s: it does not move")
    if share > 0.85:
        raise Failure(f"the link is busy for {share:.0%} of the time, expected 75 %")
    bench.run("echo 400 >/tmp/usb-display.delay")
    # A new record, so that the wave moves for ten seconds more.
    program.feed("50")
    expect(bench, bench.settled("50", *options, "--reduced-motion"))
    # The last frame of the change of numbers may have the same bits as the one before.
    bench.run("sleep 1")
    if (still := traffic(bench, 2)[0]) > 0:
        raise Failure(f"{still} buffers at rest")
    bench.run(": >/tmp/usb-display.taken")
    program.feed("60")
    still = bench.settled("60", *options, "--reduced-motion")
    expect(bench, still)
    size = sum(int(line.split()[2])
               for line in bench.run("cat /tmp/usb-display.taken").splitlines())
    if size > bench.size[0] * bench.size[1] // 8 // 2:
        raise Failure(f"a record takes {size} bytes, more than half of the picture")
    bench.run("rm /tmp/usb-display.delay; sleep 2")
    if shown(bench) != still:
        raise Failure("it moves again")
    return f"{count / 3:.0f} buffers a second, {share:.0%} busy; {size} bytes a record"


def display_link(bench):
    """The program dithers to 16 bits, and the driver makes runs of equal pixels of the rows."""
    plug(bench, UDL, bench.size)
    program = bench.start_fed()
    for value in ("30", "77"):
        program.feed(value)
        expect(bench, pixels.dithered_to_16_bits(bench.settled(value)), shown_in_16_bits)
    replug(bench, bench.size)
    expect(bench, pixels.dithered_to_16_bits(bench.settled("77")), shown_in_16_bits)
    bench.run("! grep . /tmp/usb-display.log")


DISPLAY_LINK = (Case("DisplayLink, unplugged and plugged", display_link),)
SLOW = (Case("slow link", slow_link),)
ONE_BIT = (Case("one bit, unplugged and plugged", one_bit),)
# The first one needs a guest in which no display was plugged.
FAILING = (Case("mode refused for a moment", refusing), Case("stopped for 60 s", stopped))
