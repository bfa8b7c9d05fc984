"""Somebody who may not open the card shows on it by the leave of seatd, a real one."""

from ..errors import Failure
from ..runner import Case
from .endings import text_console

FEED = "/tmp/guest/feed"


def start_as_guest(bench):
    """Starts seatd, and the program as a user who may nothing but ask it."""
    text_console(bench)
    bench.run("""
        pidof seatd >/dev/null || setsid seatd -u guest -l debug >/tmp/seatd.log 2>&1 &
        await test -S /run/seatd.sock
        rm -rf /tmp/guest && mkdir /tmp/guest && chown guest /tmp/guest""")
    bench.start("--feed", f"fifo:{FEED}", user="guest")
    bench.run(f"await test -p {FEED}")


def feed(bench, line):
    """Writes one line into the guest's own FIFO."""
    bench.run(f"echo {line} >{FEED}")


def shown(bench):
    """What seatd opens is drawn on."""
    start_as_guest(bench)
    feed(bench, "30")
    bench.expect(bench.settled("30"))
    if "nobody" in bench.run("ls -l /dev/dri/card0"):
        raise Failure("the card is anybody's")


def switched(bench):
    """On another terminal it is not our turn; back on this one it is."""
    start_as_guest(bench)
    feed(bench, "30")
    bench.expect(bench.settled("30"))
    bench.run("timeout 5 chvt 2")
    bench.run("printf 'the other one\\n' >/dev/tty2")
    feed(bench, "60")
    if bench.steady_screen() in (bench.settled("30"), bench.settled("60")):
        raise Failure("the picture is on the other terminal")
    bench.run("timeout 5 chvt 1")
    bench.expect(bench.settled("60"))


CASES = (Case("shown by seatd", shown), Case("seatd, other terminal and back", switched))
