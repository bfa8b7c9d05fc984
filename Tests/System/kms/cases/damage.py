"""What drivers are told has changed is all that changed: many partial updates leave a picture
that is right everywhere, on drivers that copy nothing else. To be run in virtual time, in which
an emulated machine is fast enough for 60 frames a second."""

import random

from ..errors import Failure
from ..reference import Scene
from ..runner import Case

UPDATES = 200
SEED = 20260
INTERVAL = 0.03


def to_and_fro():
    """A script of jumps, each told before the last one has come to rest."""
    draw = random.Random(SEED)
    return "\n".join(f"@{one * INTERVAL:.2f} {draw.randrange(1, 99)}" for one in range(UPDATES))


def updated(*options):
    """The check that the picture is right after so many updates."""
    scene = Scene(to_and_fro(), 10, options)

    def check(bench):
        expected = bench.picture_of(scene)
        bench.run("frames begin; uploads begin")
        bench.start_held(scene)
        # Ten seconds of the guest's time, which a busy machine takes several times as long for.
        bench.expect(expected, seconds=90)
        count = len(bench.run("frames end").splitlines())
        # Forgets all that was traced.
        copies, pixels = map(int, bench.run("uploads end").split())
        if count < UPDATES:
            raise Failure(f"only {count} frames, expected {UPDATES}")
        share = pixels / (bench.size[0] * bench.size[1]) / count
        return f"{count} frames, {copies} copies, {share:.1%} of the screen a frame, seed {SEED}"
    return check


CASES = tuple(Case(f"{UPDATES} updates, {style}", updated("--style", style, "--frame-rate", "60"))
              for style in ("ring", "wave"))
