"""However the program ends, the text console is back; a presenter that dies is replaced."""

import time

from ..errors import Failure
from ..runner import Case


def text_console(bench):
    """Writes text on the console; returns what the screen then looks like."""
    bench.run(r"printf '\033[2J\033[Hlogin: somebody\nthis text must come back\n' >/dev/tty1")
    return bench.steady_screen()


def expect_text_console(bench, console):
    """The screen shows the text again, and the kernel draws on it by itself."""
    bench.program = None
    bench.expect(console)
    mode = bench.run("kdmode").strip()
    if mode != "text":
        raise Failure(f"the console is left in {mode} mode")


def shows(bench, percent, *options):
    """Starts the program and waits until it shows this progress."""
    program = bench.start_fed(*options)
    program.feed(str(percent))
    bench.expect(bench.settled(str(percent)))
    return program


def terminated(bench):
    """SIGTERM: a status that says so, and the console as it was."""
    console = text_console(bench)
    program = shows(bench, 40)
    if (mode := bench.run("kdmode").strip()) != "graphics":
        raise Failure(f"the console is in {mode} mode while the picture is shown")
    program.signal("TERM")
    program.expect_end(143)
    expect_text_console(bench, console)


def interrupted(bench):
    """SIGINT likewise."""
    console = text_console(bench)
    program = shows(bench, 40)
    program.signal("INT")
    program.expect_end(130)
    expect_text_console(bench, console)


def presenter_killed(bench):
    """Progress fed right after the presenter was killed is on the screen. When depends on the machine."""
    program = shows(bench, 40)
    expected, killed = bench.settled("70"), program.presenter
    start = time.monotonic() - bench.guest.held_up()
    bench.run(f"kill -KILL {killed}; echo 70 >/run/fbprogress/feed")
    bench.expect(expected, pause=0.01)
    # Whatever else this machine is busy with is not the guest's time.
    seconds = time.monotonic() - bench.guest.held_up() - start
    if not program.is_running() or program.presenter == killed:
        raise Failure("the presenter was not replaced")
    return f"back after {seconds:.2f} s"


def presenter_killed_often(bench):
    """A presenter that keeps dying is replaced each time, and the feed is never lost."""
    program = shows(bench, 10)
    for percent in (20, 30, 40):
        program.signal("KILL", program.presenter)
        program.feed(str(percent))
        bench.expect(bench.settled(str(percent)))


def keeper_killed(bench):
    """The presenter does not stay behind, nor does the supervisor, which gives the console back and
    removes the FIFO, so that writers do not wait for a reader."""
    console = text_console(bench)
    program = shows(bench, 40)
    others = program.presenter, program.supervisor
    program.signal("KILL")
    for other in others:
        bench.run(f"await test ! -e /proc/{other}/exe")
    expect_text_console(bench, console)
    bench.run("test ! -e /run/fbprogress/feed; timeout 5 sh -c 'echo 42 >/run/fbprogress/feed'")


CASES = (Case("SIGTERM", terminated), Case("SIGINT", interrupted),
         Case("SIGKILL of the presenter", presenter_killed),
         Case("SIGKILL of three presenters", presenter_killed_often),
         Case("SIGKILL of the keeper", keeper_killed))
