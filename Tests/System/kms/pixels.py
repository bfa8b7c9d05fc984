"""Pictures as rows of RGB bytes: reading PPM and PNG, writing PNG, comparing."""

import functools
import re
import struct
import zlib
from dataclasses import dataclass
from itertools import accumulate

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}


@dataclass(frozen=True)
class Picture:
    """8-bit RGB, rows from top to bottom without padding."""

    width: int
    height: int
    data: bytes

    @property
    def size(self):
        """`(width, height)`."""
        return self.width, self.height

    def row(self, y):
        """The bytes of one row."""
        return self.data[y * self.width * 3:(y + 1) * self.width * 3]


def read_ppm(data):
    """A picture out of QEMU's PPM, whose rows QEMU 7.2 pads to four bytes although PPM has none."""
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data)
    width, height = int(head[1]), int(head[2])
    body = memoryview(data)[head.end():]
    stride = len(body) // height
    if stride == width * 3:
        return Picture(width, height, bytes(body))
    return Picture(width, height, b"".join(
        body[y * stride:y * stride + width * 3] for y in range(height)))


def read_png(data):
    """A picture out of a PNG of 8-bit grey or RGB; alpha, if any, must be 255 everywhere."""
    if not data.startswith(PNG_SIGNATURE):
        raise ValueError("not a PNG")
    at, header, packed = len(PNG_SIGNATURE), None, b""
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + length]
        if zlib.crc32(kind + body) != struct.unpack_from(">I", data, at + 8 + length)[0]:
            raise ValueError(f"PNG: wrong checksum in {kind.decode()}")
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    width, height, depth, colour, _, _, interlaced = header
    if depth != 8 or colour not in CHANNELS or interlaced:
        raise ValueError(f"PNG: depth {depth}, colour type {colour}, interlace {interlaced}")
    channels = CHANNELS[colour]
    flat = unfiltered(zlib.decompress(packed), width * channels, height, channels)
    if colour in (4, 6) and flat[channels - 1::channels].strip(b"\xff"):
        raise ValueError("PNG: not opaque")
    if channels == 3:
        return Picture(width, height, flat)
    rgb = bytearray(width * height * 3)
    for channel in range(3):
        rgb[channel::3] = flat[channel if channels > 2 else 0::channels]
    return Picture(width, height, bytes(rgb))


def unfiltered(raw, stride, height, step):
    """Undoes PNG's row filters; `step` is the number of bytes of a pixel."""
    rows, above = [], bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        if kind == 1:
            for channel in range(step):
                row[channel::step] = bytes(accumulate(row[channel::step],
                                                      lambda a, b: a + b & 255))
        elif kind == 2:
            row = bytes([a + b & 255 for a, b in zip(row, above)])
        elif kind == 3:
            for x in range(stride):
                left = row[x - step] if x >= step else 0
                row[x] = row[x] + (left + above[x] >> 1) & 255
        elif kind == 4:
            undo_paeth(row, above, step)
        above = bytes(row)
        rows.append(above)
    return b"".join(rows)


def undo_paeth(row, above, step):
    """Adds to each byte the neighbour (left, above, both) nearest to left + above - both."""
    for x, value in enumerate(row):
        a, c = (row[x - step], above[x - step]) if x >= step else (0, 0)
        b = above[x]
        from_a, from_b, from_c = abs(b - c), abs(a - c), abs(a + b - c - c)
        nearest = a if from_a <= from_b and from_a <= from_c else b if from_b <= from_c else c
        row[x] = value + nearest & 255


def write_png(path, picture):
    """Writes a picture as an RGB PNG."""
    raw = b"".join(b"\0" + picture.row(y) for y in range(picture.height))
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(PNG_SIGNATURE)
        for kind, body in ((b"IHDR", header), (b"IDAT", zlib.compress(raw, 6)), (b"IEND", b"")):
            file.write(struct.pack(">I", len(body)) + kind + body
                       + struct.pack(">I", zlib.crc32(kind + body)))


def plain(width, height, colour):
    """A picture of one colour, given as three levels."""
    return Picture(width, height, bytes(colour) * (width * height))


def centred_on_ground(picture, width, height):
    """The picture in the middle of one of another size in the color of the background, cropped where it is larger."""
    left, top = (width - picture.width) // 2, (height - picture.height) // 2
    ground = b"\xf4\xf3\xef" * width
    rows = []
    for y in range(top, top + picture.height):
        if 0 <= y < height:
            row = picture.row(y - top)[max(0, -left) * 3:(width - left) * 3]
            rows.append(ground[:max(0, left) * 3] + row
                        + ground[max(0, left) * 3 + len(row):])
    above = max(0, top)
    return Picture(width, height, ground * above + b"".join(rows)
                   + ground * (height - above - len(rows)))


# RGB565 on a screen: the upper bits of a value are shown again below it.
SHOWN_5 = bytes(v << 3 | v >> 2 for v in range(32))
SHOWN_6 = bytes(v << 2 | v >> 4 for v in range(64))
CUT_5 = bytes(SHOWN_5[v >> 3] for v in range(256))
CUT_6 = bytes(SHOWN_6[v >> 2] for v in range(256))
# What the program adds to each of 4x4 pixels before it cuts off, in sixteenths of a step.
THRESHOLDS = ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))


def turned(picture, quarters):
    """The picture after so many quarter turns to the right."""
    for _ in range(quarters):
        width, height = picture.height, picture.width
        data = bytearray(width * height * 3)
        for y in range(picture.height):
            row = picture.row(y)
            start = (width - 1 - y) * 3
            for channel in range(3):
                data[start + channel::width * 3] = row[channel::3]
        picture = Picture(width, height, bytes(data))
    return picture


def cut_to_16_bits(picture):
    """What is seen of a picture whose lower bits the kernel cut off, on a screen of RGB565."""
    data = bytearray(picture.data)
    for channel, table in enumerate((CUT_5, CUT_6, CUT_5)):
        data[channel::3] = picture.data[channel::3].translate(table)
    return Picture(picture.width, picture.height, bytes(data))


def from_upper_bits(picture):
    """What is seen of a picture of RGB565 whose lower bits are zero; other values stay."""
    data = bytearray(picture.data)
    for channel, shown in enumerate((SHOWN_5, SHOWN_6, SHOWN_5)):
        step = 256 // len(shown)
        table = bytes(value if value % step else shown[value // step] for value in range(256))
        data[channel::3] = picture.data[channel::3].translate(table)
    return Picture(picture.width, picture.height, bytes(data))


def of_16_bits(width, height, data):
    """The picture that pixels of RGB565 are, the high byte first."""
    red, blue = bytes(SHOWN_5[one >> 3] for one in range(256)), bytes(SHOWN_5[one & 31] for one in range(256))
    high, low = data[0::2], data[1::2]
    picture = bytearray(3 * width * height)
    picture[0::3], picture[2::3] = high.translate(red), low.translate(blue)
    picture[1::3] = bytes(SHOWN_6[(one & 7) << 3 | other >> 5] for one, other in zip(high, low))
    return Picture(width, height, bytes(picture))


def dithered_to_16_bits(picture):
    """What is seen of a picture that the program made RGB565 itself."""
    data = bytearray(picture.data)
    for y in range(picture.height):
        row = picture.row(y)
        at = y * picture.width * 3
        for column in range(4):
            five, six = dither_tables(THRESHOLDS[y & 3][column])
            for channel, table in enumerate((five, six, five)):
                part = slice(column * 3 + channel, None, 12)
                data[at + part.start:at + len(row):12] = row[part].translate(table)
    return Picture(picture.width, picture.height, bytes(data))


@functools.lru_cache(maxsize=None)
def dither_tables(threshold):
    """The tables of levels for five and for six bits, for a pixel of this threshold."""
    five = bytes(SHOWN_5[(2 * v - v // 33 - (v + 6) // 33 + threshold) // 16] for v in range(256))
    six = bytes(SHOWN_6[(4 * v - 2 * (v // 65) - 2 * ((v + 3) // 65) + threshold) // 16]
                for v in range(256))
    return five, six


def checksum_of_vkms(picture, in_16_bits=False):
    """The CRC-32 of a picture as vkms sees it: 16 bits for alpha, red, green and blue each; of one
    that is RGB565, what its five and six bits are of 65535."""
    words = bytearray(b"\xff" * (picture.width * picture.height * 8))
    for channel, shown in enumerate((SHOWN_5, SHOWN_6, SHOWN_5)):
        low = high = picture.data[channel::3]
        if in_16_bits:
            wide = {level: round(step * 65535 / (len(shown) - 1))
                    for step, level in enumerate(shown)}
            low = low.translate(bytes(wide.get(level, 0) & 255 for level in range(256)))
            high = high.translate(bytes(wide.get(level, 0) >> 8 for level in range(256)))
        words[2 * channel + 2::8], words[2 * channel + 3::8] = low, high
    # The kernel's function neither begins with ones nor inverts the result.
    return zlib.crc32(words, 0xffffffff) ^ 0xffffffff


def difference(screen, expected):
    """How two pictures differ, in words."""
    if screen.size != expected.size:
        return "the screen is {}x{}, expected {}x{}".format(*screen.size, *expected.size)
    points = [(x, y) for y, x in differing(screen, expected)]
    columns, rows = [x for x, _ in points], [y for _, y in points]
    x, y = points[0]
    at = (y * screen.width + x) * 3
    return (f"{len(points)} of {screen.width * screen.height} pixels differ, "
            f"x {min(columns)}..{max(columns)}, y {min(rows)}..{max(rows)}; at {x},{y} "
            f"the screen has {screen.data[at:at + 3].hex()}, "
            f"expected {expected.data[at:at + 3].hex()}")


def difference_picture(screen, expected):
    """The expected picture faded to grey, differing pixels in red; None for unequal sizes."""
    if screen.size != expected.size:
        return None
    fade = bytes(192 + value // 4 for value in range(256))
    data = bytearray(expected.data.translate(fade))
    for y, x in differing(screen, expected):
        at = (y * screen.width + x) * 3
        data[at:at + 3] = b"\xff\0\0"
    return Picture(screen.width, screen.height, bytes(data))


def differing(one, other):
    """`(y, x)` of each pixel that is not the same in two pictures of one size."""
    for y in range(one.height):
        ours, theirs = one.row(y), other.row(y)
        if ours != theirs:
            for x in range(one.width):
                if ours[x * 3:x * 3 + 3] != theirs[x * 3:x * 3 + 3]:
                    yield y, x


def test_card(width, height):
    """A picture no two neighbouring pixels of which are alike, the same each time."""
    columns = bytes(x & 255 for x in range(width))
    ramp = bytes(x * 255 // width for x in range(width))
    rows = []
    for y in range(height):
        row = bytearray(width * 3)
        row[0::3] = ramp
        row[1::3] = bytes([y * 255 // height]) * width
        row[2::3] = bytes(value ^ y & 255 for value in columns)
        rows.append(bytes(row))
    return Picture(width, height, b"".join(rows))
