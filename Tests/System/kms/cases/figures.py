"""Figures that are worth knowing. Those of a minute have bounds."""

import re
from dataclasses import dataclass

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


def load(seconds=60):
    """A script of progress in steps of 1 %, with a message every eight steps."""
    lines = []
    for step in range(101):
        moment = step * seconds / 100
        lines.append(f"@{moment:.2f} {step}")
        if step % 8 == 0:
            lines.append(f"@{moment:.2f} message Unpacking part {step // 8}")
    return "\n".join(lines)


PROCESSES = ("keeper", "supervisor", "broker", "presenter")
COUNT = len(PROCESSES)
# Prints the children of a process, and theirs: `PROCESSES` without the first.
CHILDREN = r"""children() {
    for one in $(cat /proc/$1/task/*/children); do echo $one $(cat /proc/$one/task/*/children); done
}
"""
# Prints the processor time and the wake-ups so far of the keeper's process and its children.
LOOK = CHILDREN + r"""look() {
    for pid in $keeper $(children $keeper); do
        awk '{ print "ticks", $14 + $15 }' /proc/$pid/stat
        awk '/^voluntary/ { print "wakes", $2 }' /proc/$pid/status
    done
}
"""
RING = "--style ring --fonts /lab/default.fbfont"


@dataclass(frozen=True)
class Bounds:
    """The most that a minute may cost: copies to the device, and their bytes."""

    copies: int
    bytes: int


# A copy of the whole picture for each frame (4 MB) would be 8 GB. Words that change fade out, then in.
PROGRESS = Bounds(copies=1_000, bytes=16_000_000)
# A run that is stalled has a mark that fades, at most eight frames a second.
STALLED = Bounds(copies=560, bytes=1_000_000)


def cost(text, bounds):
    """What a minute cost, as `LOOK` before and after and `uploads end` print it."""
    ticks, wakes = ([int(one) for one in re.findall(rf"{word} (\d+)", text)]
                    for word in ("ticks", "wakes"))
    copies, pixels = map(int, re.search(r"^uploads (\d+) (\d+)$", text, re.M).groups())
    if len(ticks) != 2 * COUNT:
        raise Failure(f"expected the figures of {COUNT} processes, twice: {text}")
    keeper, supervisor, _, presenter = ((last - first) / 100 for first, last in zip(ticks, ticks[COUNT:]))
    # A process that runs at a tick, as at its start, is charged for all of it.
    if supervisor > 0.01:
        raise Failure(f"the supervisor took {supervisor:.2f} s, which has nothing to do")
    # XRGB8888
    size = 4 * pixels
    buffers = text.count("allocated by = fbprogress-show")
    line = (f"{keeper:.2f} s keeper, {presenter:.2f} s presenter, at 125 million instructions a second; "
            f"{sum(wakes[COUNT:]) - sum(wakes[:COUNT])} wake-ups, {copies} copies, {size / 1e6:.1f} MB, "
            f"{buffers} buffer")
    if copies > bounds.copies or size > bounds.bytes:
        raise Failure(f"more than {bounds.copies} copies or {bounds.bytes / 1e6:.0f} MB: {line}")
    if not copies or buffers != 1:
        raise Failure(f"expected copies out of one buffer: {line}")
    return line


def minute(bench):
    """What a minute of progress costs, in a guest whose clock counts instructions."""
    bench.run(f"cat >/tmp/script <<'END'\n{load()}\nEND")
    # One command from start to end: the guest's clock runs ahead whenever it waits for us.
    text = bench.run(LOOK + f"""
        uploads begin
        keeper=$(start fbprogress {RING} --script /tmp/script --after-outcome stay)
        for one in 1 2 3 4; do echo ticks 0; echo wakes 0; done
        sleep 62
        look
        grep -h 'allocated by' /sys/kernel/debug/dri/0/framebuffer
        echo uploads $(uploads end)
        kill -TERM $keeper""", timeout=200)
    return cost(text, PROGRESS)


def stalled_minute(bench):
    """What a minute costs in which nothing is heard of a run that began."""
    bench.run("echo '@0 40' >/tmp/script")
    text = bench.run(LOOK + f"""
        keeper=$(start fbprogress {RING} --stall-after 10 --script /tmp/script --after-outcome stay)
        sleep 20
        uploads begin
        look
        sleep 60
        look
        grep -h 'allocated by' /sys/kernel/debug/dri/0/framebuffer
        echo uploads $(uploads end)
        kill -TERM $keeper""", timeout=400)
    return cost(text, STALLED)


def hour(bench):
    """An hour of a download that is told of each second: what it costs, and that no memory is taken after its first minutes.

    All of its amounts are gigabytes, and the ring is more than half: the first text of another unit and the first
    arc beyond a half take a page more, once.
    """
    text = bench.run(CHILDREN + r"""
        for second in $(seq 0 3700); do
            echo "@$second bytes $((2400000000 + second * 500000)) 4500000000"
        done >/tmp/script
        keeper=$(start fbprogress --script /tmp/script --after-outcome stay)
        look() {
            for pid in $keeper $(children $keeper); do
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
    if len(memory) != 2 * COUNT:
        raise Failure(f"expected the figures of {COUNT} processes, twice: {text}")
    if memory[COUNT:] != memory[:COUNT]:
        raise Failure(f"memory grew: {memory} kB")
    # 125 million instructions a second.
    billions = [(last - first) / 100 * 0.125 for first, last in zip(ticks, ticks[COUNT:])]
    return ("an hour: " + ", ".join(
        f"{name} {cost:.1f} billion instructions, {last - first} wake-ups, {kept} kB of its own"
        for name, cost, first, last, kept in zip(PROCESSES, billions, wakes, wakes[COUNT:], memory[COUNT:])))


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
    text = bench.run(CHILDREN + r"""
        keeper=$(start fbprogress --script /tmp/script --after-outcome stay)
        sleep 3
        all="$keeper $(children $keeper)"
        for pid in $all; do grep ^voluntary /proc/$pid/status; done
        sleep 10
        for pid in $all; do grep ^voluntary /proc/$pid/status; done
        kill -TERM $keeper""", timeout=100)
    counts = [int(one) for one in re.findall(r"switches:\s+(\d+)", text)]
    if len(counts) != 2 * COUNT:
        raise Failure(f"expected the figures of {COUNT} processes, twice: {text}")
    seconds = [(last - first) / 10 for first, last in zip(counts, counts[COUNT:])]
    return f"wake-ups a second: {', '.join(PROCESSES)} " + ", ".join(
        f"{one:.1f}" for one in seconds)


CASES = (Case("start to first commit", first_commit), Case("memory", memory))
MEMORY = tuple(Case(f"memory with {count} displays", memory_of(count)) for count in (1, 2, 4))
HOUR = (Case("an hour", hour),)
IN_VIRTUAL_TIME = (Case("wake-ups", wakes), Case("a minute of progress", minute),
                   Case("a stalled minute", stalled_minute))
