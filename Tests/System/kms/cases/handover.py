"""The supervisor as the one who holds the picture: what it costs, and what others do to it."""

import re
import time

from ..errors import PATIENCE, Failure
from ..runner import Case
from .endings import expect_text_console, text_console
from .other_clients import (coloured, end_client, ends_with_picture, expect_no_client,
                            start_client)
from .silence import stays

HOLDER = ("for pid in $(pidof fbprogress); do"
          " grep -qx fbprogress-hold /proc/$pid/comm && echo $pid; done; true")


def held(bench, *options):
    """Ends the program with its picture kept; returns the picture and the holder's process."""
    card = ends_with_picture(bench, "--on-exit", "keep", *options)
    processes = bench.run("pidof fbprogress").split()
    if processes != (holder := bench.run(HOLDER).split()) or len(holder) != 1:
        raise Failure(f"the processes {processes} are left, of which {holder} hold the picture")
    return card, int(holder[0])


def cost(bench):
    """Its memory, that it is marked, that the keyboard is back, and that it holds no output."""
    console = text_console(bench)
    _, holder = held(bench, "--on-exit-timeout", "8")
    if bench.run(f"head -c 1 /proc/{holder}/cmdline") != "@":
        raise Failure("who changes the root would end it")
    if (mode := bench.run("vtmode").split()[0]) != "unicode":
        raise Failure(f"the keyboard is left in mode {mode}")
    for number in range(3):
        if (target := bench.run(f"readlink /proc/{holder}/fd/{number}").strip()) != "/dev/null":
            raise Failure(f"descriptor {number} is {target}")
    text = bench.run(f"cat /proc/{holder}/smaps_rollup")
    private, resident = (int(re.search(rf"^{key}:\s+(\d+) kB", text, re.M)[1])
                         for key in ("Pss_Anon", "Rss"))
    expect_text_console(bench, console)
    expect_no_client(bench)
    return f"{private} kB of its own, {resident} kB resident"


def to_itself(bench):
    """From one run of the program to the next, as from an initramfs to the system: no other
    picture in between, and the second one gives the console back."""
    console = text_console(bench)
    card, _ = held(bench, "--on-exit-timeout", "20")
    program = bench.start_fed()
    program.feed("60")
    expected = bench.settled("60")
    # Its own beginning, which moves, may follow; the console and black may not.
    deadline = time.monotonic() + PATIENCE
    black = b"\0" * len(card.data)
    while (screen := bench.guest.screen()) != expected:
        if screen == console or screen.data == black:
            raise Failure("in between the screen shows the console, or nothing")
        if time.monotonic() > deadline:
            bench.expect(expected, seconds=0)
    if len(bench.run(HOLDER).split()) != 1:
        bench.run("await sh -c 'test $(for pid in $(pidof fbprogress); do grep -x"
                  " fbprogress-hold /proc/$pid/comm; done | wc -l) = 1'")
    program.signal("TERM")
    program.expect_end(143)
    expect_text_console(bench, console)
    expect_no_client(bench)


def terminal_changed(bench):
    """Somebody goes to another terminal: the holder gives the first one back, and ends."""
    console = text_console(bench)
    held(bench, "--on-exit-timeout", "forever")
    bench.run("timeout 5 chvt 2")
    expect_no_client(bench)
    bench.run("timeout 5 chvt 1")
    expect_text_console(bench, console)


def others_ended(bench):
    """All that are not marked are ended, as before the root changes: the picture stays."""
    text_console(bench)
    card, holder = held(bench, "--on-exit-timeout", "20")
    bench.run(f"kill -TERM {holder}; kill -HUP {holder}; kill -INT {holder}")
    time.sleep(0.5)
    bench.expect(card, seconds=0)
    start_client(bench, "until /tmp/client.end leave closefb")
    bench.expect(coloured(bench))
    expect_no_client(bench)
    stays(bench, coloured(bench))
    end_client(bench)


CASES = (Case("the holder's cost", cost), Case("from one run to the next", to_itself),
         Case("another terminal while the picture is held", terminal_changed),
         Case("signals while the picture is held", others_ended))
