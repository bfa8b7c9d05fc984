"""Pictures on their way: turned for panels that are built in otherwise, by the calls of old, and
smaller than would fit on displays that say that they are large."""

import math

from .. import pixels
from ..errors import Failure
from ..reference import Scene
from ..runner import Case
from .pictures import SCENES

SCENE = "ring on its way"
TURNS = {"90": 1, "180": 2, "270": 3}


def turned(bench, quarters):
    """The scene as a panel must show it for who looks at it after so many quarters clockwise."""
    width, height = bench.size
    upright = bench.picture_of(SCENES[SCENE], (height, width) if quarters % 2 else (width, height))
    return pixels.turned(upright, quarters)


def on_screen(degrees):
    """The check that a picture is turned by a setting."""
    def check(bench):
        scene = SCENES[SCENE]
        expected = turned(bench, TURNS[degrees])
        bench.start_held(Scene(scene.script, scene.at, (*scene.options, "--rotate", degrees)))
        bench.expect(expected)
    return check


def by_checksum(degrees):
    """The same on vkms, whose planes turn pictures by themselves."""
    def check(bench):
        scene = SCENES[SCENE]
        expected = turned(bench, TURNS[degrees])
        bench.start_held(Scene(scene.script, scene.at, (*scene.options, "--rotate", degrees)))
        bench.run("sleep 1")
        bench.expect_checksum(expected)
        return bench.run("grep -h rotation= /sys/kernel/debug/dri/*/state | sort -u").strip()
    return check


def as_built_in(bench):
    """The picture is turned as the kernel says that the panel is built in: its right side up."""
    bench.start_held(SCENES[SCENE])
    bench.expect(turned(bench, 1))


def moving_turned(bench):
    """Two hundred partial updates of a turned picture are in the end the whole picture."""
    width, height = bench.size
    expected = pixels.turned(bench.settled("42", size=(height, width)), 1)
    program = bench.start_fed("--rotate", "90")
    bench.run("for one in $(seq 1 200); do echo $((one % 90)) >/run/fbprogress/feed; done")
    program.feed("42")
    bench.expect(expected)


def without_atomic(scene):
    """The check that the calls of old show the same."""
    def check(bench):
        expected = bench.picture_of(scene)
        bench.start_held(Scene(scene.script, scene.at, (*scene.options, "--atomic=no"),
                               scene.with_image))
        bench.expect(expected)
    return check


def moving_without_atomic(bench):
    """Frames in a row by the calls of old."""
    program = bench.start_fed("--atomic=no")
    bench.run("for one in $(seq 1 100); do echo $((one % 90)) >/run/fbprogress/feed; done")
    program.feed("42")
    bench.expect(bench.settled("42"))


def physical_size(bench):
    """What a display says of its size makes things smaller, by the rule in the settings."""
    text = bench.run("fbprogress probe")
    size = text.split("millimetres ")[1].split("\n")[0]
    millimetres = bench.size[1] * int(size.split("x")[0]) / bench.size[0]
    factor = min(1, math.sqrt(100 / millimetres))
    scene = SCENES[SCENE]
    expected = bench.picture_of(Scene(scene.script, scene.at, ("--scale", f"{factor:.15g}")))
    bench.start_held(Scene(scene.script, scene.at, ("--physical-size",)))
    bench.expect(expected)
    return f"{millimetres:.0f} mm high, {factor:.2f} times"


def in_format(name):
    """The check that a format of 16 bits is what the program makes of the picture, dithered."""
    def check(bench):
        scene = SCENES[SCENE]
        bench.start_held(Scene(scene.script, scene.at, ("--format", name)))
        bench.expect(pixels.dithered_to_16_bits(bench.picture_of(scene)))
    return check


def mode_kept(*options):
    """The check that the console's mode is ours, too: the kernel sets none, as it tells itself."""
    def check(bench):
        picture = bench.settled("30")
        expected = pixels.dithered_to_16_bits(picture) if "RGB565" in options else picture
        bench.run("dmesg -c >/dev/null; echo 0x10 >/sys/module/drm/parameters/debug")
        program = bench.start_fed(*options)
        program.feed("30")
        bench.expect(expected)
        text = bench.run("echo 0 >/sys/module/drm/parameters/debug; dmesg -c")
        commits, modesets = text.count("committing "), text.count("modeset on ")
        if not commits or modesets:
            raise Failure(f"{modesets} modesets in {commits} commits")
        return f"{commits} commits, no modeset"
    return check


def in_565_by_checksum(bench):
    """RGB565 on vkms, where the bits are all that counts."""
    scene = SCENES[SCENE]
    bench.start_held(Scene(scene.script, scene.at, ("--format", "RGB565")))
    bench.run("sleep 1")
    bench.expect_checksum(pixels.dithered_to_16_bits(bench.picture_of(scene)), in_16_bits=True)


def colours_turned(bench):
    """A program before has turned all colours into their opposites, and left it so."""
    scene = SCENES[SCENE]
    expected = bench.picture_of(scene)
    bench.run("setsid client 3060c0 gamma turned leave drop >/tmp/client.log 2>&1 &"
              " await grep left /tmp/client.log")
    bench.expect_checksum(pixels.plain(*bench.size, (0xcf, 0x9f, 0x3f)))
    bench.start_held(scene)
    bench.run("sleep 1")
    bench.expect_checksum(expected)
    bench.run("killall client")


def in_same(name):
    """The check that a format that loses nothing shows the same."""
    def check(bench):
        scene = SCENES[SCENE]
        bench.start_held(Scene(scene.script, scene.at, ("--format", name)))
        bench.expect(bench.picture_of(scene))
    return check


RGB565 = (Case("RGB565", in_format("RGB565")),)
INHERITED = (Case("colours that another program turned", colours_turned),)
RGB565_BY_CHECKSUM = (Case("RGB565", in_565_by_checksum),)
RGB888 = (Case("RGB888", in_same("RGB888")),)
XBGR8888 = (Case("XBGR8888", in_same("XBGR8888")),)
TURNED = (*(Case(f"turned by {degrees}", on_screen(degrees)) for degrees in TURNS),
          Case("200 updates, turned", moving_turned))
TURNED_BY_PLANE = tuple(Case(f"turned by {degrees}", by_checksum(degrees)) for degrees in TURNS)
BUILT_IN = (Case("panel with its right side up", as_built_in),)
LEGACY = (*(Case(f"without atomic commits: {name}", without_atomic(SCENES[name]))
            for name in (SCENE, "reveal half way")),
          Case("without atomic commits: moving", moving_without_atomic))
KEPT = (Case("mode kept", mode_kept()),)
KEPT_IN_RGB565 = (Case("mode kept in RGB565", mode_kept("--format", "RGB565")),)
PHYSICAL = (Case("physical size", physical_size),)
