"""Figures that are worth knowing and bound nothing."""

import re

from ..errors import Failure
from ..runner import Case
from . import heads


def first_commit(bench):
    """From the start of the program to its first picture."""
    program = bench.start_fed("--verbose")
    bench.run("await grep -q 'first commit' /tmp/program.log")
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


def hour(bench):
    """An hour of a download that is told of each second: what it costs, and that no memory is taken after its first minutes."""
    text = bench.run(r"""
        for second in $(seq 0 3700); do echo "@$second bytes $((second * 500000)) 2000000000"; done >/tmp/script
        keeper=$(start fbprogress --script /tmp/script --after-outcome stay)
        look() {
            for pid in $keeper $(cat /proc/$keeper/task/*/children); do
                awk '{ print "ticks", $14 + $15 }' /proc/$pid/stat
                awk '/^Anonymous/ { print "memory", $2 }' /proc/$pid/smaps_rollup
                awk '/^voluntary/ { print "wakes", $2 }' /proc/$pid/status
            done
        }
        sleep 100
        look
        sleep 3600
        look
        kill -TERM $keeper""", timeout=900)
    ticks, memory, wakes = ([int(one) for one in re.findall(rf"{word} (\d+)", text)]
                            for word in ("ticks", "memory", "wakes"))
    if len(memory) != 6:
        raise Failure(f"expected the figures of three processes, twice: {text}")
    if memory[3:] != memory[:3]:
        raise Failure(f"memory grew: {memory} kB")
    # 125 million instructions a second.
    billions = [(last - first) / 100 * 0.125 for first, last in zip(ticks[:3], ticks[3:])]
    return ("an hour: " + ", ".join(
        f"{name} {cost:.1f} billion instructions, {last - first} wake-ups, {kept} kB of its own"
        for name, cost, first, last, kept in zip(("keeper", "supervisor", "presenter"), billions,
                                                 wakes[:3], wakes[3:], memory[3:])))


def memory_of(count):
    """What the presenter takes with so many displays of 1280x800."""
    def check(bench):
        sizes = [(1280, 800)] * count
        heads.plug(bench, *sizes)
        program = bench.start_fed()
        program.feed("40")
        heads.expect_on(bench, "40", sizes)
        # What is shared with the kernel are the buffers, two for each display.
        text = bench.run(f"cat /proc/{program.presenter}/smaps_rollup")
        resident, private = (int(re.search(rf"^{key}:\s+(\d+) kB", text, re.M)[1])
                             for key in ("Rss", "Anonymous"))
        return f"presenter: {resident} kB resident, {private} kB its own"
    return check


def wakes(bench):
    """How often the processes wake up in ten seconds at 1 % a second, at the pace of the clock."""
    bench.run("for second in $(seq 0 30); do echo \"@$second $second\"; done >/tmp/script")
    text = bench.run(r"""
        keeper=$(start fbprogress --script /tmp/script --after-outcome stay)
        all="$keeper $(cat /proc/$keeper/task/*/children)"
        sleep 3
        for pid in $all; do grep ^voluntary /proc/$pid/status; done
        sleep 10
        for pid in $all; do grep ^voluntary /proc/$pid/status; done
        kill -TERM $keeper""", timeout=100)
    counts = [int(one) for one in re.findall(r"switches:\s+(\d+)", text)]
    before, after = counts[:len(counts) // 2], counts[len(counts) // 2:]
    seconds = [(last - first) / 10 for first, last in zip(before, after)]
    return "wake-ups a second: keeper, supervisor, presenter " + ", ".join(
        f"{one:.1f}" for one in seconds)


CASES = (Case("start to first commit", first_commit), Case("memory", memory))
MEMORY = tuple(Case(f"memory with {count} displays", memory_of(count)) for count in (1, 2, 4))
HOUR = (Case("an hour", hour),)
IN_VIRTUAL_TIME = (Case("wake-ups", wakes), Case("processor time of a minute", minute),)
