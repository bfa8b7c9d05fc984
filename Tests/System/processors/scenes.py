"""What is drawn to compare the bytes of frames: by test-boards on every processor, by test-studio in a browser.

Every style and preset and every theme, with pictures and words, at the moments of some sessions, and PNG pictures of every
kind, in every pixel format.
"""
import hashlib
import itertools
import os
import struct
import subprocess
import tempfile
import zlib

FORMATS = ["XRGB8888", "ARGB8888", "XBGR8888", "RGB888", "RGB565", "R8", "R1"]
STYLES = ["ring", "rainbow", "spinner", "pencil", "bubble", "wave"]
# All files are named: a program would find what is installed, or beside it.
WORDS = ["--fonts", "share/fonts/default.fbfont:share/fonts/world.fbfont", "--bold-fonts", "share/fonts/bold.fbfont",
         "--numeral-fonts", "share/fonts/numeral.fbfont", "--locale-folder", "share/locale"]
BARE = ["--fonts", "none"]

# What is told at which second, and the moments that are looked at.
SESSIONS = {
    "run": ("@0 25\n@1 75\n@2 done\n", "0.1,0.9,1.08,1.9,2.1,2.3,2.5,2.75,3.1,3.3,4.6"),
    "fail": ("@0 60\n@1 fail No space left\n", "1.1,1.18,1.5,2,4"),
    "cancel": ("@0 60\n@1 cancel\n", "1.1,1.35,1.6,2"),
    "over": ("@0 done\n", "9"),
    "unknown": ("@0 bytes 1\n", "0.3,0.8,3"),
    "told": ("@0 title Update 日本\n@0 message Writing 42 %\n@0 step 2/3 System\n@0 bytes 100M 740M\n@1 bytes 123M 740M\n"
             "@2 bytes 5G 7G\n", "0.5,1.2,2.6,30"),
    "help": ("@0 60\n@1 fail No space left\n@1 code 28\n", "0.9,1.1,1.4,3"),
}


# Kinds of PNG files: type of colour, bits of a sample, samples of a pixel.
KINDS = [(0, 1, 1), (0, 4, 1), (0, 8, 1), (0, 16, 1), (2, 8, 3), (2, 16, 3), (3, 2, 1), (3, 8, 1), (4, 8, 2), (4, 16, 2), (6, 8, 4), (6, 16, 4)]
PICTURES = ".build/test-boards"


def write_pictures():
    """Writes a picture of every kind, with and without a gamma and a transparent colour, and gives their paths."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    os.makedirs(PICTURES, exist_ok=True)
    paths = []
    for (kind, bits, samples), more in itertools.product(KINDS, ["", "gamma", "clear"]):
        row = (90 * bits * samples + 7) // 8
        data = b"".join(b"\0" + bytes((x * 7 + y * 11 + x * y) & 255 for x in range(row)) for y in range(40))
        extra = chunk(b"gAMA", struct.pack(">I", 55000)) if more == "gamma" else b""
        if kind == 3:
            extra += chunk(b"PLTE", bytes(n * 5 & 255 for n in range(3 << bits)))
        if more == "clear" and kind < 4:
            extra += chunk(b"tRNS", bytes([0, 1] * (samples if kind < 3 else 1)))
        path = f"{PICTURES}/{kind}-{bits}-{more or 'plain'}.png"
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 90, 40, bits, kind, 0, 0, 0))
                       + extra + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""))
        paths.append(path)
    return paths


def scenes():
    """The name, the options and the session of each that is drawn."""
    for style, preset, session in itertools.product(STYLES, ["seed", "kiosk"], [name for name in SESSIONS if name not in ("over", "help")]):
        yield (f"{style} {preset} {session}", session, "200x113",
               ["--style", style, f"--{style}.preset", preset, "--reveal.preset", preset, *BARE])
    for style in STYLES:
        yield f"{style} picture", "run", "90x160", ["--style", style, "--image", "docs/pictures/bubble.png", *BARE]
        for form in FORMATS:
            yield f"{style} {form}", "run", "201x113", ["--style", style, "--format", form, *BARE]
        yield (f"{style} help", "help", "480x320",
               ["--style", style, "--support-url", "https://support.example/{code}", *WORDS])
    for path in write_pictures():
        yield f"picture {os.path.basename(path)}", "over", "100x60", ["--style", "ring", "--image", path, *BARE]
    for theme in sorted(os.listdir("share/themes")):
        for locale in ["en", "ja", "ar"]:
            yield f"theme {theme} {locale}", "told", "320x240", ["--theme", f"share/themes/{theme}", "--locale", locale, *WORDS]
        for form in FORMATS:
            yield f"theme {theme} {form}", "fail", "161x121", ["--theme", f"share/themes/{theme}", "--format", form, *WORDS]


def draw(command, scene):
    """The sums of the frames of a scene, as a program draws them."""
    name, session, size, options = scene
    script, times = SESSIONS[session]
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/script", "w", encoding="utf-8") as file:
            file.write(script)
        done = subprocess.run(
            [*command, "render", "--script", f"{folder}/script", "--size", size, "--at", times,
             "--output", f"{folder}/%d.raw", *options], capture_output=True, text=True, check=False)
        if done.returncode:
            return [f"{' '.join(command)}: {name}: status {done.returncode}: {done.stderr.strip()}"]
        sums = []
        for number in range(times.count(",") + 1):
            with open(f"{folder}/{number}.raw", "rb") as file:
                sums.append(hashlib.sha256(file.read()).hexdigest())
    return sums
