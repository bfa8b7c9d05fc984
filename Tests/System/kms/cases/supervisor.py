"""SIGKILL of any process: the console is restored."""

import re

from ..errors import Failure
from ..runner import Case
from .endings import expect_text_console, shows, text_console


def both_killed(bench):
    """SIGKILL of the keeper and the presenter at once: the third process is all that is left."""
    console = text_console(bench)
    program = shows(bench, 40)
    supervisor = program.supervisor
    program.kill_both()
    bench.run(f"await test ! -e /proc/{supervisor}/exe")
    expect_text_console(bench, console)
    return None


def all_killed_but_marked(bench):
    """What an init does before it changes the root: all are ended whose name has no '@'."""
    console = text_console(bench)
    program = shows(bench, 40)
    supervisor = program.supervisor
    bench.run("for pid in $(pidof fbprogress); do"
              " case $(tr '\\0' ' ' </proc/$pid/cmdline) in @*) ;; *) kill -KILL $pid || : ;; esac; done")
    bench.run(f"await test ! -e /proc/{supervisor}/exe")
    expect_text_console(bench, console)


def supervisor_killed(bench):
    """Without the third process the others give the console back themselves."""
    console = text_console(bench)
    program = shows(bench, 40)
    program.signal("KILL", program.supervisor)
    program.feed("50")
    bench.expect(bench.settled("50"))
    program.signal("TERM")
    program.expect_end(143)
    expect_text_console(bench, console)


def kill_all(bench):
    """Shows a picture and ends all three processes by SIGKILL; they stop before, so none can act.
    Returns what the console showed and its modes before."""
    console, modes = text_console(bench), bench.run("vtmode")
    program = shows(bench, 40)
    supervisor, presenter = program.supervisor, program.presenter
    pids = f"{program.keeper} {supervisor} {presenter}"
    bench.run(f"kill -STOP {pids}; kill -KILL {pids}")
    bench.run(f"await test ! -e /proc/{supervisor}/exe -a ! -e /proc/{presenter}/exe")
    bench.program = None
    if (mode := bench.run("kdmode").strip()) != "graphics":
        raise Failure(f"the console is in {mode} mode, so there is nothing to rescue")
    return console, modes


def all_killed(bench):
    """SIGKILL of all three: `fbprogress rescue` gives back the console, and the writers."""
    console, modes = kill_all(bench)
    # One that waits already.
    bench.run("(echo 50 >/run/fbprogress/feed; echo >/tmp/released) >/dev/null 2>&1 & sleep 0.3")
    if bench.guest.run("test -e /tmp/released").status == 0:
        raise Failure("the writer found a reader")
    told = bench.run("fbprogress rescue 2>&1")
    expect_text_console(bench, console)
    if (now := bench.run("vtmode")) != modes:
        raise Failure(f"the console's modes are {now.strip()}, expected {modes.strip()}")
    bench.run("await test -e /tmp/released; rm /tmp/released; test ! -e /run/fbprogress/feed")
    bench.run("timeout 5 sh -c 'echo 50 >/run/fbprogress/feed'")
    # The file that this made is in no one's way.
    bench.run("keeper=$(start fbprogress); await test -p /run/fbprogress/feed; kill -TERM $keeper;"
              " await test -e /tmp/program.status")
    if bench.run("fbprogress rescue 2>&1"):
        raise Failure("there was something to rescue after an orderly end")
    return told.strip().replace("\n", "; ")


def rescue_of_the_console_alone(bench):
    """A FIFO that cannot be removed does not keep the console from being restored."""
    console, _ = kill_all(bench)
    bench.run("mkdir -p /tmp/ro && mount -t tmpfs ro /tmp/ro && mkfifo /tmp/ro/f && mount -o remount,ro /tmp/ro")
    answer = bench.guest.run("fbprogress rescue --feed fifo:/tmp/ro/f 2>&1")
    bench.run("umount /tmp/ro")
    if answer.status != 3 or "Read-only file system" not in answer.text:
        raise Failure(f"exit status {answer.status}: {answer.text}")
    expect_text_console(bench, console)


def rescue_beside_another(bench):
    """`fbprogress rescue` leaves a console alone on which another program shows something."""
    program = shows(bench, 40)
    modes = bench.run("kdmode; vtmode")
    told = bench.run("fbprogress rescue 2>&1").strip()
    if (now := bench.run("kdmode; vtmode")) != modes:
        raise Failure(f"the console's modes were {modes.strip()}, are {now.strip()}")
    program.feed("50")
    bench.expect(bench.settled("50"))
    return told


def memory(bench):
    """What the third process costs, and that it wakes for nothing."""
    program = shows(bench, 40)
    supervisor = program.supervisor
    before = bench.run(f"switches {supervisor}")
    for percent in (50, 60, 70):
        program.feed(str(percent))
        bench.expect(bench.settled(str(percent)))
    if bench.run(f"switches {supervisor}") != before:
        raise Failure("the supervisor woke")
    text = bench.run(f"cat /proc/{supervisor}/smaps_rollup")
    private, resident = (int(re.search(rf"^{key}:\s+(\d+) kB", text, re.M)[1])
                         for key in ("Pss_Anon", "Rss"))
    return f"{private} kB of its own, {resident} kB resident"


CASES = (Case("SIGKILL of keeper and presenter", both_killed),
         Case("SIGKILL of all without a mark", all_killed_but_marked),
         Case("SIGKILL of the supervisor", supervisor_killed),
         Case("SIGKILL of all, then rescue", all_killed),
         Case("rescue of the console alone", rescue_of_the_console_alone),
         Case("rescue beside another program", rescue_beside_another),
         Case("the supervisor's memory", memory))
