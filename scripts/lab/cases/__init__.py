"""The table of all cases, each on the oldest x86-64 processor and on the newest QEMU emulates."""

from ..guest import Machine
from ..runner import Group
from . import endings, feeds, figures, flood, idle, late_card, pictures, supervisor

LANDSCAPE = (1280, 800)
# Odd where it can be: QEMU's VGA rounds a width down to a multiple of eight, but its driver goes
# on with rows of the full width, so no picture of another width is ever shown straight.
PORTRAIT = {"virtio": (483, 857), "bochs": (480, 857)}


def _groups():
    # Those that take longest come first, so that no guest is left running alone at the end.
    for cpu in ("max", "qemu64"):
        yield Group(Machine("virtio", *LANDSCAPE, cpu, virtual_time=True), figures.IN_VIRTUAL_TIME)
    for cpu in ("max", "qemu64"):
        for card in ("virtio", "bochs"):
            for size in (LANDSCAPE, PORTRAIT[card]):
                yield Group(Machine(card, *size, cpu), pictures.CASES)
        yield Group(Machine("virtio", *LANDSCAPE, cpu),
                    feeds.CASES + endings.CASES + supervisor.CASES + idle.CASES
                    + figures.CASES)
        yield Group(Machine("bochs", *LANDSCAPE, cpu), endings.CASES)
        for card in ("virtio", "bochs"):
            yield Group(Machine(card, *LANDSCAPE, cpu), late_card.CASES, driver_loaded=False)
        yield Group(Machine("virtio", *LANDSCAPE, cpu), flood.CASES, driver_loaded=False)


GROUPS = tuple(_groups())
