"""A video BIOS for QEMU's `ati-vga` that the kernel's driver radeon can use.

SeaBIOS's has the tables of a Radeon, but the header gives its own size as zero, so the driver sees
no table. It then divides by clocks that it reads from registers that QEMU has not.
"""

import struct
from pathlib import Path

from .errors import LabError

SEABIOS = Path("/usr/share/seabios/vgabios-ati.bin")
# Where the BIOS says where the header is, and in the header: its size, the table of clocks and that
# of connectors.
HEADER, SIZE, CLOCKS, CONNECTORS = 0x48, 0x06, 0x30, 0x50
# In the table of clocks, in units of 10 kHz.
MEMORY_CLOCK, ENGINE_CLOCK = 0x08, 0x0A
# VGA with the DDC lines of DVI: those are the lines that QEMU has.
VGA_WITH_DDC_OF_DVI = 0x2200
BLOCK = 512


def write(path):
    """Writes the BIOS to a file."""
    try:
        rom = bytearray(SEABIOS.read_bytes())
    except OSError as error:
        raise LabError(f"no video BIOS for radeon: {error}; install seabios") from None
    header = word(rom, HEADER)
    clocks, connectors = word(rom, header + CLOCKS), word(rom, header + CONNECTORS)
    if not word(rom, clocks + MEMORY_CLOCK) or not word(rom, clocks + ENGINE_CLOCK):
        raise LabError(f"{SEABIOS} has no table of clocks where radeon looks for it")
    rom[header + SIZE] = CONNECTORS + 2
    # One connector; the table ends with zero.
    struct.pack_into("<HH", rom, connectors + 2, VGA_WITH_DDC_OF_DVI, 0)
    # The bytes of all its blocks make zero.
    used = rom[2] * BLOCK
    rom[used - 1] = (rom[used - 1] - sum(rom[:used])) & 0xFF
    path.write_bytes(rom)


def word(rom, offset):
    """The 16 bits at an offset."""
    return struct.unpack_from("<H", rom, offset)[0]
