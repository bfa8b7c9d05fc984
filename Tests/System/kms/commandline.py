"""What the two entry programs have in common: where things are."""

import os
import shutil
from pathlib import Path

from .errors import LabError

ROOT = Path(__file__).resolve().parents[3]
EVIDENCE = ROOT / "build/kms"
DEFAULT_PROGRAM = "build/static/x86_64/fbprogress"


def toolchain():
    """The folder of Swift's compilers, whose clang makes programs for all boards."""
    swift = os.environ.get("SWIFT", "swift")
    if not (found := shutil.which(swift)):
        raise LabError(f"{swift} is not installed")
    return Path(found).resolve().parent


def program(of_board=None):
    """The fbprogress to test, which must be able to run here and in a guest without libraries, or a board's."""
    path = ROOT / (of_board or os.environ.get("FBPROGRESS", DEFAULT_PROGRAM))
    if not os.access(path, os.X_OK):
        advice = "" if of_board else " or name another in FBPROGRESS"
        raise LabError(f"{path} is not there; build it first{advice}")
    return path
