import ByteStrings
import KMS
import TestSupport
import Testing

@Suite struct DeviceReportTests {
  @Test func text_tellsAllOfACard() throws {
    var card = FakeHardware.oneDisplay(width: 640, height: 480)
    card.sockets[0].connector.modes[0].type = 8
    card.layers[0].plane.formats.append(FakeHardware.c8)
    #expect(
      try DeviceReport.text(of: FakeKMS(card), path: "/dev/dri/card0").split(at: 0x0a) == [
        "/dev/dri/card0: fake 1.2.3",
        "  atomic yes, dumb buffers yes, prefers shadow no, monotonic timestamps yes, master yes",
        "  connector 192 HDMI-A-1: connected",
        "    640x480 60 Hz, preferred",
        "  encoder 224: CRTC none, possible 204",
        "  CRTC 204: off",
        "  plane 176: primary, CRTC none, possible 204, formats XR24 C8, FB_DAMAGE_CLIPS yes",
        "  would show on HDMI-A-1, CRTC 204, plane 176, XRGB8888, 640x480 60 Hz, preferred",
        "",
      ])
  }

  @Test func text_ofACardWithoutDisplay_saysWhy() throws {
    var card = FakeHardware.oneDisplay()
    card.sockets[0].connector.connection = .disconnected
    let text = try DeviceReport.text(of: FakeKMS(card), path: "/dev/dri/card0")
    #expect(text.hasSuffix("\n  would show on nothing: HDMI-A-1 is disconnected\n"))
  }
}
