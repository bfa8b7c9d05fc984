"""Shows a program's progress on the screen of fbprogress.

    from fbprogress import Progress, track

    with Progress("Installing") as run:
        for package in run.track(packages):
            install(package)

    for file in track(files, "Checking"):
        check(file)

The screen never delays or ends the program. Without a screen, or if it does not read, records are
dropped, and methods return False. Amounts are written ten times a second at most. One that is held
back is written with the next record at the latest. An object belongs to one thread.
"""
from __future__ import annotations

import errno
import operator
import os
import re
import shutil
import signal
import stat
import time
from types import TracebackType
from typing import Any, BinaryIO, Callable, Iterable, Iterator, Optional, Type, TypeVar, Union

__all__ = ["FEED", "Progress", "track"]

FEED = "/run/fbprogress/feed"

FilePath = Union[str, "os.PathLike[str]"]
Item = TypeVar("Item")

# The mark of a record of the native protocol, which every feed of lines understands.
_MARK = b"\x02"
# PIPE_BUF of Linux, bytes: writes up to it are atomic.
_LIMIT = 4096
# Seconds between two amounts.
_INTERVAL = 0.1
# Seconds for which a record that begins or ends a run is tried again.
_PATIENCE = 0.2
_OUTCOMES = {"done", "fail", "cancel", "end"}
_PASSING = {errno.EAGAIN, errno.ENXIO, errno.EPIPE}
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")


class Progress:
    """A run on the screen.

    As a context manager it begins the run and sends the outcome: done after the block, cancelled
    after KeyboardInterrupt, failed after another exception, with the text of that as the reason.
    sys.exit() without a status interrupts the run.
    """

    def __init__(self, title: str = "", *, feed: FilePath = FEED) -> None:
        """Sends nothing. The feed is the path of the screen's FIFO."""
        self._title = title
        self._feed = feed
        self._held = ""
        self._due = 0.0
        self._is_over = False

    def begin(self) -> bool:
        """Begins a run with the title."""
        is_sent = self.send("reset")
        return self.send(f"title {self._title}") if self._title else is_sent

    def __enter__(self) -> Progress:
        self.begin()
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 traceback: Optional[TracebackType]) -> None:
        if self._is_over:
            return
        if error is None:
            self.done()
        elif isinstance(error, KeyboardInterrupt):
            self.cancel()
        elif isinstance(error, Exception) or isinstance(error, SystemExit) and error.code:
            self.fail(_reason(error))
        else:
            self.end()

    def update(self, completed: float, total: Optional[float] = None) -> bool:
        """Reports how many things are completed, of how many.

        Without a total, or with 0, the screen shows motion without an amount.
        """
        if not total or total < 0:
            return self._report("bytes 0", False)
        fraction = max(0, min(completed, total)) / total
        return self._report(f"progress {fraction:.6f}", completed >= total)

    def update_bytes(self, completed: int, total: Optional[int] = None) -> bool:
        """Reports how many bytes are completed, of how many; the screen adds speed and time left.

        Without a total, or with 0, the screen shows the bytes alone.
        """
        completed = max(0, int(completed))
        if not total or total < 0:
            return self._report(f"bytes {completed}", False)
        completed = min(completed, int(total))
        return self._report(f"bytes {completed} {int(total)}", completed >= total)

    def step(self, step: int, steps: int, name: str = "") -> bool:
        """Begins a step of several, counted from 1. Later amounts belong to it."""
        return self.send(f"step {step}/{steps} {name}")

    def message(self, text: str) -> bool:
        """Shows the current activity."""
        return self.send(f"message {text}")

    def done(self, text: str = "") -> bool:
        """Ends the run: success."""
        return self.send(f"done {text}")

    def fail(self, reason: str = "") -> bool:
        """Ends the run: failure."""
        return self.send(f"fail {reason}")

    def cancel(self) -> bool:
        """Ends the run: cancelled."""
        return self.send("cancel")

    def end(self) -> bool:
        """Ends the run without an outcome: interrupted."""
        return self.send("end")

    def send(self, record: str) -> bool:
        """Writes any native record; docs/feeds/native.md lists them.

        Control characters become blanks, and a long record is cut. A record that begins or ends a
        run is tried again for 0.2 s. Returns whether it was written.
        """
        if self._held:
            held, self._held = self._held, ""
            self._write(held)
        word = record.partition(" ")[0]
        if word == "reset" or word in _OUTCOMES:
            self._is_over = word != "reset"
            return self._write(record, _PATIENCE)
        return self._write(record)

    def track(self, items: Iterable[Item], total: Optional[int] = None) -> Iterator[Item]:
        """Yields the items and reports each when it is completed. The total is their number."""
        if total is None:
            total = operator.length_hint(items)
        self.update(0, total)
        for completed, item in enumerate(items, 1):
            yield item
            self.update(completed, total)

    def urlretrieve_hook(self, blocks: int, block_size: int, total: int) -> None:
        """The reporthook of urllib.request.urlretrieve."""
        self.update_bytes(blocks * block_size, total)

    def reader(self, file: BinaryIO, total: Optional[int] = None) -> Any:
        """Returns the file with a `read` that reports bytes, as for shutil.copyfileobj.

        Without a total it is the rest of the file or the length of an HTTP response, if known.
        """
        return _Reader(file, self._adder(_size(file) if total is None else total))

    def copyfile(self, source: FilePath, target: FilePath) -> FilePath:
        """Does what shutil.copyfile does, and reports bytes."""
        size = os.path.getsize(source) if os.path.isfile(source) else None
        return _copyfile(source, target, self._adder(size))

    def copier(self, total: Optional[int] = None) -> Callable[..., Any]:
        """Returns a copy_function for shutil.copytree and shutil.move: shutil.copy2 with progress.

        The bytes of all files count, and the total is that of all files.
        """
        add = self._adder(total)

        def copy(source: FilePath, target: FilePath, *, follow_symlinks: bool = True) -> Any:
            if not follow_symlinks or os.path.isdir(target):
                return shutil.copy2(source, target, follow_symlinks=follow_symlinks)
            _copyfile(source, target, add)
            shutil.copystat(source, target)
            return target

        return copy

    def _adder(self, total: Optional[int]) -> Callable[[int], None]:
        """Returns a function that reports the sum of the bytes that it is called with."""
        completed = 0

        def add(count: int) -> None:
            nonlocal completed
            completed += count
            self.update_bytes(completed, total)

        add(0)
        return add

    def _report(self, record: str, is_last: bool) -> bool:
        """Writes an amount, or holds it back."""
        now = time.monotonic()
        if now < self._due and not is_last:
            self._held = record
            return True
        self._due = now + _INTERVAL
        is_written = self._write(record)
        self._held = "" if is_written else record
        return is_written

    def _write(self, record: str, patience: float = 0) -> bool:
        """Writes a record; for the seconds of the patience it tries again."""
        text = _CONTROLS.sub(" ", record).encode("utf-8", "replace")[:_LIMIT - 2]
        data = _MARK + text.decode("utf-8", "ignore").encode("utf-8") + b"\n"
        end = time.monotonic() + patience
        failure = _write(self._feed, data)
        while failure in _PASSING and time.monotonic() < end:
            time.sleep(0.01)
            failure = _write(self._feed, data)
        return failure == 0


def track(items: Iterable[Item], title: str = "", total: Optional[int] = None, *,
          feed: FilePath = FEED) -> Iterator[Item]:
    """Yields the items of a run of their own: done after the last one, interrupted by a break.

    An exception of the iterable is a failure. One of the loop's body interrupts the run; for its
    text as the reason, use Progress.track in a `with` block.
    """
    with Progress(title, feed=feed) as run:
        yield from run.track(items, total)


class _Reader:
    """A file whose reads are counted."""

    def __init__(self, file: BinaryIO, add: Callable[[int], None]) -> None:
        self._file = file
        self._add = add

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._add(len(data))
        return data

    def readinto(self, buffer: Any) -> int:
        count: int = self._file.readinto(buffer)  # type: ignore[attr-defined]
        self._add(count)
        return count

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _copyfile(source: FilePath, target: FilePath, add: Callable[[int], None]) -> FilePath:
    """Copies a file and counts its bytes. shutil refuses what is no file, or is the target."""
    if not os.path.isfile(source) or os.path.exists(target) and os.path.samefile(source, target):
        shutil.copyfile(source, target)
        return target
    with open(source, "rb") as reader, open(target, "wb") as writer:
        shutil.copyfileobj(_Reader(reader, add), writer, 1 << 20)
    return target


def _size(file: BinaryIO) -> Optional[int]:
    """The size of a regular file, or the length of an HTTP response; None if unknown."""
    try:
        status = os.fstat(file.fileno())
        if stat.S_ISREG(status.st_mode):
            return status.st_size - file.tell()
    except (AttributeError, OSError):
        pass
    length = getattr(file, "length", None)
    return length if isinstance(length, int) else None


def _reason(error: BaseException) -> str:
    """The text of an exception, or its type."""
    if isinstance(error, SystemExit) and isinstance(error.code, int):
        return f"exit status {error.code}"
    try:
        return str(error) or type(error).__name__
    except Exception:  # pylint: disable=broad-except
        return type(error).__name__


def _write(feed: FilePath, data: bytes) -> int:
    """Writes a record to the FIFO without waiting. Returns 0 or an errno.

    The reader may close the FIFO before the write, and the program may have restored the default
    of SIGPIPE, which ends it. So the signal is blocked here, and one of this write is removed.
    """
    pipe = {signal.SIGPIPE}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, pipe)
    try:
        pending = signal.sigpending()
        try:
            file = os.open(feed, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
            try:
                if not stat.S_ISFIFO(os.fstat(file).st_mode):
                    return errno.ENOTSUP
                os.write(file, data)
            finally:
                os.close(file)
        except OSError as error:
            if error.errno == errno.EPIPE and signal.SIGPIPE not in pending:
                signal.sigtimedwait(pipe, 0)
            return error.errno or errno.EIO
        return 0
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
