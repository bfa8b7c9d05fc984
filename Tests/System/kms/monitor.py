"""QEMU's own control channel, and the one way it has to plug displays."""

import contextlib
import json
import socket
import struct

from .errors import GuestLost, LabError


class Monitor:
    """QEMU's own control channel, QMP."""

    def __init__(self, link):
        self._link = link
        self._link.settimeout(30)
        self._lines = link.makefile("rw", encoding="utf-8")
        self._lines.readline()
        self.execute("qmp_capabilities")

    def execute(self, command, **arguments):
        """One command; returns what it returns. Events that come in between are of no interest."""
        request = {"execute": command, "arguments": arguments}
        try:
            self._lines.write(json.dumps(request) + "\n")
            self._lines.flush()
            while line := self._lines.readline():
                answer = json.loads(line)
                if "return" in answer:
                    return answer["return"]
                if "error" in answer:
                    raise LabError(f"{command}: {answer['error']['desc']}")
        except OSError as error:
            raise GuestLost(f"{command}: {error}") from None
        raise GuestLost(f"{command}: the guest is gone")

    def close(self):
        """Ends the connection."""
        # What could not be written to a machine that is gone is of no interest.
        with contextlib.suppress(OSError):
            self._lines.close()
        self._link.close()


# Of RFC 6143, and of its extension "ExtendedDesktopSize".
NO_SECURITY, SHARED = b"\x01", b"\x01"
FRAMEBUFFER_UPDATE, SET_ENCODINGS, SET_DESKTOP_SIZE = 0, 2, 251
EXTENDED_DESKTOP_SIZE = -308
ASKED_BY_US, FORWARDED = 1, 4


def plug(path, width, height):
    """Gives the head whose VNC server is at `path` a display of this size; 0x0 unplugs it.

    QEMU tells a card so when a VNC client asks for another desktop size, and in no other way.
    """
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(10)
        link.connect(str(path))
        with link.makefile("rwb") as stream:
            stream.write(stream.read(12))
            stream.flush()
            stream.read(stream.read(1)[0])
            stream.write(NO_SECURITY)
            stream.flush()
            stream.read(4)
            stream.write(SHARED)
            stream.flush()
            (name_length,) = struct.unpack(">20xI", stream.read(24))
            stream.read(name_length)
            stream.write(struct.pack(">BxHi", SET_ENCODINGS, 1, EXTENDED_DESKTOP_SIZE))
            # One screen of no name fills the desktop.
            stream.write(struct.pack(">BxHHBxIHHHHI", SET_DESKTOP_SIZE, width, height, 1,
                                     0, 0, 0, width, height, 0))
            stream.flush()
            while (answer := size_answer(stream)) is None:
                pass
    if answer != FORWARDED:
        raise LabError(f"QEMU refuses to plug a display of {width}x{height}: {answer}")


def size_answer(stream):
    """Reads one message; what the server says to our request, if the message is about it."""
    kind, rectangles = struct.unpack(">BxH", stream.read(4))
    if kind != FRAMEBUFFER_UPDATE:
        raise LabError(f"QEMU's VNC server sends a message of kind {kind}")
    answer = None
    for _ in range(rectangles):
        reason, status, _, _, encoding = struct.unpack(">HHHHi", stream.read(12))
        if encoding != EXTENDED_DESKTOP_SIZE:
            raise LabError(f"QEMU's VNC server sends pixels encoded as {encoding}")
        (screens,) = struct.unpack(">B3x", stream.read(4))
        stream.read(16 * screens)
        if reason == ASKED_BY_US:
            answer = status
    return answer
