"""The journeys of the machine, in the order in which test-boot runs them."""

from collections.abc import Callable
from dataclasses import dataclass

from ..image import MAKERS
from .check import check
from .handover import handover
from .logind import logind
from .rescue import rescue
from .serial import serial_only
from .services import services
from .start import power_on, power_on_with_dracut
from .update import interrupted, update
from .verdict import verdict


@dataclass(frozen=True)
class Journey:
    """One machine, from being switched on. `run` takes the disk and the program, and returns lines of figures."""

    name: str
    run: Callable
    quick: bool = False
    maker: str = MAKERS[0]


ALL = (
    Journey("power on", power_on, quick=True),
    Journey("power on with dracut", power_on_with_dracut, maker="dracut"),
    Journey("serial only", serial_only),
    Journey("services", services),
    Journey("rescue", rescue),
    Journey("hand-over", handover),
    Journey("logind", logind, quick=True),
    Journey("interrupted", interrupted),
    Journey("update", update),
    Journey("verdict", verdict),
    Journey("check of a file system", check),
)
