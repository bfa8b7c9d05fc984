"""The program starts before there is a card, and loses nothing that it is told meanwhile."""

import time

from ..runner import Case


def late_card(bench):
    """Two records are fed while there is no card; two seconds later its driver is loaded."""
    program = bench.start_fed("--wait", "60")
    program.feed("30")
    time.sleep(1)
    program.feed("60")
    time.sleep(1)
    bench.load_driver()
    bench.expect(bench.settled("60"))


CASES = (Case("no card at the start", late_card),)
