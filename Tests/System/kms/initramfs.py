"""Builds the guest's only file system: an uncompressed cpio archive ("newc")."""

import io
import os
import re
import subprocess
from pathlib import Path, PurePosixPath

from .errors import LabError

REGULAR, FOLDER, LINK = 0o100000, 0o040000, 0o120000


class Archive:
    """A newc archive in memory; folders appear by themselves, a name is written once."""

    def __init__(self):
        self._bytes = io.BytesIO()
        self._names = set()

    def add(self, name, data, mode=0o755):
        """A regular file."""
        self._once(name, REGULAR | mode, data)

    def add_link(self, name, target):
        """A symbolic link."""
        self._once(name, LINK | 0o777, target.encode())

    def add_program(self, name, path):
        """A program of the host, with the shared libraries its loader would give it here."""
        self.add(name, Path(path).read_bytes())
        for library in shared_libraries(path):
            self.add(library, Path(library).read_bytes())

    def finished(self):
        """The whole archive; nothing can be added afterwards."""
        self._write("TRAILER!!!", 0, b"")
        return self._bytes.getvalue()

    def _once(self, name, mode, data):
        name = name.lstrip("/")
        if name in self._names:
            return
        for parent in reversed(PurePosixPath(name).parents):
            if str(parent) not in self._names and str(parent) != ".":
                self._names.add(str(parent))
                self._write(str(parent), FOLDER | 0o755, b"")
        self._names.add(name)
        self._write(name, mode, data)

    def _write(self, name, mode, data):
        encoded = name.encode() + b"\0"
        # inode, mode, uid, gid, links, mtime, size, device (2), its own device (2), name, checksum
        fields = (len(self._names) + 1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(encoded), 0)
        header = b"070701" + b"".join(b"%08X" % field for field in fields)
        for part in (header + encoded, data):
            self._bytes.write(part + bytes(-len(part) % 4))


def shared_libraries(path, folder=None):
    """Names of the libraries a dynamic program needs, and of its loader; none if static. Those in
    `folder` come first."""
    environment = {**os.environ, "LD_LIBRARY_PATH": str(folder)} if folder else None
    listing = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=False,
                             env=environment).stdout
    if "not found" in listing:
        raise LabError(f"{path} lacks a library:\n{listing}")
    return re.findall(r"(/\S+) \(0x", listing)
