"""Real programs feed a running display through the FIFO, the way the README shows."""

import shlex
import time

from ..errors import PATIENCE, Failure
from ..program import FEED
from ..runner import Case

DIFFERENT_PICTURES = 8

# What the README advises.
PV = f"pv -n -i 0.2 -L 1m /tmp/update.img 2>{FEED} >/tmp/copy && echo done >{FEED}"
WGET = ("{ wget --progress=dot --limit-rate=1m -O /tmp/copy http://127.0.0.1:8080/update.img 2>&1"
        " && echo done || echo fail; }"
        fr" | sed -un 's/.* \([0-9]*\)%.*/\1/p; /^done$/p; /^fail$/p' >{FEED}")

MAKE_FILE = "head -c 3000000 /dev/urandom >/tmp/update.img"
SERVE = (f"{MAKE_FILE}; [ -e /srv ] ||"
         " { mkdir /srv; ln -s /tmp/update.img /srv/; httpd -p 127.0.0.1:8080 -h /srv; }")


def run_in_background(bench, pipeline):
    """Starts a pipeline; in dash, as busybox's shell prefers its own wget and sed to others."""
    bench.run(f"dash -c {shlex.quote(pipeline)} </dev/null >/tmp/pipeline.log 2>&1 &")


def watch(bench, pipeline, last):
    """Runs a pipeline in the background, counting different pictures until the last one."""
    run_in_background(bench, pipeline)
    seen, deadline = set(), time.monotonic() + PATIENCE
    while (screen := bench.guest.screen()) != last:
        seen.add(hash(screen.data))
        if time.monotonic() > deadline:
            bench.expect(last, seconds=0)
        time.sleep(0.02)
    bench.run("await cmp /tmp/update.img /tmp/copy")
    if len(seen) < DIFFERENT_PICTURES:
        raise Failure(f"only {len(seen)} different pictures while the file was read: "
                      + bench.run("cat /tmp/pipeline.log"))
    return f"{len(seen)} different pictures"


def pv(bench):
    """`pv -n` writes bare numbers. The display is told to stay, and ends when asked to."""
    bench.run(MAKE_FILE)
    program = bench.start_fed("--after-outcome", "stay", *bench.image_option)
    program.feed("0")
    bench.expect(bench.settled("0"))
    figures = watch(bench, PV, bench.test_card())
    time.sleep(2)
    bench.expect(bench.test_card(), seconds=0)
    program.signal("TERM")
    program.expect_end(0, 143)
    return figures


def wget(bench):
    """wget writes lines of dots that end in a percentage. The display ends by itself."""
    bench.run(SERVE)
    program = bench.start_fed(*bench.image_option)
    program.feed("0")
    bench.expect(bench.settled("0"))
    figures = watch(bench, WGET, bench.test_card())
    program.expect_end(0)
    return figures


def wget_fails(bench):
    """A server that has no such file: the display shows the failure and says so in its status."""
    bench.run(SERVE)
    program = bench.start_fed()
    program.feed("0")
    bench.expect(bench.settled("0"))
    run_in_background(bench, WGET.replace("update.img 2>&1", "missing 2>&1"))
    program.expect_end(1)


CASES = (Case("pv through the FIFO", pv), Case("wget through the FIFO", wget),
         Case("wget that fails", wget_fails))
