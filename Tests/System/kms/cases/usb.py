"""A display on USB: the driver gud, and a gadget in the guest that is such a display of one bit per
pixel."""

import time

from .. import pixels
from ..errors import PATIENCE, Failure
from ..runner import Case

PLUG = """
load-modules gud
mount -t configfs configfs /sys/kernel/config
gadget=/sys/kernel/config/usb_gadget/display
mkdir $gadget && cd $gadget
echo 0x1d50 >idVendor
echo 0x614d >idProduct
mkdir configs/c.1 functions/ffs.display
ln -s functions/ffs.display configs/c.1/
mkdir -p /dev/ffs
mount -t functionfs display /dev/ffs
usb_display {width} {height} >/tmp/usb-display.log 2>&1 &
await test -e /dev/ffs/ep1
await sh -c 'ls /sys/class/udc >UDC'
await test -e /dev/dri/card0
"""


def shown(bench, size=None):
    """What the display shows."""
    width, height = size or bench.size
    data = bytes.fromhex("".join(bench.run("od -An -v -tx1 /tmp/usb-display").split()))
    stride = (width + 7) // 8
    levels = (255 if data[y * stride + x // 8] << (x % 8) & 0x80 else 0
              for y in range(height) for x in range(width))
    return pixels.Picture(width, height, bytes(one for level in levels for one in (level,) * 3))


def expect(bench, expected):
    """Waits until the display shows a picture."""
    deadline = time.monotonic() + PATIENCE
    while (found := shown(bench, expected.size)) != expected:
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
    bench.run(PLUG.format(width=width, height=height))
    program = bench.start_fed("--format", "R1")
    for value in ("30", "77"):
        program.feed(value)
        expect(bench, bench.settled(value, "--format", "R1"))
    replug(bench, (width, height))
    expect(bench, bench.settled("77", "--format", "R1"))


ONE_BIT = (Case("one bit, unplugged and plugged", one_bit),)
