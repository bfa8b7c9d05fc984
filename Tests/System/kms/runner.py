"""Boots guests, runs cases in them and prints one line for each."""

import concurrent.futures
import contextlib
import re
import threading
import time
import traceback
from dataclasses import dataclass
from typing import Callable

from . import pixels
from .bench import Bench
from .commandline import ROOT
from .errors import Failure, LabError, PictureFailure
from .guest import Guest
from .machine import Machine


@dataclass(frozen=True)
class Case:
    """`check` raises a Failure, or returns nothing or figures worth printing."""

    name: str
    check: Callable[[Bench], str | None]


@dataclass(frozen=True)
class Group:
    """Cases that can share one boot. A case that fails costs its successors a new one."""

    machine: Machine
    cases: tuple[Case, ...]
    driver_loaded: bool = True

    def title(self, case):
        """The full name of a case, which patterns on the command line are matched against."""
        return f"{self.machine} {case.name}"


class Runner:
    """Runs groups, several at a time, and counts."""

    def __init__(self, boots, references, evidence):
        """`boots` are the kernel and the initramfs of each version that groups ask for."""
        self._boots = boots
        self._references = references
        self._evidence = evidence
        self._output = threading.Lock()
        self._guests = set()
        self._stopped = False
        self.passed = self.failed = 0

    def run(self, groups, jobs):
        """Runs all groups; True if every case passed."""
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            running = [pool.submit(self._run_group, group) for group in groups]
            try:
                for one in concurrent.futures.as_completed(running):
                    one.result()
            except BaseException:
                self._stop(pool)
                raise
        return self.failed == 0

    def _stop(self, pool):
        """Ends all guests at once, so that the threads that wait for them end as well."""
        self._stopped = True
        pool.shutdown(wait=False, cancel_futures=True)
        for guest in tuple(self._guests):
            guest.kill()

    def _run_group(self, group):
        pending = list(group.cases)
        while pending and not self._stopped:
            try:
                boot = self._boots[group.machine.kernel]
                with Guest(group.machine, *boot) as guest, self._known(guest):
                    bench = Bench(guest, group.machine, self._references)
                    if group.driver_loaded:
                        bench.load_driver()
                    while pending and not self._stopped:
                        if not self._run_case(group, pending.pop(0), bench):
                            break
            except Failure as failure:
                for case in pending:
                    self._report(group.title(case), 0, failure)
                return

    @contextlib.contextmanager
    def _known(self, guest):
        self._guests.add(guest)
        try:
            yield
        finally:
            self._guests.remove(guest)

    def _run_case(self, group, case, bench):
        """Runs one case; True if the guest can be used for another."""
        start, failure, figures = time.monotonic(), None, None
        try:
            figures = case.check(bench)
            bench.clear()
        except Failure as error:
            failure = error
        except LabError:
            raise
        except Exception:  # A mistake in a case must not keep the others from being run.
            failure = Failure(traceback.format_exc())
        self._report(group.title(case), time.monotonic() - start, failure, figures,
                     bench.account() if failure else "")
        return failure is None

    def _report(self, title, seconds, failure=None, figures=None, account=""):
        lines = [f"{'FAIL' if failure else 'ok  '} {title:<58}{seconds:6.1f} s"
                 + (f"   {figures}" if figures else "")]
        if failure:
            lines.append(f"     {failure}")
            if isinstance(failure, PictureFailure):
                lines.append(f"     pictures: {self._keep_pictures(title, failure)}")
            lines += [f"     | {line}" for line in account.splitlines()]
        with self._output:
            if self._stopped:
                return
            if failure:
                self.failed += 1
            else:
                self.passed += 1
            print("\n".join(lines), flush=True)

    def _keep_pictures(self, title, failure):
        """Writes what was seen and what was expected; returns the common part of the names."""
        name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        pictures = {"screen": failure.screen, "expected": failure.expected,
                    "diff": pixels.difference_picture(failure.screen, failure.expected)}
        for kind, picture in pictures.items():
            if picture:
                pixels.write_png(self._evidence / f"{name}-{kind}.png", picture)
        return f"{self._evidence.relative_to(ROOT)}/{name}-*.png"
