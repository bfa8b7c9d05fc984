"""kmscon, a console that is a program, for guests: Debian's package with what it needs."""

from pathlib import Path

from . import packages
from .initramfs import shared_libraries

KEYBOARDS = Path("/usr/share/X11/xkb")


def add(archive):
    """Adds it to a guest's files. Libraries and keyboards are those of this machine."""
    root, tsm = packages.unpacked("kmscon"), packages.unpacked("libtsm4")
    libraries = tuple(tsm.glob("usr/lib/*/libtsm.so.4"))[0].parent
    program = root / "usr/libexec/kmscon/kmscon"
    archive.add("lab/bin/kmscon", program.read_bytes())
    for library in shared_libraries(program, libraries):
        archive.add(f"lib/x86_64-linux-gnu/{Path(library).name}" if library.startswith(str(tsm))
                    else library, Path(library).read_bytes())
    for module in ("unifont", "bbulk"):
        (path,) = root.glob(f"usr/lib/*/kmscon/mod-{module}.so")
        archive.add(str(path.relative_to(root)), path.read_bytes())
    for path in KEYBOARDS.rglob("*"):
        if path.is_file():
            archive.add(str(path), path.read_bytes())
