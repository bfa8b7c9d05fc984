#!/usr/bin/env python3
"""driver.py FEED: calls the Python client as the lines of standard input say.

After each line it prints `written` or `dropped`. The commands are those of driver.c and driver.sh.
"""
import os
import signal
import sys
from unittest import mock

from fbprogress import Progress


def storm(run, count):
    """Writes messages without a limit."""
    return min(run.message(f"{number} of a storm") for number in range(int(count)))


def flood(run, count):
    """Reports many amounts."""
    return min(run.update(number, int(count)) for number in range(1, int(count)))


def broken(run, feed):
    """Writes a message whose reader closes the FIFO before the write."""
    reader, write = os.open(feed, os.O_RDONLY | os.O_NONBLOCK), os.write
    with mock.patch("os.write", lambda *words: os.close(reader) or write(*words)):
        return run.message("broken")


def main():
    """Reads and calls."""
    # Some programs do so; then a write to a FIFO without a reader ends them.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    run = Progress("Installing", feed=sys.argv[1])
    commands = {
        "begin": run.begin, "done": run.done, "fail": run.fail, "cancel": run.cancel, "end": run.end,
        "message": run.message, "send": run.send,
        "update": lambda text: run.update(*map(int, text.split())),
        "bytes": lambda text: run.update_bytes(*map(int, text.split())),
        "step": lambda text: run.step(*text.split(" ", 2)),
        "controls": lambda: run.message("one\ntwo\tthree\x02done\x1b8four\rfive"),
        "long": lambda: run.message("a" + "€" * 2000),
        "broken": lambda: broken(run, sys.argv[1]),
        "flood": lambda count: flood(run, count), "storm": lambda count: storm(run, count),
    }
    for line in sys.stdin:
        word, _, text = line.rstrip("\n").partition(" ")
        print("written" if commands[word](*[text] if text else []) else "dropped", flush=True)


main()
