"""From the last picture to the first one of another program, without a modeset."""

import time

from kms import pixels
from kms.errors import Failure

from ..evidence import EVIDENCE
from ..machine import PATIENCE, Booted, Hardware, save

TRACING = "/sys/kernel/tracing"


def handover(disk, program):
    """From the last picture to another program's first one: no black, no console, no modeset."""
    application, reveal = (pixels.plain(800, 480, (0x30, 0x60, blue)) for blue in (0xA1, 0xA0))
    with Booted(Hardware(disk, size=(800, 480))) as machine:
        machine.wait_for_agent()
        machine.await_true("systemctl is-active -q fbprogress.service")
        machine.must("fbprogress send image /usr/share/fbprogress/application.png; fbprogress send 60")
        time.sleep(3)
        before = machine.screen()
        machine.must(f"cd {TRACING} && echo 'p:disable virtio_gpu_crtc_atomic_disable\n"
                     "p:modeset virtio_gpu_crtc_mode_set_nofb\n"
                     "p:scanout virtio_gpu_cmd_set_scanout resource=%dx:u32' >kprobe_events && "
                     "echo 1 >events/kprobes/enable && echo >trace")
        machine.begin("systemctl start fbprogress-handover.service && "
                      "exec client 3060a1 card /dev/dri/card1 until /run/test.end leave exit")
        seen, gaps, last = [before], [], time.monotonic()
        deadline = time.monotonic() + PATIENCE
        while (picture := machine.screen()) != application:
            now = time.monotonic()
            gaps.append(now - last)
            last = now
            if picture != seen[-1]:
                seen.append(picture)
            if now > deadline:
                save(EVIDENCE / "handover/last.png", picture)
                raise Failure("the application does not come: " + machine.must(
                    "cat /run/job.out; journalctl -b -u fbprogress -u fbprogress-handover --no-pager | tail -20"))
            time.sleep(max(0, 0.01 - (time.monotonic() - now)))
        trace = machine.must(f"grep -E 'disable|modeset|scanout' {TRACING}/trace || true")
        (EVIDENCE / "handover").mkdir(parents=True, exist_ok=True)
        (EVIDENCE / "handover/trace").write_text(trace, encoding="utf-8")
        for number, picture in enumerate(seen):
            save(EVIDENCE / f"handover/{number:03}.png", picture)
            black = sum(not picture.data[at:at + 3].strip(b"\0") for at in range(0, len(picture.data), 3 * 97))
            if black * 97 * 2 > picture.width * picture.height:
                raise Failure(f"picture {number} of {len(seen)} is black, or a console")
        if seen[-1] != reveal:
            raise Failure("the last picture is not the application's: build/boot/handover")
        events = [line for line in trace.splitlines() if not line.startswith("#")]
        bad = [line for line in events if "disable:" in line or "modeset:" in line or "resource=0" in line]
        if bad or not any("scanout:" in line for line in events):
            raise Failure(f"between the two the kernel did: {bad or 'nothing that was traced'}")
        machine.must("touch /run/test.end")
        return [f"{len(gaps)} pictures, {sum(gaps) / len(gaps) * 1000:.0f} ms apart, {len(seen)} of them different: none is "
                f"black or a console; the kernel traced {len(events)} changes of framebuffer, no modeset, no disabled plane"]
