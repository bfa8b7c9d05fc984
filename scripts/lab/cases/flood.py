"""A writer is never held up by the display."""

from ..errors import Failure
from ..program import FEED
from ..runner import Case

RECORDS = 20000
# An emulated machine with one processor shares it between the writer, the keeper, the presenter
# and the kernel's modeset; a writer that waits for the display would not get through at all.
TOTAL_MS, SLOWEST_MS = 10000, 1000


def flooded(answer):
    """Checks what the flood program measured; returns it as figures."""
    size, total, slowest = map(int, answer.split()[-3:])
    figures = f"{size} bytes in {total} ms, slowest write {slowest} ms"
    if total > TOTAL_MS or slowest > SLOWEST_MS:
        raise Failure(f"the writer was held up: {figures}")
    return figures


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
    """A presenter that does not run at all holds up nobody, and knows the last state afterwards."""
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


CASES = (Case("flood without a card", without_card), Case("flood while starting", while_starting),
         Case("flood with a stopped presenter", presenter_stopped))
