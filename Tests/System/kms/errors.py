"""What can go wrong, told apart so that each is reported in the right way."""

# How many seconds something may take before it is called missing. Nothing is measured by it: it is for the slowest host.
PATIENCE = 60


class LabError(Exception):
    """The lab itself cannot work: a missing program, package or file. Ends the whole run."""


class Failure(Exception):
    """A case found the program wanting."""


class PictureFailure(Failure):
    """The screen shows something else; both pictures are kept for the report."""

    def __init__(self, reason, screen, expected):
        super().__init__(reason)
        self.screen = screen
        self.expected = expected


class GuestLost(Failure):
    """The guest stopped answering: a kernel panic, or a command that never ended."""
