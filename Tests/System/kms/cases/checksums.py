"""vkms: no screen to look at, but checksums of what would be seen, and 60 vertical blanks a
second as hardware has them."""

import collections

from ..errors import Failure
from ..program import FEED
from ..runner import Case
from .pictures import SCENES

FRAMES = 600
INTERVAL = 1 / 60
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
    """Fails unless 600 frames in a row are one vertical blank apart; returns a histogram of what they are."""
    times = [tuple(map(float, line.split())) for line in text.splitlines()]
    steps = [(first[1], second[0] - first[0], second[1] - first[1])
             for first, second in zip(times, times[1:])][:FRAMES]
    histogram = collections.Counter(round(seconds * 1e3, 1) for _, seconds, _ in steps)
    figures = ", ".join(f"{count} of {milliseconds} ms"
                        for milliseconds, count in sorted(histogram.items()))
    missed = [int(blank) for blank, _, blanks in steps if blanks != 1]
    if len(steps) < FRAMES or missed:
        raise Failure(f"{len(steps)} frames, {len(missed)} of them late "
                      f"(first after blank {missed[:1]}): {figures}")
    return f"intervals: {figures}"


CASES = tuple(Case(f"checksum of {name}", held(SCENES[name])) for name in
              ("ring on its way", "rainbow smooth", "reveal half way"))
IN_VIRTUAL_TIME = (Case(f"{FRAMES} frames at 60 Hz", paced),
                   Case(f"{FRAMES} frames at 60 Hz in a flood", paced_in_flood))
