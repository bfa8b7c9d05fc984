"""radeon without its firmware, as Debian installs it: legacy calls only, and no interrupts, so that
the driver refuses page flips."""

import time

from ..errors import PATIENCE, Failure
from ..runner import Case
from .endings import expect_text_console, text_console

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


def smaller_mode(bench):
    """The console's picture leaves no video memory for another one in its mode. The program uses
    the largest mode that there is memory for; afterwards the console has its own again."""
    console = text_console(bench)
    program = bench.start_fed()
    program.feed("30")
    deadline = time.monotonic() + PATIENCE
    while (size := bench.guest.screen().size) == bench.size:
        if time.monotonic() > deadline:
            raise Failure("no other mode is set")
        time.sleep(0.1)
    bench.expect(bench.settled("30", size=size))
    program.signal("TERM")
    program.expect_end(143)
    expect_text_console(bench, console)
    return "{}x{}".format(*size)


CASES = (Case("moving, page flips refused", without_flips),)
LITTLE_MEMORY = (Case("less memory than the console's mode needs", smaller_mode),)
