#!/usr/bin/env python3
"""live.py [--port PORT] COMMAND...: serves what a board shows to the studio's page.

COMMAND prints the board's reports, for instance: ssh root@board fbprogress status --follow --json.
It runs once for each page that asks, and ends with the page. The page gets server-sent events. Only
this computer reaches the server.
"""
import argparse
import base64
import http.server
import json
import os
import select
import subprocess
import tempfile


def event(line, is_first):
    """The event of a report; before the first one, an event of the version and the settings."""
    report = json.loads(line)
    text = f"data: {round(report['time'] * 1e9)} {report['wire']}\n\n"
    if is_first:
        settings = base64.b64decode(report["settings"]).decode(errors="replace").splitlines()
        lines = "".join(f"data: {one}\n" for one in [report["version"], *settings])
        text = f"event: session\n{lines}\n{text}"
    return text.encode()


class Handler(http.server.BaseHTTPRequestHandler):
    """A page's request."""

    words = []

    def do_GET(self):  # pylint: disable=invalid-name
        """Answers with the events of the command's reports."""
        with tempfile.TemporaryFile() as errors, subprocess.Popen(
                self.words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors) as process:
            try:
                is_first = True
                for line in self.lines(process.stdout.fileno()):
                    if is_first:
                        self.begin(200, "text/event-stream")
                    self.wfile.write(event(line, is_first))
                    is_first = False
                if is_first:
                    self.begin(502, "text/plain; charset=utf-8")
                    errors.seek(0)
                    self.wfile.write(errors.read(4096) or b"the command printed no report")
            except (BrokenPipeError, ConnectionResetError):
                pass
            finally:
                process.kill()

    def begin(self, status, kind):
        """Sends the head of the answer."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        # A page from a disk has no origin.
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()

    def lines(self, reports):
        """The lines of the command until it ends or the page leaves."""
        rest = b""
        while True:
            ready, _, _ = select.select([self.connection, reports], [], [])
            more = b"" if self.connection in ready else os.read(reports, 1 << 16)
            if not more:
                return
            *lines, rest = (rest + more).split(b"\n")
            yield from lines

    def log_message(self, format, *args):  # pylint: disable=redefined-builtin
        """Logs nothing."""


def main():
    """Serves until it is ended."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=7500)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    words = parser.parse_args()
    if not words.command:
        parser.error("name the command that prints the reports")
    Handler.words = words.command
    with http.server.ThreadingHTTPServer(("127.0.0.1", words.port), Handler) as server:
        server.serve_forever()


if __name__ == "__main__":
    main()
