"""Whoever is ended by force, the console is back."""

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
         Case("the supervisor's memory", memory))
