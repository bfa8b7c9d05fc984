"""The table of all cases: on the oldest x86-64 processor, and on the newest QEMU emulates, what
a processor makes a difference to; on one of them what depends on the card or the kernel."""

from ..machine import Machine
from ..runner import Group
from . import (cards, checksums, console, damage, endings, fbdev, feeds, figures, flood, handover,
               heads, idle, kmscon, late_card, no_vt, other_clients, pictures, radeon, seat, several,
               silence, supervisor, terminals, usb, ways)

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
        hour = figures.HOUR if cpu == "max" else ()
        yield Group(Machine("virtio", *LANDSCAPE, cpu, virtual_time=True), hour + figures.IN_VIRTUAL_TIME)
        # The processor decides how pictures are drawn, and how fast; the rest is one driver each.
        yield Group(Machine("virtio", *LANDSCAPE, cpu), pictures.CASES + figures.CASES)
    yield Group(Machine("virtio", *PORTRAIT["virtio"]), pictures.CASES)
    for size in (LANDSCAPE, PORTRAIT["bochs"]):
        yield Group(Machine("bochs", *size, "max"), pictures.CASES)
    yield Group(Machine("virtio", *LANDSCAPE), feeds.CASES + endings.CASES + supervisor.CASES + idle.CASES)
    yield Group(Machine("bochs", *LANDSCAPE, "max"), endings.CASES)
    yield Group(Machine("virtio", *LANDSCAPE), late_card.CASES, driver_loaded=False)
    yield Group(Machine("bochs", *LANDSCAPE, "max"), late_card.CASES, driver_loaded=False)
    yield Group(Machine("virtio", *LANDSCAPE), flood.CASES, driver_loaded=False)
    yield from _other_cards()
    yield from _other_ways()
    yield from _company()


def _core_groups():
    """Each promise once, on Debian's kernel and the cheapest hardware that shows it: `make test`."""
    yield Group(Machine("virtio", *LANDSCAPE),
                pictures.CASES + feeds.CASES + endings.CASES + supervisor.CASES + idle.CASES)
    yield Group(Machine("vesafb", 800, 600, depth=16), fbdev.REPORTED + fbdev.CASES + fbdev.THEN_CARD)
    yield Group(Machine("virtio", *LANDSCAPE, heads=2), heads.SEVERAL)
    yield Group(Machine("bochs", *LANDSCAPE, "max"), pictures.FEW + cards.PULLED)
    yield Group(Machine("simpledrm", 1024, 768), pictures.FEW + ways.LEGACY)
    yield Group(Machine("virtio", *LANDSCAPE), late_card.CASES, driver_loaded=False)
    yield Group(Machine("virtio", *LANDSCAPE), flood.CASES, driver_loaded=False)
    yield Group(Machine("virtio", *LANDSCAPE, parameters=silence.PARAMETERS),
                silence.CASES + terminals.CASES)
    yield Group(Machine("virtio", *LANDSCAPE), terminals.SWITCHED + handover.CASES)


def _other_ways():
    """Turned, by the calls of old, in a size of its own."""
    yield Group(Machine("virtio", *LANDSCAPE), ways.KEPT + ways.TURNED + ways.PHYSICAL + ways.LEGACY)
    yield Group(Machine("bochs", *LANDSCAPE, kernel="6.12"), ways.KEPT)
    yield Group(Machine("vkms", 1024, 768, kernel="6.12"),
                ways.TURNED_BY_PLANE + ways.RGB565_BY_CHECKSUM + ways.INHERITED)
    yield Group(Machine("virtio", 480, 800, kernel="6.12",
                        parameters=("video=Virtual-1:480x800,panel_orientation=right_side_up",)),
                ways.BUILT_IN)
    for card in ("bochs", "qxl"):
        yield Group(Machine(card, *LANDSCAPE), ways.LEGACY)
    yield Group(Machine("cirrus", 1024, 768), ways.LEGACY + ways.RGB888)
    yield Group(Machine("cirrus", 1600, 900, parameters=(mode("VGA-1", 1600, 900),)), ways.RGB565)
    yield Group(Machine("simpledrm", 1024, 768), ways.LEGACY)


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
    # The size of a small OLED display.
    yield Group(Machine("gud", 128, 64, kernel="6.12"), usb.ONE_BIT, driver_loaded=False)
    yield Group(Machine("gud", 128, 64, kernel="6.12"), usb.FAILING, driver_loaded=False)


def _company():
    """Late cards, several cards, other programs, the kernel's own voice."""
    yield Group(Machine("bochs", *LANDSCAPE), cards.LATER, driver_loaded=False)
    yield Group(Machine("virtio", *LANDSCAPE, kernel="6.12"), cards.LATE, driver_loaded=False)
    yield Group(Machine("virtio", *LANDSCAPE, heads=2, second="bochs"),
                cards.TWO + cards.TWO_BY_DRIVER)
    yield Group(Machine("virtio", *LANDSCAPE, second="bochs"), several.TWO)
    yield Group(Machine("virtio", *LANDSCAPE, kernel="6.12", second="bochs"), several.STUCK,
                driver_loaded=False)
    yield Group(Machine("virtio", *LANDSCAPE, heads=4), heads.FOUR + heads.SEVERAL + figures.MEMORY)
    yield Group(Machine("virtio", *LANDSCAPE, kernel="6.12", heads=2), heads.SEVERAL)
    for card in ("virtio", "bochs"):
        yield Group(Machine(card, *LANDSCAPE), cards.PULLED)
    yield Group(Machine("virtio", *LANDSCAPE, kernel="6.12", heads=2), heads.ONE + flood.MODESETS)
    yield Group(Machine("virtio", *LANDSCAPE), seat.CASES)
    yield Group(Machine("simpledrm", 800, 600), cards.REPLACED)
    yield Group(Machine("vesafb", 800, 600), cards.FRAMEBUFFER_IGNORED)
    for depth in (16, 24, 32):
        yield Group(Machine("vesafb", 800, 600, depth=depth), fbdev.REPORTED + fbdev.CASES + fbdev.THEN_CARD)
    yield Group(Machine("vesafb", 800, 600, second="virtio"), fbdev.THEN_SECOND_CARD,
                driver_loaded=False)
    yield Group(Machine("cirrusfb", 640, 480, depth=16), fbdev.TWO_PAGES, driver_loaded=False)
    yield Group(Machine("vfb", 640, 480), fbdev.ONE_BIT + fbdev.REPORTED, driver_loaded=False)
    yield Group(Machine("vfb", 640, 480, depth=8), fbdev.GRAYS + fbdev.REPORTED, driver_loaded=False)
    yield Group(Machine("virtio", *LANDSCAPE, parameters=silence.PARAMETERS),
                silence.CASES + silence.TYPED + terminals.CASES + other_clients.WAITING)
    yield Group(Machine("virtio", *LANDSCAPE),
                terminals.SWITCHED + other_clients.BETWEEN + other_clients.LEFT + other_clients.BLACK)
    for card in ("virtio", "bochs"):
        yield Group(Machine(card, *LANDSCAPE, kernel="6.12"), other_clients.NEXT + handover.CASES)
    yield Group(Machine("virtio", *LANDSCAPE), console.CASES + handover.CASES)


def _further_groups():
    """What takes long, or a kernel, a QEMU or programs of its own: `make test-kms-all`."""
    yield Group(Machine("virtio", *LANDSCAPE, kernel="6.12", second="bochs"), several.BACK,
                driver_loaded=False)
    # The size of a reflective display.
    yield Group(Machine("gud", 400, 240, kernel="6.12"), usb.SLOW, driver_loaded=False)
    for card in ("virtio", "bochs"):
        # bochs copies the next program's frame, so a picture may be taken in the middle of it, and
        # does not bring the kernel's log back.
        is_virtio = card == "virtio"
        yield Group(Machine(card, *LANDSCAPE, kernel="no-vt"),
                    no_vt.CASES + (no_vt.NEXT if is_virtio else ()))
        yield Group(Machine(card, *LANDSCAPE, kernel="no-vt"), kmscon.NO_VT)
        yield Group(Machine(card, *LANDSCAPE, kernel="no-vt", parameters=no_vt.LOG),
                    no_vt.LOGGED if is_virtio else no_vt.UNDER_LOG)
        yield Group(Machine(card, *LANDSCAPE, kernel="no-vt", parameters=("panic=0",)), no_vt.PANIC)
    for version in ("6.1", "6.12"):
        yield Group(Machine("udl", 800, 480, kernel=version), usb.DISPLAY_LINK, driver_loaded=False)
        yield Group(Machine("radeon", *LANDSCAPE, kernel=version),
                    pictures.FEW + radeon.CASES + endings.CASES)
        yield Group(Machine("radeon", *LANDSCAPE, kernel=version), late_card.CASES,
                    driver_loaded=False)
        yield Group(Machine("radeon", 1920, 1440, kernel=version,
                            parameters=(mode("VGA-1", 1920, 1440) + "-32",)),
                    radeon.LITTLE_MEMORY)
        yield Group(Machine("virtio", *LANDSCAPE, kernel=version), kmscon.CASES)
    # Its 16 MB are room for one picture of this size, and the console's of two bytes a pixel.
    yield Group(Machine("radeon", 1920, 1200, parameters=(mode("VGA-1", 1920, 1200),)),
                pictures.FEW + radeon.CASES + endings.CASES)
    for card, version in (("virtio", "6.1"), ("virtio", "6.12"), ("bochs", "6.12"),
                          ("cirrus", "6.12"), ("radeon", "6.12")):
        size = (800, 600) if card == "cirrus" else LANDSCAPE
        parameters = (mode("VGA-1", *size),) if card == "cirrus" else ()
        yield Group(Machine(card, *size, kernel=version, newer_qemu=True, parameters=parameters),
                    pictures.FEW + (endings.CASES if card == "virtio" else ()))


GROUPS = tuple(_groups())
CORE_GROUPS = tuple(_core_groups())
FURTHER_GROUPS = tuple(_further_groups())
