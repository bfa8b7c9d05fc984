"""The fbprogress that runs inside a guest: its processes, its log, its end."""

import shlex

from .errors import Failure

FEED = "/run/fbprogress/feed"


def children_of(pid):
    """The shell command that prints the children of a process, and theirs."""
    return (f"for one in $(cat /proc/{pid}/task/*/children); do"
            " echo $one $(cat /proc/$one/task/*/children); done")


class Program:
    """One run of the program, started in the background of a guest."""

    def __init__(self, guest, *arguments, user=None):
        self._guest = guest
        command = shlex.join(["fbprogress", *arguments])
        if user:
            command = shlex.join(["su", "-s", "/bin/sh", user, "-c", f"exec /lab/bin/{command}"])
        command = f"start {command}"
        self.keeper = int(guest.run(f"rm -rf /run/fbprogress; {command}").text)

    @property
    def presenter(self):
        """The process that draws."""
        return self._child("fbprogress-show")

    @property
    def supervisor(self):
        """The process that gives the console back when the others can't."""
        return self._child("fbprogress-hold")

    def _child(self, name):
        """The only process of a name that the keeper or its broker has forked."""
        script = (f"for pid in $({children_of(self.keeper)}); do"
                  f" grep -qx {name} /proc/$pid/comm && echo $pid; done; true")
        children = self._must(script).split()
        if len(children) != 1:
            raise Failure(f"the keeper has {len(children)} children {name}, expected one")
        return int(children[0])

    def wait_for_feed(self):
        """Returns once the program has made its FIFO; writers can open it from then on."""
        self._must(f"await test -p {FEED}")

    def feed(self, line):
        """Writes one line into the FIFO, as any shell script does."""
        self._must(f"echo {shlex.quote(line)} >{FEED}")

    def signal(self, name, pid=None):
        """Sends a signal, to the keeper unless another process is named."""
        self._must(f"kill -{name} {pid or self.keeper}")

    def kill_both(self):
        """SIGKILL of the keeper and the presenter at once: the latter is stopped before, or it
        would end orderly as soon as the former is gone."""
        self._must(f"kill -STOP {self.presenter}; kill -KILL {self.keeper} {self.presenter}")

    def wait_for_end(self):
        """The exit status, as a shell sees it."""
        return int(self._must("await test -e /tmp/program.status; "
                              "cat /tmp/program.status").split()[-1])

    def expect_end(self, *statuses):
        """Waits for the end, which must come with one of these exit statuses."""
        status = self.wait_for_end()
        if status not in statuses:
            raise Failure(f"exit status {status}, expected {' or '.join(map(str, statuses))}")

    def is_running(self):
        """Whether the program has not ended yet."""
        return self._guest.run("test -e /tmp/program.status").status != 0

    def log(self):
        """What it wrote to standard output and standard error."""
        return self._guest.run("cat /tmp/program.log").text

    def stop(self):
        """Clears it away, whatever state it is in, so that another can be started."""
        script = (f"presenter=$({children_of(self.keeper)}); kill -CONT $presenter\n"
                  f"kill -TERM {self.keeper}; await test -e /tmp/program.status ||"
                  f" {{ kill -KILL {self.keeper} $presenter; exit 1; }}")
        if self.is_running() and self._guest.run(script).status:
            raise Failure("the program does not end after SIGTERM")

    def _must(self, script):
        answer = self._guest.run(script)
        if answer.status:
            raise Failure(f"in the guest: {script}: {answer.text.strip()}")
        return answer.text
