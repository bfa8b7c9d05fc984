"""radeon without its firmware, as Debian installs it: legacy calls only, and no interrupts, so that
the driver refuses page flips."""

from ..errors import Failure
from ..runner import Case

FRAMES = 100


def without_flips(bench):
    """Frames in a row. The driver answers each page flip with a stack trace in the kernel's log, so
    the program asks once."""
    bench.run("dmesg -c >/dev/null")
    program = bench.start_fed()
    bench.run(f"for one in $(seq 1 {FRAMES}); do echo $((one % 90)) >/run/fbprogress/feed; done")
    program.feed("42")
    bench.expect(bench.settled("42"))
    count = bench.run("dmesg -c").count("no handler is installed")
    if count != 1:
        raise Failure(f"{count} page flips were refused, expected 1")


CASES = (Case("moving, page flips refused", without_flips),)
