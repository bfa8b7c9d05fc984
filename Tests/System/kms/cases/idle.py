"""A display on which nothing changes costs nothing."""

from ..errors import Failure
from ..runner import Case


def idle(bench):
    """Five seconds of a settled picture without one context switch in any thread."""
    program = bench.start_fed()
    program.feed("40")
    bench.expect(bench.settled("40"))
    count = f"switches {program.keeper} {program.presenter}"
    before, after = bench.run(f"sleep 2; {count}; echo --; sleep 5; {count}").split("--\n")
    if before != after:
        raise Failure(f"context switches of each thread before:\n{before}and after:\n{after}")


CASES = (Case("idle for 5 s", idle),)
