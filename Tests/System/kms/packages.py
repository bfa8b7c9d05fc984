"""Fetches Debian packages with the machine's own apt; nothing is installed.

A package file counts only when it has the SHA-256 that apt's index states: an
interrupted or damaged download is fetched again, never used.
"""

import contextlib
import fcntl
import hashlib
import os
import re
import subprocess
import tempfile
from pathlib import Path

from .errors import LabError


def cache_folder():
    """The one folder outside the source tree that the lab writes to."""
    if own := os.environ.get("FBPROGRESS_CACHE"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "fbprogress"


@contextlib.contextmanager
def locked(folder):
    """A folder, which is made, held against other runs."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def locked_cache():
    """The cache folder, held against other runs while packages are fetched and unpacked."""
    return locked(cache_folder())


def output_of(*command, **options):
    """Standard output of a command that must succeed."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    except FileNotFoundError:
        raise LabError(f"{command[0]} is not installed") from None
    if done.returncode:
        raise LabError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def sha256_of(path):
    """SHA-256 of a file, in hex."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sums_in_index(*names):
    """The SHA-256 apt's index states for each package, in the version it would install."""
    try:
        text = output_of("apt-cache", "show", "--no-all-versions", *names)
    except LabError as error:
        raise LabError(f"{error} (is apt's index up to date? apt-get update)") from None
    fields = re.findall(r"^(Package|SHA256): (\S+)$", text, re.MULTILINE)
    sums, package = {}, None
    for field, value in fields:
        if field == "Package":
            package = value
        else:
            sums.setdefault(package, value)
    if missing := set(names) - set(sums):
        raise LabError(f"apt's index states no SHA-256 for {' and '.join(sorted(missing))}")
    return sums


def dependencies(package, *prefixes):
    """The packages it depends on whose names begin in one of these ways."""
    lines = output_of("apt-cache", "depends", package).splitlines()
    names = [name for relation, _, name in (line.strip().partition(": ") for line in lines)
             if relation == "Depends" and name.startswith(prefixes)]
    if not names:
        raise LabError(f"apt knows no {' or '.join(prefixes)} that {package} depends on")
    return names


def fetch(package, wanted, cache):
    """The .deb of `package` with the SHA-256 `wanted`, downloaded unless the cache has it."""
    folder = cache / "packages"
    folder.mkdir(exist_ok=True)
    kept = folder / f"{package}-{wanted[:16]}.deb"
    if kept.exists() and sha256_of(kept) == wanted:
        return kept
    with tempfile.TemporaryDirectory(dir=folder, prefix="download-") as temporary:
        output_of("apt-get", "-q", "download", package, cwd=temporary)
        (fresh,) = Path(temporary).glob("*.deb")
        if (got := sha256_of(fresh)) != wanted:
            raise LabError(f"{package}: downloaded SHA-256 {got}, apt's index says {wanted}")
        fresh.replace(kept)
    return kept


def unpacked(package):
    """The folder that a package's files are unpacked into, in the cache; nothing is installed."""
    with locked_cache() as cache:
        wanted = sums_in_index(package)[package]
        folder = cache / f"{package}-{wanted[:16]}"
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=cache, prefix="unpack-") as temporary:
                fresh = Path(temporary) / "root"
                output_of("dpkg", "-x", str(fetch(package, wanted, cache)), str(fresh))
                fresh.rename(folder)
        return folder
