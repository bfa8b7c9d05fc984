"""vkms: no screen to look at, but checksums of what would be seen, and 60 vertical blanks a
second as hardware has them."""

import bisect
import collections

from ..errors import Failure
from ..program import FEED
from ..runner import Case
from .pictures import SCENES

FRAMES = 600
# Colors that are seen to change in every frame.
STEADY = "--style rainbow --rainbow.variant seed --rainbow.step 0.04 --frame-rate 60"


def held(scene):
    """The check that a scene's checksum is right."""
    def check(bench):
        expected = bench.picture_of(scene)
        bench.start_held(scene)
        bench.run("sleep 1")
        bench.expect_checksum(expected)
    return check


def paced(bench):
    """The kernel notes each page flip it tells the program of, with the number of its vertical
    blank: ten seconds of steady motion are 600 in a row. To be run in virtual time."""
    bench.run("for second in $(seq 0 20); do echo \"@$second $((second * 5))\"; done >/tmp/script")
    text = bench.run(f"""
        keeper=$(start fbprogress --script /tmp/script --after-outcome stay {STEADY})
        sleep 3
        frames begin
        sleep 12
        frames end
        kill -TERM $keeper""", timeout=300)
    return checked(text)


def paced_in_flood(bench):
    """Likewise while somebody writes a thousand records a second."""
    text = bench.run(f"""
        keeper=$(start fbprogress {STEADY})
        await test -p {FEED}
        flood {FEED} 20000 42 1000 >/tmp/flood.log 2>&1 &
        sleep 3
        frames begin
        sleep 12
        frames end
        pidof flood >/dev/null || echo over
        kill -TERM $keeper""", timeout=300)
    if "over" in text:
        raise Failure("the flood was over before the frames were")
    return checked(text)


def checked(text):
    """Fails unless 600 frames in a row each came to the first vertical blank that the kernel had
    after that of the frame before. A blank that a busy guest's kernel skipped is none. Returns a
    histogram of the times between frames."""
    lines = [line.split() for line in text.splitlines()]
    flips = [(float(seconds), int(number)) for kind, seconds, number in
             (line for line in lines if len(line) == 3) if kind == "flip"]
    blanks = sorted({int(line[2]) for line in lines if len(line) == 3 and line[0] == "blank"})
    steps = list(zip(flips, flips[1:]))[:FRAMES]
    histogram = collections.Counter(round((second[0] - first[0]) * 1e3, 1)
                                    for first, second in steps)
    figures = ", ".join(f"{count} of {milliseconds} ms"
                        for milliseconds, count in sorted(histogram.items()))
    if len(steps) < FRAMES:
        raise Failure(f"{len(steps)} frames: {figures}")
    late = [first for (_, first), (_, second) in steps if between(blanks, first, second)]
    skipped = sum(second - first - 1 - len(between(blanks, first, second))
                  for (_, first), (_, second) in steps)
    if late or skipped > FRAMES / 20:
        raise Failure(f"{len(late)} of {len(steps)} frames late (first after blank {late[:1]}), "
                      f"{skipped} blanks skipped by the kernel: {figures}")
    return f"intervals: {figures}" + (f"; {skipped} blanks skipped by the kernel" if skipped else "")


def between(blanks, first, second):
    """The vertical blanks that the kernel had after one and before another."""
    return blanks[bisect.bisect_right(blanks, first):bisect.bisect_left(blanks, second)]


CASES = tuple(Case(f"checksum of {name}", held(SCENES[name])) for name in
              ("ring on its way", "rainbow smooth", "reveal half way"))
IN_VIRTUAL_TIME = (Case(f"{FRAMES} frames at 60 Hz", paced),
                   Case(f"{FRAMES} frames at 60 Hz in a flood", paced_in_flood))
