"""A user without permission to open the card shows on it in a session of the real logind."""

import time

from kms.errors import Failure
from kms.reference import Reference, Scene

from ..evidence import EVIDENCE
from ..image import CACHE, SETTINGS
from ..machine import PATIENCE, Booted, Hardware, save
from ..session import LOOK

SIZE = (800, 480)
# A session on tty7 as kiosks have them. udev gives its user no access to the card: logind alone can.
SETUP = """
set -e
systemctl stop fbprogress.service fbprogress.socket
useradd -M kiosk
ln -s /dev/null /etc/udev/rules.d/70-uaccess.rules
udevadm control --reload
udevadm trigger --settle /dev/dri/card*
cat >/run/systemd/system/test-kiosk.service <<END
[Service]
User=kiosk
PAMName=login
TTYPath=/dev/tty7
StandardInput=tty
StandardOutput=journal
StandardError=journal
RuntimeDirectory=kiosk
ExecStart=/usr/bin/fbprogress --feed fifo:/run/kiosk/feed
KillMode=mixed
END
systemctl daemon-reload
busybox chvt 7
systemctl start test-kiosk.service
"""


def expected(program, percent):
    """The screen at a percentage when it has come to rest."""
    (CACHE / "settings.conf").write_text(SETTINGS, encoding="ascii")
    scene = Scene(f"@0 message Kiosk\n@0 {percent}", 4, LOOK)
    return Reference(program, CACHE / "reference").picture(scene, SIZE)


def upper(picture):
    """The rows of a picture with ring and title. The texts below them change with time."""
    return picture and picture.data[:SIZE[0] * 3 * 340]


def await_screen(machine, picture, name):
    """Waits until the screen shows a picture."""
    deadline = time.monotonic() + PATIENCE
    while upper(shown := machine.shot()) != upper(picture):
        if time.monotonic() > deadline:
            save(EVIDENCE / f"logind/{name}.png", shown)
            save(EVIDENCE / f"logind/{name}-expected.png", picture)
            raise Failure(f"{name}: another picture: build/boot/logind; " + machine.must(
                "journalctl -b -t fbprogress -t systemd-logind --no-pager | tail -n 20"))
        time.sleep(0.3)


def feed(machine, line):
    """Writes a record as root."""
    machine.must(f"timeout 20 sh -c 'echo {line} >/run/kiosk/feed'")


def logind(disk, program):
    """logind opens the card, pauses it for another VT, and gives it back; also after a restart of either."""
    with Booted(Hardware(disk, size=SIZE)) as machine:
        machine.wait_for_agent()
        machine.await_true("systemctl is-active -q multi-user.target && systemctl is-active -q fbprogress.service")
        machine.must(SETUP)
        machine.await_true("test -p /run/kiosk/feed")
        machine.must("runuser -u kiosk -- sh -c 'for card in /dev/dri/card*; do ! test -r $card || exit 1; done'")
        feed(machine, "message Kiosk")
        feed(machine, "30")
        await_screen(machine, expected(program, 30), "shown")
        # Another VT: its console is in front, and the picture is not.
        machine.must("busybox chvt 1 && printf 'another session\\n' >/dev/tty1")
        feed(machine, "40")
        time.sleep(2)
        away = machine.screen()
        save(EVIDENCE / "logind/away.png", away)
        if upper(away) in (upper(expected(program, 30)), upper(expected(program, 40))):
            raise Failure("the picture is on the other VT: build/boot/logind/away.png")
        machine.must("busybox chvt 7")
        await_screen(machine, expected(program, 40), "back")
        # A presenter that was killed: the next one takes control of the session.
        machine.must("for one in /proc/[0-9]*; do grep -sqx fbprogress-show $one/comm || continue; "
                     "kill -KILL ${one#/proc/}; exit; done; exit 1")
        feed(machine, "50")
        await_screen(machine, expected(program, 50), "presenter anew")
        # The service is started anew: its connections and its names are others.
        machine.must("systemctl restart systemd-logind.service")
        feed(machine, "60")
        await_screen(machine, expected(program, 60), "logind anew")
        machine.must("busybox chvt 1")
        time.sleep(1)
        machine.must("busybox chvt 7")
        feed(machine, "70")
        await_screen(machine, expected(program, 70), "back from another VT, logind anew")
        machine.must("systemctl stop test-kiosk.service")
        machine.must("busybox chvt 1 && test $(cat /sys/class/tty/tty0/active) = tty1")
        return ["logind opened the card, and paused it for another VT"]
