"""What the program does to the console besides drawing over it, and what it tells of itself."""

import base64
import time

from .. import pixels
from ..errors import Failure
from ..runner import Case
from .endings import expect_text_console, shows, text_console
from .terminals import second_terminal

LAMP = "/tmp/lamps/panel"
LAMPS = "/sys/class/backlight"


def dark_panel(bench):
    """A lamp that is off and at zero is on with the first picture, as bright as was said; one that
    shines stays as it is."""
    bench.run(f"mkdir -p {LAMP} /tmp/lamps/other; cd {LAMP}; echo 0 >brightness; echo 4 >bl_power;"
              " echo 200 >max_brightness; cd ../other; echo 7 >brightness; echo 0 >bl_power;"
              f" echo 200 >max_brightness; mount -o bind /tmp/lamps {LAMPS}")
    try:
        shows(bench, 40, "--brightness", "50")
        text = bench.run(f"cd {LAMPS}; cat panel/brightness panel/bl_power other/brightness")
        if text.split() != ["100", "0", "7"]:
            raise Failure(f"the lamps are left at {text.split()}")
    finally:
        bench.run(f"umount {LAMPS}")


def keys_of_who_started_it(bench):
    """Started by hand on the console, Ctrl-C ends it, as that of any program."""
    console = text_console(bench)
    bench.run("rm -rf /run/fbprogress /tmp/by-hand; setsid sh -c 'exec </dev/tty1 >/dev/tty1 2>&1;"
              " fbprogress; echo $? >/tmp/by-hand' &")
    bench.run("await test -p /run/fbprogress/feed; echo 40 >/run/fbprogress/feed")
    bench.expect(bench.settled("40"))
    if (mode := bench.run("vtmode").split()[0]) != "unicode":
        raise Failure(f"the keyboard is in mode {mode}")
    bench.guest.press("ctrl", "c")
    bench.run("await test -s /tmp/by-hand")
    bench.run("await sh -c 'kdmode | grep -q text'")
    if bench.guest.screen().size != console.size:
        raise Failure("the console is not back")


def killed_with_keyboard_off(bench):
    """SIGKILL of keeper and presenter: the keyboard is heard again, and nothing of before."""
    console = text_console(bench)
    program = shows(bench, 40)
    if (modes := bench.run("vtmode").split()) != ["off", "process"]:
        raise Failure(f"while the picture is shown the console is {modes}")
    bench.guest.press("z")
    program.kill_both()
    expect_text_console(bench, console)
    bench.run("await sh -c 'vtmode | grep -qx \"unicode auto\"'")


def presenter_killed_behind(bench):
    """Another terminal is in front when the presenter is killed: nothing of its successor is seen,
    that terminal goes on to show what is written, and the picture comes on the way back."""
    text_console(bench)
    second_terminal(bench)
    program = shows(bench, 40)
    bench.run("timeout 5 chvt 2")
    killed = program.presenter
    program.signal("KILL", killed)
    bench.run(f"await test ! -e /proc/{killed}/exe; await pidof fbprogress")
    program.feed("60")
    time.sleep(1)
    bench.run(r"printf '\033[2J\033[Hstill here\n' >/dev/tty2")
    seen = bench.steady_screen()
    if program.presenter == killed or not any(seen.data):
        raise Failure("there is no successor, or the terminal in front is dark")
    bench.run("timeout 5 chvt 1")
    bench.expect(bench.settled("60"))
    bench.run("timeout 5 chvt 2")
    bench.expect(seen)
    bench.run("timeout 5 chvt 1")
    bench.expect(bench.settled("60"))


def kernel_log(bench):
    """Without a standard error, what goes wrong is in the kernel's log, as a daemon's warning."""
    bench.run("rm -rf /run/fbprogress; fbprogress --presenter null --feed - 2>&-"
              " <<'END'\njunk that nobody knows\n50\ndone\nEND")
    line = bench.run("dmesg -r | grep 'junk that nobody knows'").strip()
    if not line.startswith("<28>") or "fbprogress: feed standard input:" not in line:
        raise Failure(f"the kernel's log has {line!r}")


def dumped(bench):
    """SIGUSR1: state, probe and the very pixels that are on the screen."""
    program = shows(bench, 40)
    picture = bench.settled("40")
    bench.run("killall -USR1 fbprogress; cd /run/fbprogress; await test -e dump/probe.txt;"
              " await test -e dump/state.txt; await test -e dump/frame.png")
    time.sleep(0.2)
    bench.expect(picture, seconds=0)
    state = bench.run("cat /run/fbprogress/dump/state.txt")
    if "percent 40\n" not in state or "card held" not in state:
        raise Failure(f"the state is told as {state}")
    if bench.machine.card not in bench.run("cat /run/fbprogress/dump/probe.txt"):
        raise Failure("the probe does not name the driver")
    png = bench.run("base64 /run/fbprogress/dump/frame.png", timeout=60)
    if pixels.read_png(base64.b64decode(png)) != picture:
        raise Failure("the picture is not what the screen shows")
    if not program.is_running():
        raise Failure("the program ended")


CASES = (Case("dark panel", dark_panel), Case("Ctrl-C on the console", keys_of_who_started_it),
         Case("SIGKILL with the keyboard off", killed_with_keyboard_off),
         Case("presenter killed behind another terminal", presenter_killed_behind),
         Case("the kernel's log", kernel_log), Case("state, sight and picture", dumped))
