"""What the screen must show: pictures that `fbprogress render` makes on the host."""

import functools
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from . import pixels
from .errors import Failure


@dataclass(frozen=True)
class Scene:
    """A moment of a script: all that decides a frame but its size."""

    script: str
    at: float
    options: tuple[str, ...] = ()
    with_image: bool = False


class Reference:
    """Renders scenes with the program under test, each only once."""

    def __init__(self, program, folder):
        self._program = program
        self._folder = folder
        self._lock = threading.Lock()
        self._pending = {}
        folder.mkdir(parents=True, exist_ok=True)

    def picture(self, scene, size):
        """The frame of a scene at a size."""
        with self._lock:
            once = self._pending.setdefault((scene, size), threading.Lock())
        # Two guests that want the same frame: the second one waits for the first one's.
        with once:
            return self._rendered(scene, size)

    def test_card(self, size):
        """The picture given as `--image`, and what a finished reveal leaves of it on a screen."""
        card = test_card_for(size)
        return pixels.centred_on_ground(card, *size)

    @functools.lru_cache(maxsize=None)
    def _rendered(self, scene, size):
        with tempfile.TemporaryDirectory(dir=self._folder) as temporary:
            script, output = Path(temporary, "script"), Path(temporary, "frame.png")
            script.write_text(scene.script + "\n", encoding="utf-8")
            command = [self._program, "render", "--script", script, "--at", f"{scene.at:g}",
                       "--size", "{}x{}".format(*size), "--output", output, "--fonts", "none",
                       *scene.options]
            if scene.with_image:
                card = Path(temporary, "card.png")
                pixels.write_png(card, test_card_for(size))
                command += ["--image", card]
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
            if done.returncode:
                raise Failure(f"fbprogress render: exit status {done.returncode}: "
                              f"{done.stderr.strip()}")
            return pixels.read_png(output.read_bytes())


def card_name(size):
    """The test card that can be centred on a screen of this size without rounding."""
    return f"card-{size[0] % 2}{size[1] % 2}.png"


@functools.lru_cache(maxsize=None)
def _test_card(odd_width, odd_height):
    return pixels.test_card(900 + odd_width, 600 + odd_height)


def test_card_for(size):
    """See `card_name`."""
    return _test_card(size[0] % 2, size[1] % 2)
