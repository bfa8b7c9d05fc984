"""What a case works with: a booted guest, the program in it and the pictures it must show."""

import time

from . import pixels, reference
from .errors import PATIENCE, Failure, GuestLost, PictureFailure
from .program import Program
from .reference import Scene

SETTLED = 5.0


class Bench:
    """One guest and at most one program in it."""

    def __init__(self, guest, machine, references):
        self.guest = guest
        self.machine = machine
        self._references = references
        self._size = None
        self.program = None

    # The guest.

    def run(self, script, timeout=150):
        """Runs a shell script in the guest that must succeed; returns what it wrote."""
        answer = self.guest.run(script, timeout)
        if answer.status:
            raise Failure(f"in the guest: {script}: {answer.text.strip()}")
        return answer.text

    def load_driver(self):
        """Loads the drivers of the machine's cards and waits for their devices."""
        self.run(self.machine.loading_script)

    @property
    def size(self):
        """The size of the screen. Drivers may round a width down, to a multiple of eight."""
        if not self.machine.has_screen:
            return self.machine.width, self.machine.height
        if self._size is None:
            deadline = time.monotonic() + PATIENCE
            while not self._is_near(size := self.guest.screen().size):
                if time.monotonic() > deadline:
                    raise Failure("the screen is {}x{}".format(*size))
                time.sleep(0.05)
            self._size = size
        return self._size

    def _is_near(self, size):
        asked = self.machine.width, self.machine.height
        return all(0 <= wish - real < 8 for wish, real in zip(asked, size))

    # The program.

    def start(self, *arguments, user=None):
        """Starts the program in the guest, as root or somebody else, with nothing waited for."""
        self.program = Program(self.guest, *arguments, user=user)
        return self.program

    def start_fed(self, *arguments):
        """Starts the program and waits until its FIFO is there."""
        program = self.start(*arguments)
        program.wait_for_feed()
        return program

    def start_held(self, scene):
        """Starts the program so that it plays a scene's script and stops at the scene's moment."""
        self.run(f"cat >/tmp/script <<'END'\n{scene.script}\nEND")
        return self.start("--script", "/tmp/script", "--hold-at", f"{scene.at:g}",
                          *scene.options, *(self.image_option if scene.with_image else ()))

    @property
    def image_option(self):
        """`--image` with the test card for this screen."""
        return "--image", f"/lab/{reference.card_name(self.size)}"

    def clear(self):
        """Ends what the last case left running."""
        if self.program:
            self.program.stop()
            self.program = None

    # Pictures.

    def picture_of(self, scene, size=None):
        """What `fbprogress render` says a scene looks like on the first screen, or at a size."""
        return self._references.picture(scene, size or self.size)

    def settled(self, line, *options, size=None):
        """What the display must look like long after this line, the first of all, was fed."""
        return self.picture_of(Scene(f"@0 {line}", SETTLED, options), size)

    def test_card(self):
        """What a finished reveal shows."""
        return self._references.test_card(self.size)

    def expect(self, *expected, seconds=PATIENCE, pause=0.05, head=0, card=0):
        """Waits until a screen shows exactly this picture, or one of several; returns the
        seconds it took."""
        start = time.monotonic()
        while True:
            taken = time.monotonic()
            screen = self.guest.screen(head, card)
            if screen in expected:
                return taken - start
            if taken > start + seconds:
                raise PictureFailure(f"not shown within {seconds:g} s: "
                                     f"{pixels.difference(screen, expected[0])}",
                                     screen, expected[0])
            if self.program and not self.program.is_running():
                raise PictureFailure("the program ended before it showed the picture",
                                     screen, expected[0])
            time.sleep(pause)

    def expect_checksum(self, expected, seconds=PATIENCE, in_16_bits=False):
        """Waits until vkms computes the checksum that this picture has."""
        start, wanted = time.monotonic(), pixels.checksum_of_vkms(expected, in_16_bits)
        while (found := int(self.run("crc"), 16)) != wanted:
            if time.monotonic() > start + seconds:
                raise Failure(f"not shown within {seconds:g} s: vkms computes {found:#010x}, "
                              f"the picture has {wanted:#010x}")

    def steady_screen(self):
        """The screen once the driver has set its mode and two pictures in a row are the same."""
        deadline, last = time.monotonic() + PATIENCE, None
        while (screen := self.guest.screen()) != last or screen.size != self.size:
            if time.monotonic() > deadline:
                raise Failure("the screen does not come to rest")
            last = screen
            time.sleep(0.2)
        return screen

    def account(self):
        """The end of what the program and the kernel said, for the report of a failure."""
        try:
            log = self.guest.run("tail -n 20 /tmp/program.log", timeout=5).text
        except GuestLost as lost:
            log = str(lost)
        return f"{log.rstrip()}\n{self.guest.console(12)}".strip()
