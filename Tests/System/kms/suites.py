"""States of apt for other architectures and releases; the machine's own stays as it is."""

import contextlib
import os
import re

from . import commandline, packages
from .errors import LabError

KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"


def _state(architecture, suite):
    """The folder of apt's state: scripts/sysroot made it, or it is made here for a release."""
    states = commandline.ROOT / ".build/sysroot/apt"
    if not suite:
        return states / architecture
    state = states / f"{architecture}-{suite}"
    for folder in ("lists/partial", "cache/archives/partial", "empty"):
        (state / folder).mkdir(parents=True, exist_ok=True)
    (state / "status").touch()
    # Where this machine's own Debian comes from.
    targets = packages.output_of(
        "apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI) $(LABEL)",
        "Created-By: Packages")
    found = re.search(r"^Debian (\S+) Debian$", targets, re.MULTILINE)
    if not found:
        raise LabError("apt knows no archive of Debian")
    (state / "sources.list").write_text(
        f"deb [arch={architecture} signed-by={KEYS}] {found[1]} {suite} main\n", encoding="ascii")
    return state


@contextlib.contextmanager
def apt_of(architecture, suite=None):
    """Lets apt work for another architecture, or release of Debian, meanwhile."""
    state = _state(architecture, suite)
    configuration = state / "apt.conf"
    configuration.write_text("".join(f'{key} "{value}";\n' for key, value in {
        "Dir::State": state, "Dir::State::status": state / "status", "Dir::Cache": state / "cache",
        "Dir::Etc::sourcelist": state / "sources.list", "Dir::Etc::sourceparts": state / "empty",
        "APT::Architecture": architecture, "APT::Architectures": architecture,
        "APT::Sandbox::User": "root",
    }.items()), encoding="utf-8")
    os.environ["APT_CONFIG"] = str(configuration)
    try:
        if suite:
            packages.output_of("apt-get", "-qq", "update")
        yield
    finally:
        del os.environ["APT_CONFIG"]
