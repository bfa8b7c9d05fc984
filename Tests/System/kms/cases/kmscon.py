"""kmscon is the console: a program that draws a terminal through KMS by itself."""

import re
import time

from ..errors import PATIENCE, Failure
from ..runner import Case
from .silence import stays

# Its child prints some lines, and stays.
START = """
test ! -e /dev/tty0 || chvt 1
test -e /dev/pts/ptmx || (mkdir -p /dev/pts && mount -t devpts devpts /dev/pts)
setsid kmscon {options} --no-switchvt --font-engine unifont --login -- \
    /bin/sh -c 'echo login: somebody; echo this text must come back; exec sleep 10000' \
    </dev/null >/tmp/kmscon.log 2>&1 &
"""


def start(bench):
    """Starts kmscon on the first terminal, if there is one; returns what it then shows."""
    options = "" if bench.machine.kernel == "no-vt" else "--vt tty1"
    bench.run(START.format(options=options))
    deadline = time.monotonic() + PATIENCE
    while not any(bench.guest.screen().data) or bench.guest.screen().size != bench.size:
        if time.monotonic() > deadline:
            raise Failure("kmscon shows nothing: " + bench.run("cat /tmp/kmscon.log; clients"))
        time.sleep(0.2)
    time.sleep(1)
    return bench.steady_screen()


def end(bench):
    """Ends kmscon."""
    bench.run("killall kmscon; await sh -c '! pidof kmscon'")


def beside(bench):
    """The program shows on a terminal of its own; kmscon's picture is back when it has ended, and
    its terminal is in front."""
    console = start(bench)
    bench.run("timeout 5 chvt 2")
    program = bench.start_fed()
    program.feed("30")
    bench.expect(bench.settled("30"))
    bench.run("timeout 5 chvt 1")
    bench.expect(console)
    bench.run("timeout 5 chvt 2")
    program.feed("60")
    bench.expect(bench.settled("60"))
    program.signal("TERM")
    program.expect_end(143)
    bench.program = None
    bench.run("timeout 5 chvt 1")
    bench.expect(console)
    end(bench)


def on_its_terminal(bench):
    """Started on kmscon's terminal, the program disturbs nothing, and `doctor` says why it does not
    show; once kmscon has ended the picture comes."""
    console = start(bench)
    program = bench.start_fed("--wait", "forever")
    program.feed("30")
    stays(bench, console)
    report = bench.run("fbprogress doctor || :")
    if not re.search(r"^not  master: \S+ is in use: kmscon \(\d+\)", report, re.M):
        raise Failure(f"kmscon is not named: {report}")
    end(bench)
    program.feed("60")
    bench.expect(bench.settled("60"))


CASES = (Case("kmscon on another terminal", beside),
         Case("kmscon on the same terminal", on_its_terminal))
NO_VT = (Case("kmscon without VT", on_its_terminal),)
