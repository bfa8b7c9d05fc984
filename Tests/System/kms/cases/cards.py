"""Cards that come late, go away, and come back as others."""

import time

from ..errors import Failure
from ..runner import Case

# A process of another program that has not noticed yet, so that the number stays taken.
KEEP_OPEN = "sh -c 'exec 9<>/dev/dri/card0; sleep 1000' >/dev/null 2>&1 &"


def come_after(seconds):
    """The check that a card is used that comes so many seconds after the program's start."""
    def check(bench):
        program = bench.start_fed("--wait", "forever")
        program.feed("30")
        time.sleep(seconds)
        program.feed("60")
        bench.load_driver()
        bench.expect(bench.settled("60"))
    return check


def pulled(bench):
    """The driver loses the card, and gets it back: the picture is shown again, and meanwhile no
    process of the program holds on to what is no longer there."""
    program = bench.start_fed("--wait", "forever")
    program.feed("30")
    bench.expect(bench.settled("30"))
    return back_again(bench, program)


def pulled_and_renamed(bench):
    """The same while another process keeps the old number: the card is then card1."""
    program = bench.start_fed("--wait", "forever")
    program.feed("30")
    bench.expect(bench.settled("30"))
    bench.run(KEEP_OPEN)
    found = back_again(bench, program)
    if not found.startswith("card1"):
        raise Failure(f"{found}: nothing was proved")
    return found


def back_again(bench, program):
    """Takes the card away and brings it back; returns its name then, and how soon after the driver
    was done with it a picture of ours was on it."""
    bench.run("driver unbind 0")
    program.feed("45")
    bench.run("await sh -c '! opened dri/card' || { opened dri/card; exit 1; }")
    if not program.is_running():
        raise Failure("the program ended")
    took = bench.run("""
        now() { sed 's/ .*//; s/\\.//' /proc/uptime; }
        driver bind
        begun=$(now)
        until grep -q 'allocated by = fbprogress' /sys/kernel/debug/dri/*/state; do :; done
        echo $(($(now) - begun))""").split()[-1]
    program.feed("60")
    bench.expect(bench.settled("60"))
    name = bench.run("basename $(ls -d /dev/dri/card*)").strip()
    return f"{name}, shown {int(took) * 10} ms after the driver was done"


def replaced(bench):
    """The firmware's framebuffer until the native driver of the same card is there."""
    program = bench.start_fed("--wait", "forever")
    program.feed("30")
    bench.expect(bench.settled("30"))
    bench.run("load-modules bochs")
    bench.expect(bench.settled("30"))
    program.feed("60")
    bench.expect(bench.settled("60"))


def second_by_path(bench):
    """`--device` with a path, of two cards that both have a display."""
    program = bench.start_fed("--device", "/dev/dri/card1")
    program.feed("30")
    bench.expect(bench.settled("30"), card=1)


def second_by_driver(bench):
    """`--device` with a driver's name."""
    program = bench.start_fed("--device", "bochs-drm")
    program.feed("30")
    bench.expect(bench.settled("30"), card=1)


def second_has_display(bench):
    """Of two cards the one that has a display."""
    bench.guest.plug(0, None)
    bench.run("await has-displays 1")
    program = bench.start_fed()
    program.feed("30")
    bench.expect(bench.settled("30", size=(bench.machine.width, bench.machine.height)), card=1)


def framebuffer_ignored(bench):
    """`--presenter drm` waits for a card although there is /dev/fb0."""
    program = bench.start_fed("--presenter", "drm", "--wait", "forever")
    program.feed("30")
    time.sleep(1)
    bench.run("load-modules bochs")
    bench.expect(bench.settled("30"))


LATE = (Case("card after 3 s", come_after(3)),)
LATER = (Case("card after 20 s", come_after(20)),)
PULLED = (Case("card pulled and back", pulled),
          Case("card pulled and back as card1", pulled_and_renamed))
REPLACED = (Case("native driver takes over", replaced),)
TWO = (Case("second card by path", second_by_path),
       Case("second card has the display", second_has_display))
TWO_BY_DRIVER = (Case("second card by driver", second_by_driver),)
FRAMEBUFFER_IGNORED = (Case("framebuffer first, not used", framebuffer_ignored),)
