"""Virtual terminals: the user may go to another one, and comes back to a whole picture."""

from ..errors import Failure
from ..runner import Case
from .endings import expect_text_console, shows, text_console

SECOND = r"printf '\033[2J\033[Hanother terminal\n' >/dev/tty2"


def second_terminal(bench):
    """What the second terminal looks like; the first one is in front afterwards."""
    bench.run(f"{SECOND}; chvt 2")
    screen = bench.steady_screen()
    bench.run("chvt 1")
    return screen


def away_and_back(bench):
    """Away the card is nobody's, the other terminal is seen and the feed is read; back, the
    picture is drawn whole."""
    text_console(bench)
    second = second_terminal(bench)
    program = shows(bench, 30)
    for percent in (45, 60):
        bench.run("timeout 5 chvt 2")
        bench.expect(second)
        if "master" in bench.run("clients"):
            raise Failure("the program is master of the card although nobody sees it")
        program.feed(str(percent))
        bench.expect(second)
        bench.run("timeout 5 chvt 1")
        bench.expect(bench.settled(str(percent)))


def away_and_back_quickly(bench):
    """Twenty changes as fast as they go, and no deadlock."""
    text_console(bench)
    program = shows(bench, 30)
    bench.run("for one in $(seq 10); do timeout 5 chvt 2 && timeout 5 chvt 1 || exit 1; done",
              timeout=120)
    program.feed("60")
    bench.expect(bench.settled("60"))


def ended_while_away(bench):
    """The program ends while another terminal is in front: that one stays, the first is text."""
    console = text_console(bench)
    second = second_terminal(bench)
    program = shows(bench, 30)
    bench.run("timeout 5 chvt 2")
    bench.expect(second)
    program.signal("TERM")
    program.expect_end(143)
    bench.program = None
    bench.expect(second)
    bench.run("timeout 5 chvt 1")
    expect_text_console(bench, console)


def no_terminal(bench):
    """A kernel without virtual terminals, as far as the program can see."""
    bench.run("rm /dev/tty0 /dev/tty1")
    try:
        program = bench.start_fed()
        program.feed("30")
        bench.expect(bench.settled("30"))
        program.signal("TERM")
        program.expect_end(143)
        bench.program = None
    finally:
        bench.run("mknod /dev/tty0 c 4 0; mknod /dev/tty1 c 4 1")


CASES = (Case("no virtual terminal", no_terminal),)
SWITCHED = (Case("other terminal and back", away_and_back),
            Case("other terminal and back, quickly", away_and_back_quickly),
            Case("ended while another terminal is seen", ended_while_away))
