"""Where the journeys keep pictures, logs and records for people to look at."""

from kms.commandline import ROOT

EVIDENCE = ROOT / "build/boot"
