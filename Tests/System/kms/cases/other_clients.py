"""Other programs want the card: those that were first, those that come in between, and the next
one, to which the picture is handed over without a black moment."""

import re
import time

from .. import pixels
from ..errors import PATIENCE, Failure
from ..runner import Case
from .endings import expect_text_console, shows, text_console
from .silence import stays

COLOUR = (0x30, 0x60, 0xc0)
CLIENT = "client {:02x}{:02x}{:02x}".format(*COLOUR)


def coloured(bench):
    """What the client shows."""
    return pixels.plain(*bench.size, COLOUR)


def start_client(bench, options):
    """Starts the client in the background, to run on for itself."""
    bench.run(f"rm -f /tmp/client.end; setsid {CLIENT} {options} >/tmp/client.log 2>&1 &")


def end_client(bench):
    """Ends the client, and does what it does not: gives the console back."""
    bench.run("touch /tmp/client.end; await sh -c '! pidof client'; kdmode text")


def was_first(bench):
    """Another program has the card: nothing is disturbed, the feed is read, and once the card is
    free the picture comes."""
    start_client(bench, "until /tmp/client.end")
    bench.expect(coloured(bench))
    program = bench.start_fed("--wait", "forever")
    for percent in range(1, 60):
        program.feed(str(percent))
    time.sleep(1)
    bench.expect(coloured(bench), seconds=0)
    bench.run("touch /tmp/client.end")
    bench.expect(bench.settled("59"))


def named_by_doctor(bench):
    """`doctor` finds the card, its driver and its display, and names the program that has the
    card."""
    report = bench.run("fbprogress doctor || :")
    for line in (r"ok   card: /dev/dri/card\d, driver \S+", r"ok   master: /dev/dri/card\d is free",
                 r"ok   display: \S+", r"ok   console: tty1 is in text mode"):
        if not re.search(f"^{line}$", report, re.M):
            raise Failure(f"no line {line} in {report}")
    start_client(bench, "until /tmp/client.end")
    bench.expect(coloured(bench))
    report = bench.run("fbprogress doctor || :")
    if not re.search(r"^not  master: \S+ is in use: client \(\d+\); end that program", report, re.M):
        raise Failure(f"the client is not named: {report}")
    end_client(bench)


def in_between(bench):
    """On another terminal a program takes the card and keeps it for a while: coming back too
    early changes nothing; once it no longer is master the picture is there."""
    text_console(bench)
    program = shows(bench, 30)
    bench.run("timeout 5 chvt 2")
    start_client(bench, "until /tmp/client.end leave drop")
    bench.expect(coloured(bench))
    bench.run("timeout 5 chvt 1")
    program.feed("60")
    time.sleep(1)
    bench.expect(coloured(bench), seconds=0)
    bench.run("touch /tmp/client.end")
    bench.expect(bench.settled("60"))
    bench.run("killall client")


def left_and_taken(bench):
    """After `plymouth deactivate` the picture stays, and another program on the same terminal can
    take the card; after `reactivate` the picture is back."""
    program = shows(bench, 30)
    bench.run("fbprogress plymouth deactivate")
    stays(bench, bench.settled("30"))
    start_client(bench, "until /tmp/client.end leave drop")
    bench.expect(coloured(bench))
    program.feed("60")
    stays(bench, coloured(bench))
    bench.run("touch /tmp/client.end; fbprogress plymouth reactivate")
    bench.expect(bench.settled("60"))
    bench.run("killall client")


def ends_with_picture(bench, *options):
    """The program ends by itself after a reveal; returns what is then to be seen."""
    program = bench.start_fed(*bench.image_option, *options)
    program.feed("50")
    bench.expect(bench.settled("50"))
    program.feed("done")
    card = bench.test_card()
    bench.expect(card)
    program.expect_end(0)
    bench.program = None
    return card


def expect_no_client(bench):
    """No process of the program is left, under whatever name."""
    bench.run("await sh -c '! readlink /proc/[0-9]*/exe | grep -q bin/fbprogress'")


def watch(bench, *allowed, last):
    """Looks at the screen until it shows the last picture; it may show nothing but these."""
    count, deadline = 0, time.monotonic() + PATIENCE
    while (screen := bench.guest.screen()) != last:
        count += 1
        if screen not in allowed:
            raise Failure("in between the screen shows something else: "
                          + pixels.difference(screen, allowed[0]))
        if time.monotonic() > deadline:
            raise Failure("the next program's picture does not come")
    return count


def handed_over(bench):
    """The last picture stays until the next program's, and nothing is left behind."""
    text_console(bench)
    card = ends_with_picture(bench, "--on-exit", "keep", "--on-exit-timeout", "20")
    bench.expect(card, seconds=0)
    time.sleep(1)
    bench.expect(card, seconds=0)
    start_client(bench, "until /tmp/client.end leave closefb")
    count = watch(bench, card, last=coloured(bench))
    expect_no_client(bench)
    stays(bench, coloured(bench))
    end_client(bench)
    return f"{count} pictures in between, none of them black"


def no_client_came(bench):
    """The picture stays for as long as was said; then the console is back."""
    console = text_console(bench)
    card = ends_with_picture(bench, "--on-exit", "keep", "--on-exit-timeout", "8")
    time.sleep(1)
    bench.expect(card, seconds=0)
    expect_text_console(bench, console)
    expect_no_client(bench)


def kept_after_signal(bench):
    """SIGTERM, as a service manager sends it: what is shown stays shown."""
    console = text_console(bench)
    program = bench.start_fed("--on-exit", "keep", "--on-exit-timeout", "8")
    program.feed("40")
    picture = bench.settled("40")
    bench.expect(picture)
    program.signal("TERM")
    program.expect_end(143)
    bench.program = None
    bench.expect(picture, seconds=0)
    expect_text_console(bench, console)
    expect_no_client(bench)


def left_black(bench):
    """`--on-exit black`: the display is off, as the kernel sees it too, until nobody has come."""
    console = text_console(bench)
    card = ends_with_picture(bench, "--on-exit", "black", "--on-exit-timeout", "3")
    bench.run("await sh -c 'crtcs | grep -q off'")
    if bench.guest.screen() in (card, console):
        raise Failure("the display is off and shows something")
    time.sleep(1)
    if "off" not in (state := bench.run("crtcs")):
        raise Failure(f"the display does not stay off: {state}")
    expect_text_console(bench, console)
    expect_no_client(bench)


WAITING = (Case("another program was first", was_first),
           Case("doctor names another program", named_by_doctor))
BETWEEN = (Case("another program in between", in_between),)
LEFT = (Case("deactivate and reactivate", left_and_taken),)
NEXT = (Case("picture kept for the next program", handed_over),
        Case("picture kept, no client comes", no_client_came),
        Case("picture kept after SIGTERM", kept_after_signal))
BLACK = (Case("left black", left_black),)
