"""A kernel without virtual terminals, whose console is its log, drawn on the display by itself."""

import json
import re
import time

from .. import pixels
from ..errors import Failure, GuestLost
from ..runner import Case
from .other_clients import coloured, ends_with_picture, expect_no_client, start_client, watch
from .silence import stays

LOG = ("drm_client_lib.active=log", "loglevel=7")


def session(bench):
    """Progress, an outcome, and not a word about a console that is not there."""
    bench.run("! test -e /dev/tty0")
    program = bench.start_fed()
    for line in ("30", "60"):
        program.feed(line)
        bench.expect(bench.settled(line))
    program.feed("cancel")
    program.expect_end(4)
    # A flip may be late on a busy host.
    if said := re.sub(r".*no page-flip event in time.*\n?", "", program.log()).strip():
        raise Failure(f"said without need: {said}")
    bench.program = None
    expect_no_client(bench)


def reported(bench):
    """`probe` names the card, `doctor` says that the kernel has no VT, and that nothing is wrong
    with that."""
    cards = json.loads(bench.run("fbprogress probe --json"))["cards"]
    if not any(bench.machine.card in json.dumps(card) for card in cards):
        raise Failure(f"the card is not in {cards}")
    text = bench.run("fbprogress doctor || :")
    for wanted in (r"ok   console: the kernel has no VT", r"ok   kernel: \S+ lacks VT",
                   r"ok   card: /dev/dri/card0, driver \S+", r"ok   display: \S+",
                   r"ok   kernel: \S+ has seccomp"):
        if not re.search(f"^{wanted}$", text, re.M):
            raise Failure(f"no line {wanted} in {text}")


def killed(bench):
    """SIGKILL of keeper and presenter leaves nothing to restore, and no process."""
    program = bench.start_fed()
    program.feed("40")
    bench.expect(bench.settled("40"))
    program.kill_both()
    bench.program = None
    expect_no_client(bench)


def handed_over(bench):
    """The picture stays for the next program, by CLOSEFB, with no terminal that says whose turn it
    is."""
    card = ends_with_picture(bench, "--on-exit", "keep", "--on-exit-timeout", "20")
    time.sleep(1)
    bench.expect(card, seconds=0)
    start_client(bench, "until /tmp/client.end leave closefb")
    count = watch(bench, card, last=coloured(bench))
    expect_no_client(bench)
    stays(bench, coloured(bench))
    bench.run("touch /tmp/client.end; await sh -c '! pidof client'")
    return f"{count} pictures in between, none of them black"


def rows_of_text(screen):
    """How many rows of pixels hold more than one color."""
    size = 3 * screen.width
    rows = (screen.data[at:at + size] for at in range(0, len(screen.data), size))
    return sum(row != row[:3] * screen.width for row in rows)


def over_the_log(bench):
    """The kernel draws its log; the picture takes its place, whatever the kernel says."""
    bench.run("echo '<2>before the picture' >/dev/kmsg")
    deadline = time.monotonic() + 60
    while not rows_of_text(bench.guest.screen()):
        if time.monotonic() > deadline:
            raise Failure("the kernel draws no log: nothing is proved")
        time.sleep(0.2)
    program = bench.start_fed()
    program.feed("40")
    bench.expect(bench.settled("40"))
    bench.run("for one in $(seq 50); do echo \"<2>message $one\" >/dev/kmsg; done")
    stays(bench, bench.settled("40"))
    return program


def log_returns(bench):
    """The same, and the log is back when the program ends."""
    program = over_the_log(bench)
    program.signal("TERM")
    program.expect_end(143)
    bench.program = None
    bench.run("echo '<2>after the picture' >/dev/kmsg")
    deadline = time.monotonic() + 60
    while not rows_of_text(screen := bench.guest.screen()) or screen == bench.settled("40"):
        if time.monotonic() > deadline:
            raise Failure("the log does not come back")
        time.sleep(0.2)


def panics(bench):
    """A panic while the picture shows: the kernel's words are over it."""
    program = bench.start_fed()
    program.feed("40")
    picture = bench.settled("40")
    bench.expect(picture)
    try:
        bench.guest.run("echo c >/proc/sysrq-trigger", timeout=5)
    except GuestLost:
        pass
    deadline = time.monotonic() + 60
    # The panic screen has the two colors that the kernel's configuration says: white on black.
    while (colors := colors_of(screen := bench.guest.screen())) != {b"\0\0\0", b"\xff\xff\xff"}:
        if time.monotonic() > deadline:
            raise Failure(f"no panic screen: {len(colors)} colors; "
                          + pixels.difference(screen, picture))
        time.sleep(0.2)
    bench.program = None
    return f"{rows_of_text(screen)} rows of text"


def colors_of(screen):
    """The colors of a picture."""
    return {screen.data[at:at + 3] for at in range(0, len(screen.data), 3)}


CASES = (Case("session without VT", session), Case("probe and doctor without VT", reported),
         Case("SIGKILL without VT", killed))
NEXT = (Case("picture kept without VT", handed_over),)
UNDER_LOG = (Case("over the kernel's log", lambda bench: over_the_log(bench) and None),)
LOGGED = (Case("over the kernel's log, which returns", log_returns),)
PANIC = (Case("panic screen over the picture", panics),)
