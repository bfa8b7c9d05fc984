"""What the two entry programs have in common: where things are."""

import os
from pathlib import Path

from .errors import LabError

ROOT = Path(__file__).resolve().parents[3]
EVIDENCE = ROOT / "build/kms"
DEFAULT_PROGRAM = "build/static/x86_64/fbprogress"


def program():
    """The fbprogress to test, which must be able to run here and in a guest without libraries."""
    path = ROOT / os.environ.get("FBPROGRESS", DEFAULT_PROGRAM)
    if not os.access(path, os.X_OK):
        raise LabError(f"{path} is not there; build it first or name another in FBPROGRESS")
    return path
