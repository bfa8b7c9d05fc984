"""What is typed and what the kernel says leaves the picture alone. For machines whose kernel
prints on the screen, has a cursor there and blanks it."""

import time

from ..errors import Failure
from ..runner import Case
from .endings import shows

PARAMETERS = ("console=tty0", "vt.global_cursor_default=1", "consoleblank=2")
READER = "setsid sh -c 'exec cat </dev/tty1 >/tmp/typed' >/dev/null 2>&1 &"


def stays(bench, picture, seconds=1.0):
    """The screen shows nothing but this for a while."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        bench.expect(picture, seconds=0)
        time.sleep(0.05)


def kernel_speaks(bench):
    """Bursts of messages at every level, the kernel printing all of them on the screen."""
    shows(bench, 40)
    picture = bench.settled("40")
    bench.run("dmesg -n 8; for burst in $(seq 20); do for level in $(seq 0 7); do"
              " echo \"<$level>burst $burst at level $level\" >/dev/kmsg; done; done")
    stays(bench, picture)
    bench.guest.press("alt", "sysrq", "h")
    stays(bench, picture)


def terminal_written(bench):
    """Text on the terminal that the picture lies over, and its cursor."""
    shows(bench, 40)
    bench.run(r"printf '\033[2Jsome text\n\033[?25h\007' >/dev/tty1")
    stays(bench, bench.settled("40"))


def not_blanked(bench):
    """The console would have been blanked after two seconds."""
    shows(bench, 40)
    stays(bench, bench.settled("40"), 4)


def typed(bench):
    """Keys reach no program, switch no VT and do not reboot the machine."""
    bench.run(f"{READER} echo 1 >/proc/sys/kernel/ctrl-alt-del")
    program = shows(bench, 40)
    for keys in (("a",), ("b",), ("ret",), ("ctrl", "c"), ("alt", "f2"), ("ctrl", "alt", "delete")):
        bench.guest.press(*keys)
    stays(bench, bench.settled("40"))
    if (front := bench.run("cat /sys/class/tty/tty0/active").strip()) != "tty1":
        raise Failure(f"{front} is in front")
    program.signal("TERM")
    program.expect_end(143)
    bench.program = None
    time.sleep(0.5)
    if found := bench.run("cat /tmp/typed"):
        raise Failure(f"somebody got what was typed: {found!r}")
    bench.guest.press("x")
    bench.guest.press("ret")
    bench.run("await grep -q x /tmp/typed")
    if (mode := bench.run("vtmode").split()[0]) != "unicode":
        raise Failure(f"the keyboard is left in mode {mode}")
    bench.run("killall cat; echo 0 >/proc/sys/kernel/ctrl-alt-del")


CASES = (Case("kernel messages at every level", kernel_speaks),
         Case("text on the terminal", terminal_written), Case("console not blanked", not_blanked))
TYPED = (Case("keys are discarded", typed),)
