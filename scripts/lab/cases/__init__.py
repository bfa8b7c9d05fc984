"""The table of all cases, each on the oldest x86-64 processor and on the newest QEMU emulates."""

from ..machine import Machine
from ..runner import Group
from . import checksums, damage, endings, feeds, figures, flood, idle, late_card, pictures

LANDSCAPE = (1280, 800)
# Odd where it can be: QEMU's VGA rounds a width down to a multiple of eight, but its driver goes
# on with rows of the full width, so no picture of another width is ever shown straight.
PORTRAIT = {"virtio": (483, 857), "bochs": (480, 857)}


def mode(connector, width, height):
    """The kernel parameter that makes a mode the preferred one of a connector."""
    return f"video={connector}:{width}x{height}"


def _groups():
    # Those that take longest come first, so that no guest is left running alone at the end.
    for cpu in ("max", "qemu64"):
        yield Group(Machine("virtio", *LANDSCAPE, cpu, virtual_time=True), figures.IN_VIRTUAL_TIME)
    for cpu in ("max", "qemu64"):
        for card in ("virtio", "bochs"):
            for size in (LANDSCAPE, PORTRAIT[card]):
                yield Group(Machine(card, *size, cpu), pictures.CASES)
        yield Group(Machine("virtio", *LANDSCAPE, cpu),
                    feeds.CASES + endings.CASES + idle.CASES + figures.CASES)
        yield Group(Machine("bochs", *LANDSCAPE, cpu), endings.CASES)
        for card in ("virtio", "bochs"):
            yield Group(Machine(card, *LANDSCAPE, cpu), late_card.CASES, driver_loaded=False)
        yield Group(Machine("virtio", *LANDSCAPE, cpu), flood.CASES, driver_loaded=False)


    yield from _other_cards()


def _other_cards():
    """Cards that take a frame in other ways; what is drawn on them is proved above."""
    yield Group(Machine("vkms", 1280, 720, "max", True, "6.12",
                        parameters=(mode("Virtual-1", 1280, 720),)), checksums.IN_VIRTUAL_TIME)
    yield Group(Machine("simpledrm", 800, 600, "max", True), damage.CASES)
    yield Group(Machine("cirrus", 800, 600, "max", True, "6.12",
                        parameters=(mode("VGA-1", 800, 600),)), damage.CASES)
    yield Group(Machine("virtio", *LANDSCAPE, kernel="6.12"), pictures.FEW)
    yield Group(Machine("qxl", *LANDSCAPE), pictures.FEW)
    yield Group(Machine("cirrus", 1024, 768), pictures.FEW)
    yield Group(Machine("cirrus", 800, 600, kernel="6.12", parameters=(mode("VGA-1", 800, 600),)),
                pictures.FEW)
    # So wide that only two bytes a pixel fit what its registers can say.
    yield Group(Machine("cirrus", 1600, 900, parameters=(mode("VGA-1", 1600, 900),)),
                pictures.IN_16_BITS)
    yield Group(Machine("simpledrm", 1024, 768), pictures.FEW)
    yield Group(Machine("simpledrm", 800, 600, depth=24), pictures.FEW)
    yield Group(Machine("simpledrm", 800, 600, depth=16), pictures.IN_16_BITS)
    yield Group(Machine("vkms", 1024, 768, kernel="6.12"), checksums.CASES)


GROUPS = tuple(_groups())

# What the program is still to learn: run with --coming.
COMING = ()
