"""A copy of the tree that mutants are planted in, its build, and runs of its tests."""
import os
import re
import resource
import select
import shutil
import signal
import subprocess
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
COPY = SOURCE / ".build/mutate/tree"
COPIED = ["Package.swift", "Sources", "Tests", "Tools", "Benchmarks", "share", "docs", "etc",
          "deploy", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "scripts", "Fuzz",
          "Studio", "Site", "LICENSE"]
# Which mutant runs is read before `main`, so that no process of the program erases it first.
SWITCH = """#include <stdlib.h>
#include "mutant.h"
int mutant_running;
__attribute__((constructor)) static void choose(void) {
  const char *name = getenv("MUTANT");
  mutant_running = name ? atoi(name) : 0;
}
"""
HEADER = """#ifndef MUTANT_H
#define MUTANT_H
#include <stdbool.h>
extern int mutant_running;
static inline bool mutant(int number) { return mutant_running == number; }
#endif
"""
MANIFEST = """
package.targets.append(.target(name: "CMutant"))
for target in package.targets where target.name == "Base" {
  target.dependencies.append("CMutant")
}
"""
FAILED = re.compile(rb"\xe2\x9c\x98 Test|recorded an issue|error: -\[|: Fatal error|with \d+ issues?")


class BuildError(Exception):
    """The copy cannot be built, for a reason other than a mutant."""


def write(path, text):
    """Writes a file of the copy, unless it has this text, so that builds stay incremental."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def prepare(changed):
    """Makes the copy equal to the tree, except `changed`: texts by the path of a file."""
    COPY.mkdir(parents=True, exist_ok=True)
    kept = [f"--exclude=/{path}" for path in (*changed, "Package.swift", "Sources/CMutant")]
    subprocess.run(["rsync", "-a", "--delete", "--exclude=.build", "--exclude=/.build", *kept,
                    *[str(SOURCE / name) for name in COPIED if (SOURCE / name).exists()], COPY],
                   check=True)
    manifest = (SOURCE / "Package.swift").read_text("utf-8")
    for rule in (".treatAllWarnings(as: .error),", ".strictMemorySafety(),  // SE-0458"):
        if rule not in manifest:
            raise BuildError(f"Package.swift has no {rule}")
        manifest = manifest.replace(rule, "")
    write(COPY / "Package.swift", manifest + MANIFEST)
    write(COPY / "Sources/CMutant/mutant.c", SWITCH)
    write(COPY / "Sources/CMutant/include/mutant.h", HEADER)
    for path, text in changed.items():
        write(COPY / path, text)


def build(*words):
    """Builds; gives the places of errors as pairs of a path in the tree and a line."""
    done = subprocess.run(["swift", "build", *words], cwd=COPY, capture_output=True, text=True)
    if done.returncode == 0:
        return []
    found = re.findall(r"^(/\S+?):(\d+):\d+: error:", done.stdout + done.stderr, re.M)
    places = sorted({(os.path.relpath(path, COPY), int(line)) for path, line in found})
    if not places:
        raise BuildError(f"{' '.join(words)}: no build:\n{(done.stdout + done.stderr)[-3000:]}")
    return places


def run(filters, number, limit, processor_time=None):
    """Runs tests with a mutant: "killed", "survived" or "timeout", the failed test, the seconds.

    A process that takes more seconds of the processor than `processor_time` is killed: an endless
    loop ends early also on a busy machine.
    """
    def confine():
        if processor_time:
            resource.setrlimit(resource.RLIMIT_CPU, (processor_time, processor_time))

    program = COPY / ".build/debug/fbprogressPackageTests.xctest"
    words = [word for one in filters for word in ("--filter", one)]
    begin = time.monotonic()
    child = subprocess.Popen(
        [program, "--testing-library", "swift-testing", *words], cwd=COPY, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=confine,
        env={**os.environ, "MUTANT": str(number), "SWIFT_BACKTRACE": "enable=no"})
    output, verdict = b"", None
    while verdict is None:
        left = begin + limit - time.monotonic()
        ready = select.select([child.stdout], [], [], max(0, left))[0]
        if not ready:
            verdict = "timeout"
            break
        data = os.read(child.stdout.fileno(), 1 << 16)
        output += data
        if FAILED.search(output):
            verdict = "killed"
        elif not data:
            verdict = "survived" if child.wait() == 0 else "killed"
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    child.wait()
    child.stdout.close()
    if verdict == "survived" and not re.search(rb"Test run with [1-9]\d* test", output):
        raise BuildError(f"{' '.join(filters)}: ran no test:\n{output[-2000:].decode('utf-8', 'replace')}")
    text = re.sub(r"\x1b\[[0-9;]*m", "", output.decode("utf-8", "replace"))
    names = re.findall(r"✘ Test (?:case passing .* to )?(\S+) (?:recorded|with|failed)", text)
    told = names[0] if names else text.strip().split("\n")[-1]
    return verdict, told, time.monotonic() - begin


def remove():
    """Removes the copy."""
    shutil.rmtree(COPY, ignore_errors=True)
