"""Figures that are worth knowing and bound nothing."""

import re

from ..errors import Failure
from ..runner import Case


def first_commit(bench):
    """From the start of the program to its first picture."""
    program = bench.start_fed("--verbose")
    bench.run("await 10 grep -q 'first commit' /tmp/program.log")
    found = re.search(r"first commit after [0-9.]+ ms", program.log())
    if not found:
        raise Failure("the log does not say when the first commit was")
    return found[0]


def memory(bench):
    """Resident memory of all processes with a picture on the screen."""
    program = bench.start_fed()
    program.feed("40")
    bench.expect(bench.settled("40"))
    figures = []
    for name in ("keeper", "presenter", "supervisor"):
        pid = getattr(program, name)
        # The kernel counts pages in batches, so a small process's VmHWM may say next to nothing;
        # smaps_rollup counts them all, now. None of them gives memory back, so now is the peak.
        status = bench.run(f"cat /proc/{pid}/status /proc/{pid}/smaps_rollup")
        high, resident, private = (int(re.search(rf"^{key}:\s+(\d+) kB", status, re.M)[1])
                                   for key in ("VmHWM", "Rss", "Anonymous"))
        peak = max(high, resident)
        figures.append(f"{name} peak {peak} kB, anonymous {private} kB")
    return "; ".join(figures)


def minute(bench):
    """Processor time of a minute at 1 % a second, in a guest whose clock counts instructions."""
    bench.run("for second in $(seq 0 60); do echo \"@$second $second\"; done >/tmp/script")
    # One command from start to end: the guest's clock runs ahead whenever it waits for us.
    text = bench.run(r"""
        keeper=$(start fbprogress --script /tmp/script --after-outcome stay)
        sleep 60
        for pid in $keeper $(cat /proc/$keeper/task/*/children); do
            awk '{ print "ticks", $14 + $15 }' /proc/$pid/stat
        done
        kill -TERM $keeper""", timeout=200)
    ticks = [int(one) / 100 for one in re.findall(r"ticks (\d+)", text)]
    if len(ticks) != 3:
        raise Failure(f"expected the times of three processes: {text}")
    keeper, supervisor, presenter = ticks
    if supervisor:
        raise Failure(f"the supervisor took {supervisor:.2f} s, which has nothing to do")
    return (f"{keeper:.2f} s keeper, {presenter:.2f} s presenter, "
            "at 125 million instructions a second")


CASES = (Case("start to first commit", first_commit), Case("memory", memory))
IN_VIRTUAL_TIME = (Case("processor time of a minute", minute),)
