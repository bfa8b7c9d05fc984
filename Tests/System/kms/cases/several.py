"""Several cards at once: each shows the progress, whatever another one does."""

import time

from .. import pixels
from ..errors import PATIENCE, Failure
from ..runner import Case
from . import usb

# A small display, so that its slow link has little to send.
USB = (128, 64)


def expect_both(bench, line, *options):
    """Both of QEMU's cards show what long after this line must be seen."""
    for card in (0, 1):
        bench.expect(bench.settled(line, *options), card=card)


def presenter_of_card(program):
    """The process that shows on the second card."""
    return program._child("fbprogress-card")


def all_show(bench):
    """Two cards show each record. The presenter of the second one comes back when it is killed; its
    card goes and comes; the outcome ends both."""
    program = bench.start_fed()
    for line in ("30", "60"):
        program.feed(line)
        expect_both(bench, line)
    program.signal("KILL", presenter_of_card(program))
    program.feed("70")
    expect_both(bench, "70")
    bench.run("driver unbind 1; await sh -c '! opened dri/card1'")
    program.feed("80")
    bench.expect(bench.settled("80"))
    bench.run("driver bind; await test -e /dev/dri/card1")
    expect_both(bench, "80")
    program.feed("cancel")
    program.expect_end(4)
    bench.program = None


def first_is_pulled(bench):
    """The first presenter loses its card; the other one goes on, and the card is shown on again
    when it is back."""
    program = bench.start_fed("--wait", "forever")
    program.feed("30")
    expect_both(bench, "30")
    bench.run("driver unbind 0")
    program.feed("50")
    bench.expect(bench.settled("50", size=(bench.machine.width, bench.machine.height)), card=1)
    bench.run("driver bind; await sh -c 'ls /dev/dri/card[02]'")
    expect_both(bench, "50")


def another_terminal(bench):
    """Another terminal in front gets all cards."""
    program = bench.start_fed()
    program.feed("30")
    expect_both(bench, "30")
    bench.run("timeout 5 chvt 2; await sh -c '! { clients 0; clients 1; } | grep -q fbprogress.*master'")
    bench.run("timeout 5 chvt 1")
    program.feed("60")
    expect_both(bench, "60")


def kept(bench):
    """`--on-exit keep`: all pictures stay until the next program's."""
    program = bench.start_fed("--on-exit", "keep", "--on-exit-timeout", "5")
    program.feed("40")
    expect_both(bench, "40")
    program.signal("TERM")
    program.expect_end(143)
    bench.program = None
    time.sleep(1)
    for card in (0, 1):
        bench.expect(bench.settled("40"), card=card, seconds=0)
    bench.run("await sh -c '! readlink /proc/[0-9]*/exe | grep -q bin/fbprogress'")


def one_is_stuck(bench):
    """Four cards. The first one is a USB display that answers nothing, so each call of its driver
    blocks for seconds: the others show the progress meanwhile, and its end."""
    usb.plug(bench, usb.GUD, USB)
    bench.run("kill -STOP $(pidof usb_display); "
              "for one in virtio bochs vkms; do load-modules $one; done; await test -e /dev/dri/card3")
    program = bench.start_fed("--format", "R1", "--wait", "forever")
    begun = time.monotonic()
    program.feed("30")
    bench.run(f"await grep -q '^State:.D' /proc/{program.presenter}/status")
    expect_both(bench, "30", "--format", "R1")
    took = time.monotonic() - begun
    if "no display" in program.log():
        raise Failure(f"text though there are displays: {program.log()}")
    # vkms makes its checksum of a frame that it shows.
    wanted = pixels.checksum_of_vkms(bench.settled("30", "--format", "R1", size=(1024, 768)))
    deadline = time.monotonic() + PATIENCE
    while (found := int(bench.run("crc 3"), 16)) != wanted:
        if time.monotonic() > deadline:
            raise Failure(f"vkms computes {found:#010x}, the picture has {wanted:#010x}")
    program.feed("60")
    expect_both(bench, "60", "--format", "R1")
    program.feed("cancel")
    program.expect_end(4)
    bench.program = None
    return f"the others after {took:.1f} s"


def stuck_and_back(bench):
    """A display that answers nothing, and later does, shows the progress then: one that is stuck
    from the start, and one that gets stuck while it shows. Each time it is stuck for longer than
    its driver waits, which tells the program of no failure."""
    usb.plug(bench, usb.GUD, USB)
    bench.run("kill -STOP $(pidof usb_display); "
              "for one in virtio bochs; do load-modules $one; done; await test -e /dev/dri/card2")
    program = bench.start_fed("--format", "R1", "--wait", "forever")
    times = []
    for line in ("30", "60"):
        program.feed(line)
        expect_both(bench, line, "--format", "R1")
        bench.run("sleep 12; kill -CONT $(pidof usb_display)")
        begun = time.monotonic()
        usb.expect(bench, bench.settled(line, "--format", "R1", size=USB))
        times.append(f"{time.monotonic() - begun:.1f} s")
        bench.run("kill -STOP $(pidof usb_display)")
    bench.run("kill -CONT $(pidof usb_display)")
    return f"shown again after {' and '.join(times)}"


TWO = (Case("two cards show", all_show), Case("first card pulled, second goes on", first_is_pulled),
       Case("two cards, another terminal", another_terminal),
       Case("two pictures kept", kept))
BACK = (Case("stuck card is back", stuck_and_back),)
STUCK = (Case("four cards, one stuck", one_is_stuck),)
