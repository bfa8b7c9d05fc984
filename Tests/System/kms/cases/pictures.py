"""Frames on a real screen are, byte for byte, those that `fbprogress render` makes.

The program plays a script and stops its clock at a moment; the screen then stays as it is,
so looking at it again and again until it is right finds nothing but that one frame.
"""

from .. import pixels
from ..reference import Scene
from ..runner import Case

RAINBOW = "@0 20\n@1 60\n@2 90"
HALF_THEN_DONE = "@0 50\n@0.5 done"
# Half a second until `done`, a quarter to close the ring, and one second for the reveal.
REVEAL_HALF, REVEAL_END = 1.25, 1.75

SCENES = {
    "ring 0 %": Scene("@0 0", 1),
    "ring 25 %": Scene("@0 25", 1),
    "ring 50 %": Scene("@0 50", 1),
    "ring 75 %": Scene("@0 75", 1),
    "ring on its way": Scene("@0 10\n@0.5 80", 0.6),
    "ring kiosk 50 %": Scene("@0 50", 1, ("--ring.preset", "kiosk")),
    "ring done, no image": Scene(HALF_THEN_DONE, REVEAL_END + 0.5),
    "reveal half way": Scene(HALF_THEN_DONE, REVEAL_HALF, with_image=True),
    "rainbow early": Scene(RAINBOW, 0.4, ("--style", "rainbow")),
    "rainbow midway": Scene(RAINBOW, 1.13, ("--style", "rainbow")),
    "rainbow smooth": Scene(RAINBOW, 2.6, ("--style", "rainbow", "--rainbow.variant", "smooth")),
}


def held(scene):
    """The check that the screen shows a held scene."""
    def check(bench):
        expected = bench.picture_of(scene)
        bench.start_held(scene)
        bench.expect(expected)
    return check


def held_in_16_bits(scene):
    """The check that a screen of RGB565 shows a held scene: the upper bits of each colour where
    the driver makes them, dithered ones where the program does."""
    def check(bench):
        cut, dithered = (make(bench.picture_of(scene)) for make in
                         (pixels.cut_to_16_bits, pixels.dithered_to_16_bits))
        bench.start_held(scene)
        bench.expect(dithered, cut)
        return "dithered" if bench.guest.screen() == dithered else "cut off"
    return check


def reveal_finished(bench):
    """At the end nothing is left of the program: the screen is the image on the background."""
    scene = Scene(HALF_THEN_DONE, REVEAL_END + 0.25, with_image=True)
    bench.start_held(scene)
    bench.expect(bench.test_card())
    bench.expect(bench.picture_of(scene))


CASES = (*(Case(name, held(scene)) for name, scene in SCENES.items()),
         Case("reveal finished", reveal_finished))
# For cards that differ in how a frame gets to the screen, not in what is drawn.
FEW = tuple(case for case in CASES if case.name in
            ("ring on its way", "rainbow smooth", "reveal half way", "reveal finished"))
IN_16_BITS = tuple(Case(name, held_in_16_bits(SCENES[name]))
                   for name in ("ring on its way", "rainbow smooth", "reveal half way"))
