import Base
import LinuxSystem
import TestSupport
import Testing

@testable import Presenters

/// The line of `probe` and `doctor` about a framebuffer device.
@Suite struct FramebufferReportTests {
  private func report(
    _ form: FactSheet.Form, _ open: @escaping (ByteString) throws(SystemError) -> any Framebuffer
  ) -> (text: String, reason: String?) {
    var sheet = FactSheet(form)
    var reason: ByteString?
    sheet.object("framebuffer") { reason = FramebufferReport.add("/dev/fb7", to: &$0, open: open) }
    return ("\(sheet.text)", reason.map { "\($0)" })
  }

  @Test func usableDevice_hasItsFactsAsLineAndAsJSON() {
    let device = FakeFramebuffer(800, 480, bits: 16, red: (11, 5), green: (5, 6), blue: (0, 5))
    device.mode.name = "vc4drmfb"
    let lines = report(.lines) { (_) throws(SystemError) in device }
    #expect(lines.reason == nil)
    #expect(
      lines.text == "framebuffer: driver vc4drmfb, width 800, height 480, bits per pixel 16, "
        + "line length 1600\n")
    let json = report(.json) { (_) throws(SystemError) in device }
    #expect(
      json.text == #"{"driver":"vc4drmfb","width":800,"height":480,"bits per pixel":16,"#
        + #""line length":1600}"#)
    // Nothing was changed on the display.
    #expect(device.calls == [.state, .state])
  }

  @Test func unusableDevice_hasItsFactsAndTheReason() {
    let device = FakeFramebuffer(640, 480, bits: 8)
    let (text, reason) = report(.lines) { (_) throws(SystemError) in device }
    #expect(text.contains("bits per pixel 8, line length 640"))
    #expect(reason?.contains("its pixels are not 16, 24 or 32 bits") == true)
  }

  @Test func closedDevice_hasTheErrorAlone() {
    let (text, reason) = report(.lines) { (path) throws(SystemError) in
      throw SystemError("open", .accessDenied, path: path)
    }
    #expect(text == "framebuffer:\n")
    #expect(reason == "open /dev/fb7: Permission denied")
  }
}
