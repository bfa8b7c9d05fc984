"""Displays without KMS: the firmware's framebuffer by /dev/fb0, in all its depths and turned, until
there is a card."""

import base64
import gzip
import json
import re
import time

from .. import pixels
from ..errors import PATIENCE, Failure
from ..reference import Scene
from ..runner import Case
from .pictures import SCENES

QUARTERS = {"0": 0, "90": 1, "180": 2, "270": 3}


def seen(bench, picture):
    """What is seen of a picture in the depth that the framebuffer has."""
    return pixels.dithered_to_16_bits(picture) if bench.machine.depth == 16 else picture


def turned(bench, scene, quarters):
    """What a panel must show of a scene for who looks at it after so many quarters clockwise."""
    width, height = bench.size
    upright = bench.picture_of(scene, (height, width) if quarters % 2 else (width, height))
    return seen(bench, pixels.turned(upright, quarters))


def held(name, degrees="0"):
    """The check that the screen shows a held scene, turned or not."""
    def check(bench):
        scene = SCENES[name]
        bench.start_held(Scene(scene.script, scene.at, (*scene.options, "--rotate", degrees),
                               scene.with_image))
        bench.expect(turned(bench, scene, QUARTERS[degrees]))
    return check


def moving(degrees):
    """Two hundred partial updates are in the end the whole picture."""
    def check(bench):
        expected = turned(bench, Scene("@0 42", 5), QUARTERS[degrees])
        program = bench.start_fed("--rotate", degrees)
        bench.run("for one in $(seq 1 200); do echo $((one % 90)) >/run/fbprogress/feed; done")
        program.feed("42")
        bench.expect(expected)
    return check


def named(*options):
    """The check that the device is used when it is asked for."""
    def check(bench):
        program = bench.start_fed(*options)
        program.feed("30")
        bench.expect(seen(bench, bench.settled("30")))
    return check


def console_comes_back(bench):
    """Afterwards the text console is what it was."""
    bench.run("printf '\\033[2J\\033[Hbefore' >/dev/tty1")
    before = bench.steady_screen()
    program = bench.start_fed()
    program.feed("30")
    bench.expect(seen(bench, bench.settled("30")))
    program.signal("TERM")
    program.wait_for_end()
    bench.program = None
    bench.expect(before)


# The driver of a card from before KMS, with which a panned display is one that scans other memory.
LOAD_WITH_PAGES = "insmod /modules/cirrusfb.ko mode_option=640x480-16@60; await test -e /dev/fb0"
WATCH_PAGES = """
for one in $(seq 1 50); do
    echo $((one % 90)) >/run/fbprogress/feed; cat /sys/class/graphics/fb0/pan
done | sort | uniq -c
"""


def two_pages(bench):
    """Frames take turns on two pages where the driver pans."""
    bench.run(LOAD_WITH_PAGES)
    program = bench.start_fed("--presenter", "fbdev")
    program.feed("30")
    bench.expect(seen(bench, bench.settled("30")))
    pages = bench.run(WATCH_PAGES)
    if any(page not in pages for page in (" 0,0", f" 0,{bench.size[1]}")):
        raise Failure(f"not on two pages: {pages}")
    # A picture that stands is seen whichever page it came to stand on.
    stood = set()
    for value in range(31, 61):
        program.feed(str(value))
        bench.expect(seen(bench, bench.picture_of(Scene(f"@0 {value}", 5), bench.size)))
        stood.add(bench.run("cat /sys/class/graphics/fb0/pan").strip())
        if len(stood) == 2:
            return " ".join(pages.split())
    raise Failure(f"came to stand on one page only: {stood}")


def in_memory(bench, bits):
    """The picture in a framebuffer device of bits, 0 for white, or of bytes of gray."""
    memory = gzip.decompress(base64.b64decode(bench.run("gzip -c /dev/fb0 | base64")))
    stride = int(bench.run("cat /sys/class/graphics/fb0/stride"))
    top = int(bench.run("cat /sys/class/graphics/fb0/pan").split(",")[1])
    width, height = bench.size

    def level(x, y):
        row = (top + y) * stride
        if bits == 8:
            return memory[row + x]
        return 0 if memory[row + x // 8] >> (x % 8) & 1 else 255

    grays = bytes(level(x, y) for y in range(height) for x in range(width))
    return pixels.Picture(width, height, bytes(one for gray in grays for one in (gray,) * 3))


def of_grays(bits, wanted):
    """The check that a device of bits or grays has the frames in its memory."""
    def check(bench):
        bench.run(f"insmod /modules/vfb.ko vfb_enable=1 mode_option=640x480-{bits}@60; "
                  "await test -e /dev/fb0")
        program = bench.start_fed("--presenter", "fbdev")
        for value in ("30", "77"):
            program.feed(value)
            expected = bench.settled(value, "--format", wanted)
            deadline = time.monotonic() + PATIENCE
            while (found := in_memory(bench, bits)) != expected:
                if time.monotonic() > deadline:
                    raise Failure(f"not in memory: {pixels.difference(found, expected)}")
                time.sleep(0.5)
    return check


def reported(bench):
    """`probe` and `doctor` say of the device what the kernel says, that it is used, and to a user
    without rights why it is not."""
    if bench.machine.card == "vfb":
        bits = {32: 1}.get(bench.machine.depth, bench.machine.depth)
        bench.run(f"test -e /dev/fb0 || insmod /modules/vfb.ko vfb_enable=1 "
                  f"mode_option=640x480-{bits}@60; await test -e /dev/fb0")
    folder = "/sys/class/graphics/fb0"
    name, bits, stride = bench.run(f"cd {folder}; cat name bits_per_pixel stride").splitlines()
    width, height = bench.machine.width, bench.machine.height
    report = json.loads(bench.run("fbprogress probe --json"))
    facts = {"path": "/dev/fb0", "driver": name, "width": width, "height": height,
             "bits per pixel": int(bits), "line length": int(stride)}
    if report["cards"] or report["framebuffers"] != [facts]:
        raise Failure(f"expected {facts} in {report}")
    text = bench.run("fbprogress doctor || :")
    line = (f"framebuffer: /dev/fb0: driver {name}, width {width}, height {height}, "
            f"bits per pixel {bits}, line length {stride}")
    for wanted in ("ok   card: none; /dev/fb0 is used", f"ok   {line}"):
        if wanted not in text.splitlines():
            raise Failure(f"no line {wanted} in {text}")
    text = bench.run("su -s /bin/sh guest -c 'fbprogress doctor' || :")
    if not re.search("^not  framebuffer: open /dev/fb0: Permission denied; run as root", text, re.M):
        raise Failure(f"the lack of rights is not told: {text}")


def then_card(driver, card=0):
    """The check that the picture moves to the card that comes, and nothing is left on the device."""
    def check(bench):
        program = bench.start_fed()
        program.feed("30")
        bench.expect(seen(bench, bench.settled("30")))
        bench.run(f"load-modules {driver}")
        bench.expect(bench.settled("30"), card=card)
        program.feed("60")
        bench.expect(bench.settled("60"), card=card)
        if "fbprogress" not in bench.run("clients"):
            raise Failure("the card is not used")
        presenter = program.presenter
        bench.run(f"for one in /proc/{presenter}/fd/*; do readlink $one; done >/tmp/open")
        bench.run("! grep /dev/fb /tmp/open")
    return check


CASES = (*(Case(name, held(name)) for name in
           ("ring on its way", "rainbow smooth", "reveal half way")),
         *(Case(f"turned by {degrees}", held("ring on its way", degrees))
           for degrees in ("90", "180", "270")),
         Case("200 updates", moving("0")), Case("200 updates, turned", moving("90")),
         Case("asked for by presenter", named("--presenter", "fbdev")),
         Case("asked for by device", named("--device", "/dev/fb0")),
         Case("console comes back", console_comes_back))
REPORTED = (Case("probe and doctor", reported),)
TWO_PAGES = (Case("framebuffer of two pages", two_pages),)
ONE_BIT = (Case("framebuffer of one bit", of_grays(1, "R1")),)
GRAYS = (Case("framebuffer of grays", of_grays(8, "R8")),)
# One for each guest: a device that is gone does not come back.
THEN_CARD = (Case("then a card comes", then_card("bochs")),)
# The device then stays without a program.
THEN_SECOND_CARD = (Case("then another card comes", then_card("virtio", card=1)),)
