"""A writer is never held up by the display."""

import time

from ..errors import Failure
from ..program import FEED
from ..runner import Case

RECORDS = 20000


def flooded(answer):
    """What the flood program measured, as figures. They bound nothing, since an emulated machine with one processor shares it
    between all; but a writer that waits for the display does not get through at all."""
    size, total, median, most, slowest = map(int, answer.split()[-5:])
    return f"{size} bytes in {total} ms; a write {median}, {most}, {slowest} us (p50, p99, max)"


def while_starting(bench):
    """Records pour in from the moment there is a FIFO, through the first modeset."""
    bench.load_driver()
    bench.start_fed()
    figures = flooded(bench.run(f"flood {FEED} {RECORDS} 42"))
    bench.expect(bench.settled("42"))
    return figures


def without_card(bench):
    """Nothing to present on: the records are read all the same, and the last one counts."""
    program = bench.start_fed("--wait", "60")
    figures = flooded(bench.run(f"flood {FEED} {RECORDS} 42"))
    if not program.is_running():
        raise Failure("the program ended")
    bench.load_driver()
    bench.expect(bench.settled("42"))
    return figures


def presenter_stopped(bench):
    """A stopped presenter does not delay the writer, and shows the last state afterwards."""
    bench.load_driver()
    program = bench.start_fed()
    program.feed("10")
    bench.expect(bench.settled("10"))
    presenter = program.presenter
    program.signal("STOP", presenter)
    figures = flooded(bench.run(f"flood {FEED} {RECORDS} 42"))
    program.signal("CONT", presenter)
    bench.expect(bench.settled("42"))
    return figures


def during_modesets(bench):
    """While the display changes its size all the time, the writer waits no longer for the program than it would for `cat`, which
    reads beside the same modesets."""
    sizes, program = ((800, 480), (1280, 800)), bench.start_fed()
    program.feed("10")
    bench.run("mkfifo /tmp/plain; cat /tmp/plain >/dev/null 2>&1 &")
    figures = []
    for fifo in ("/tmp/plain", FEED):
        bench.run(f"flood {fifo} 2000 42 1000 >/tmp/flood.log 2>&1 &")
        count = 0
        while bench.guest.run("pidof flood").status == 0:
            bench.guest.plug(0, sizes[count % 2])
            count += 1
            time.sleep(0.4)
        figures.append(f"{count} sizes: " + flooded(bench.run("cat /tmp/flood.log")))
    if not program.is_running():
        raise Failure("the program ended")
    bench.guest.plug(0, sizes[0])
    bench.expect(bench.settled("42", size=sizes[0]))
    return f"cat: {figures[0]}; fbprogress: {figures[1]}"


MODESETS = (Case("writer during modesets", during_modesets),)
CASES = (Case("flood without a card", without_card), Case("flood while starting", while_starting),
         Case("flood with a stopped presenter", presenter_stopped))
