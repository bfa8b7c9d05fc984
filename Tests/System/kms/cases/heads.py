"""Several displays on one card: each shows the whole picture in its own size, whatever is plugged,
resized or unplugged meanwhile."""

import time

from ..errors import Failure
from ..runner import Case

SIZES = ((1280, 800), (800, 480), (480, 800), (1024, 600))


def plug(bench, *sizes):
    """Plugs displays of these sizes into the first heads and none into the others. Of changes that
    come close upon each other virtio's driver may miss one, and nobody in the guest can know
    better; then all is plugged anew."""
    wanted = [*sizes, *[None] * (bench.machine.heads - len(sizes))]
    while True:
        for head, size in enumerate(wanted):
            bench.guest.plug(head, size)
        count = sum(size is not None for size in sizes)
        if bench.guest.run(f"timeout 2 await has-displays {count}").status == 0:
            return
        for head in range(bench.machine.heads):
            bench.guest.plug(head, None)
            time.sleep(0.5)


def expect_on(bench, line, sizes, *options):
    """Each of these heads shows what long after this line must be seen there."""
    for head, size in enumerate(sizes):
        if size:
            bench.expect(bench.settled(line, *options, size=size), head=head)


def mirrored(count):
    """The check that so many displays of different sizes are all drawn on, and named in the status."""
    def check(bench):
        plug(bench, *SIZES[:count])
        program = bench.start_fed()
        for line in ("20", "70"):
            program.feed(line)
            expect_on(bench, line, SIZES[:count])
        named = bench.run("fbprogress status --field displays")
        for head, (width, height) in enumerate(SIZES[:count]):
            if f"Virtual-{head + 1} {width}x{height}@" not in named:
                raise Failure(f"the status names the displays {named}")
    return check


def chosen(bench):
    """`--output` names one of two: the other one is left alone."""
    plug(bench, *SIZES[:2])
    bench.run("await test -e /sys/class/drm/card0-Virtual-2")
    program = bench.start_fed("--output", "Virtual-2")
    program.feed("30")
    bench.expect(bench.settled("30", size=SIZES[1]), head=1)
    if bench.guest.screen(0) == bench.settled("30", size=SIZES[0]):
        raise Failure("the other display shows the picture, too")


def plugged(bench):
    """A second display joins while the first one shows progress."""
    plug(bench, SIZES[0])
    program = bench.start_fed()
    program.feed("30")
    expect_on(bench, "30", SIZES[:1])
    bench.guest.plug(1, SIZES[1])
    expect_on(bench, "30", SIZES[:2])
    program.feed("60")
    expect_on(bench, "60", SIZES[:2])


def resized(bench):
    """A display that is replaced by one of another size gets the picture in that size."""
    plug(bench, SIZES[0])
    program = bench.start_fed()
    program.feed("30")
    expect_on(bench, "30", SIZES[:1])
    bench.guest.plug(0, SIZES[2])
    expect_on(bench, "30", (SIZES[2],))
    program.feed("60")
    expect_on(bench, "60", (SIZES[2],))


def unplugged(bench):
    """One of two is pulled out: the other goes on."""
    plug(bench, *SIZES[:2])
    program = bench.start_fed()
    program.feed("30")
    expect_on(bench, "30", SIZES[:2])
    bench.guest.plug(0, None)
    program.feed("60")
    expect_on(bench, "60", (None, SIZES[1]))


def none_left(bench):
    """Without any display the feed is read all the same; a display that comes shows its end."""
    plug(bench, SIZES[0])
    program = bench.start_fed()
    program.feed("30")
    expect_on(bench, "30", SIZES[:1])
    bench.guest.plug(0, None)
    bench.run("await has-displays 0")
    for percent in range(30, 80):
        program.feed(str(percent))
    if not program.is_running():
        raise Failure("the program ended")
    bench.guest.plug(0, SIZES[1])
    expect_on(bench, "79", (SIZES[1],))


def shaken(bench):
    """A loose cable: a display that comes and goes ten times in a second or two."""
    plug(bench, SIZES[0])
    program = bench.start_fed()
    program.feed("30")
    expect_on(bench, "30", SIZES[:1])
    for _ in range(10):
        bench.guest.plug(1, SIZES[1])
        bench.guest.plug(1, None)
    # Once it has come to rest the cable is pushed in for good.
    time.sleep(1)
    plug(bench, *SIZES[:2])
    program.feed("60")
    expect_on(bench, "60", SIZES[:2])


ONE = (Case("display resized", resized), Case("the only display unplugged", none_left))
SEVERAL = (Case("two displays", mirrored(2)), Case("one of two displays chosen", chosen),
           Case("display plugged", plugged), Case("one of two displays unplugged", unplugged),
           Case("display with a loose cable", shaken))
FOUR = (Case("four displays", mirrored(4)),)
