#!/usr/bin/env python3
"""functions.py FEED RECORD: what the Python client's own functions send.

Each case is a run on a screen that reads FEED and writes its records to RECORD. Of amounts that
follow each other only the first and the last one count: those between depend on the time.
"""
import http.server
import io
import os
import shutil
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from fbprogress import Progress, track

SIZE = 3_000_000
feed, record = sys.argv[1:]
counted = 0
folder = Path(tempfile.mkdtemp())
source = folder / "source"
source.write_bytes(os.urandom(SIZE))


class Unprintable(Exception):
    """An exception without a text."""

    def __str__(self):
        raise ValueError


def taken():
    """The records of the last run since the last case, and the number of all records."""
    lines = Path(record).read_text("utf-8").splitlines()
    records = [line.split(" ", 1)[1] for line in lines[counted:]]
    records = records[len(records) - records[::-1].index("reset"):] if "reset" in records else []
    is_amount = [one.startswith(("progress", "bytes")) for one in records]
    return [one for index, one in enumerate(records)
            if not (is_amount[index] and all(is_amount[index - 1:index + 2]) and 0 < index < len(records) - 1)], len(lines)


def expect(*expected):
    """The run has exactly these records."""
    global counted  # pylint: disable=global-statement
    end = time.monotonic() + 5
    while True:
        records, count = taken()
        if records == list(expected):
            counted = count
            return
        if time.monotonic() > end:
            sys.exit(f"functions.py: expected {expected}, not {records}")
        time.sleep(0.02)


def leave(error):
    """A run that an exception ends."""
    with suppress(BaseException), Progress(feed=feed) as run:
        run.update(1, 2)
        raise error


with Progress("Title", feed=feed) as run:
    run.update(1, 2)
expect("title Title", "progress 0.5", "done")

# How a block ends is the outcome.
for error, outcome in (
        (OSError(28, "No space left on device"), "fail [Errno 28] No space left on device"),
        (ValueError("two\nlines"), "fail two lines"), (ValueError(), "fail ValueError"),
        (Unprintable(), "fail Unprintable"), (UnicodeError("\udcff"), "fail ?"),
        (KeyboardInterrupt(), "cancel"), (SystemExit(3), "fail exit status 3"),
        (SystemExit("no disk"), "fail no disk"), (SystemExit(), "end"), (SystemExit(0), "end"),
        (GeneratorExit(), "end")):
    leave(error)
    expect("progress 0.5", outcome)
with Progress(feed=feed) as run:
    run.fail("checksum")
expect("fail checksum")

# Loops.
assert list(track([1, 2, 3], "Loop", feed=feed)) == [1, 2, 3]
expect("title Loop", "progress 0", "progress 1", "done")
assert list(track(iter("abc"), feed=feed)) == ["a", "b", "c"] and list(track([], feed=feed)) == []
expect("bytes 0", "done")
list(track((one for one in "abc"), total=4, feed=feed))
expect("progress 0", "progress 0.75", "done")
for item in track(range(9), feed=feed):
    if item == 4:
        break
expect("progress 0", "progress 0.444444", "end")
with suppress(ZeroDivisionError):
    list(track((1 // one for one in (1, 0)), total=2, feed=feed))
expect("progress 0", "progress 0.5", "fail integer division or modulo by zero")
with suppress(KeyError), Progress(feed=feed) as run:
    for item in run.track("ab"):
        raise KeyError(item)
expect("progress 0", "fail 'a'")

# Downloads and copies.
with Progress(feed=feed) as run:
    urllib.request.urlretrieve(source.as_uri(), folder / "fetched", run.urlretrieve_hook)
expect(f"bytes 0 {SIZE}", f"bytes {SIZE} {SIZE}", "done")
with Progress(feed=feed) as run:
    run.urlretrieve_hook(3, 10, -1)
expect("bytes 30", "done")
with Progress(feed=feed) as run:
    run.copyfile(source, folder / "copied")
expect(f"bytes 0 {SIZE}", f"bytes {SIZE} {SIZE}", "done")
assert (folder / "copied").read_bytes() == source.read_bytes()
with suppress(shutil.SameFileError), Progress(feed=feed) as run:
    run.copyfile(source, source)
expect(f"bytes 0 {SIZE}", f"fail {source!r} and {source!r} are the same file")
assert source.stat().st_size == SIZE
with Progress(feed=feed) as run, open(source, "rb") as file, open(folder / "copied", "wb") as copy:
    shutil.copyfileobj(run.reader(file), copy)
expect(f"bytes 0 {SIZE}", f"bytes {SIZE} {SIZE}", "done")
assert (folder / "copied").read_bytes() == source.read_bytes()
with Progress(feed=feed) as run:
    assert run.reader(io.BytesIO(b"abc")).readinto(bytearray(2)) == 2
expect("bytes 0", "bytes 2", "done")

# A server that gives the length of its answer.
os.chdir(folder)
http.server.SimpleHTTPRequestHandler.log_message = lambda *_: None
with http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/source"
    with Progress(feed=feed) as run, urllib.request.urlopen(address) as answer, open(folder / "fetched", "wb") as copy:
        shutil.copyfileobj(run.reader(answer), copy)
    server.shutdown()
expect(f"bytes 0 {SIZE}", f"bytes {SIZE} {SIZE}", "done")
assert (folder / "fetched").read_bytes() == source.read_bytes()

# Folders: the bytes of all files, and everything else that shutil keeps.
tree = folder / "tree"
(tree / "sub").mkdir(parents=True)
for name in ("a", "sub/b"):
    shutil.copy(source, tree / name)
    os.utime(tree / name, (1, 1))
(tree / "link").symlink_to("a")
with Progress(feed=feed) as run:
    shutil.copytree(tree, folder / "second", symlinks=True, copy_function=run.copier(2 * SIZE))
expect(f"bytes 0 {2 * SIZE}", f"bytes {2 * SIZE} {2 * SIZE}", "done")
with Progress(feed=feed) as run:
    shutil.copytree(tree, folder / "third", copy_function=run.copier())
expect("bytes 0", f"bytes {3 * SIZE}", "done")
for name in ("second/a", "second/sub/b", "third/link"):
    assert (folder / name).read_bytes() == source.read_bytes() and (folder / name).stat().st_mtime == 1, name
assert (folder / "second/link").is_symlink() and not (folder / "third/link").is_symlink()
shutil.rmtree(folder)
