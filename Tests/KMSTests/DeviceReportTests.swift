import Base
import FakeCards
import Foundation
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import KMS

@Suite struct DeviceReportTests {
  static func sheet(
    _ form: FactSheet.Form, _ hardware: FakeHardware,
    _ selection: OutputSelection = OutputSelection()
  ) throws -> String {
    var sheet = FactSheet(form)
    try DeviceReport.add(FakeKMS(hardware), path: "/dev/dri/card0", selection, to: &sheet)
    return sheet.text.description
  }

  static var card: FakeHardware {
    let card = FakeHardware.displays([(640, 480), (800, 600)])
    card.sockets[0].connector.modes[0].type = 8
    card.sockets[0].connector.millimetres = (160, 120)
    card.sockets[1].connector.connection = .disconnected
    card.layers[0].plane.formats.append(FakeHardware.c8)
    return card
  }

  @Test func lines_tellAllOfACard() throws {
    #expect(
      try Self.sheet(.lines, Self.card) == """
        card: path /dev/dri/card0, driver fake, version 1.2.3, atomic yes, dumb buffers yes, \
        prefers shadow no, preferred depth 24, monotonic timestamps yes, master yes
          connector: name HDMI-A-1, id 192, status connected, millimetres 160x120
            mode: is 640x480@60 preferred
          connector: name HDMI-A-2, id 193, status disconnected
            mode: is 800x600@60
          encoder: id 224, possible CRTCs 204
          encoder: id 225, possible CRTCs 205
          CRTC: id 204
          CRTC: id 205
          plane: id 176, type primary, possible CRTCs 204, formats XR24 C8, FB_DAMAGE_CLIPS yes, \
        rotation no
          plane: id 177, type primary, possible CRTCs 205, formats XR24, FB_DAMAGE_CLIPS yes, \
        rotation no
          test: of HDMI-A-1 640x480@60 preferred on CRTC 204 as XRGB8888, result accepted
          shown on: connector HDMI-A-1, CRTC 204, plane 176, format XRGB8888, \
        mode 640x480@60 preferred, kept no

        """)
  }

  @Test func json_isJSON_andSaysTheSame() throws {
    let text = try Self.sheet(.json, Self.card)
    let card = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(card["driver"] as? String == "fake")
    #expect(card["atomic"] as? Bool == true)
    let connectors = try #require(card["connectors"] as? [[String: Any]])
    #expect(connectors.map { $0["name"] as? String } == ["HDMI-A-1", "HDMI-A-2"])
    #expect((connectors[0]["modes"] as? [[String: String]]) == [["is": "640x480@60 preferred"]])
    let shown = try #require(card["shown on"] as? [[String: Any]])
    #expect(shown.map { $0["connector"] as? String } == ["HDMI-A-1"])
  }

  @Test func search_isTold_withEachRefusal() throws {
    let card = FakeKMS(Self.card)
    card.hardware.sockets[0].connector.modes.append(FakeHardware.mode(320, 240))
    card.refusal = { $0.contains { $0.mode.hdisplay > 320 } ? ErrorCode(rawValue: 28) : nil }
    var sheet = FactSheet(.lines)
    try DeviceReport.add(card, path: "/dev/dri/card0", to: &sheet)
    let text = sheet.text.description
    #expect(
      text.contains(
        """
          test: of HDMI-A-1 640x480@60 preferred on CRTC 204 as XRGB8888, result No space left on \
        device, next another MODE_ID
          test: of HDMI-A-1 320x240@60 on CRTC 204 as XRGB8888, result accepted
          shown on: connector HDMI-A-1, CRTC 204, plane 176, format XRGB8888, mode 320x240@60, kept no
        """))
    #expect(card.leftovers == (0, 0, 0))
  }

  /// A turned panel, a mirror of it, and a picture of two tiles.
  @Test func whatIsUnusual_isTold() throws {
    let card = FakeHardware.displays([(8, 8), (8, 8)])
    var selection = OutputSelection()
    for (rotation, degrees) in [(Rotation.clockwise, 90), (.half, 180), (.counterclockwise, 270)] {
      selection.rotation = rotation
      let text = try Self.sheet(.lines, card, selection)
      #expect(text.contains("mode 8x8@60, kept no, turned \(degrees)\n"), "\(text)")
    }
    var tiles = card
    tiles.sockets[0].tile = "7:1:2:1:0:0:8:8"
    tiles.sockets[1].tile = "7:1:2:1:1:0:8:8"
    let text = try Self.sheet(.lines, tiles)
    #expect(
      text.contains(
        "connector HDMI-A-1, CRTC 204, plane 176, format XRGB8888, mode 8x8@60, kept no\n"))
    #expect(text.contains("mode 8x8@60, kept no, from 8,0\n"), "\(text)")
  }

  @Test func cardThatIsNotOurs_isToldWithoutTests() throws {
    let card = FakeKMS(Self.card)
    card.hasOtherMaster = true
    var sheet = FactSheet(.lines)
    try DeviceReport.add(card, path: "/dev/dri/card0", to: &sheet)
    #expect(card.commits.isEmpty)
    #expect(sheet.text.description.contains("shown on: connector HDMI-A-1"))
  }

  /// Legacy calls are told where atomic ones were to be expected. So is what is no screen.
  @Test func legacyCallsAndHeadsets_areTold() throws {
    for (lacksAtomic, refusesAtomic) in [(false, true), (true, false), (false, false)] {
      let card = FakeKMS(Self.card)
      (card.lacksAtomic, card.refusesAtomic) = (lacksAtomic, refusesAtomic)
      card.hardware.sockets[1].isNonDesktop = true
      var sheet = FactSheet(.lines)
      try DeviceReport.add(card, path: "/dev/dri/card0", to: &sheet)
      let text = sheet.text.description
      #expect(text.contains("calls legacy") == refusesAtomic, "\(text)")
      #expect(text.contains("name HDMI-A-2, id 193, status disconnected, non-desktop yes"))
    }
  }

  /// A CRTC that was not read yet shows nothing, and is in the masks of 32 CRTCs.
  @Test func newCRTC_showsNothing() {
    for (index, mask) in [(0, UInt32(1)), (31, 1 << 31), (32, 0), (33, 0)] {
      let crtc = CRTC(id: 204, index: index, mode: nil)
      #expect(crtc.framebuffer == 0 && crtc.gammaSize == 0)
      #expect(crtc.isIn(mask) == (index < 32) && !crtc.isIn(~mask), "\(index)")
    }
  }

  @Test func gpuWithoutDisplays_isNoFailure() throws {
    let card = FakeKMS(Self.card)
    card.isRenderOnly = true
    var sheet = FactSheet(.lines)
    try DeviceReport.add(card, path: "/dev/dri/card0", to: &sheet)
    #expect(
      sheet.text.description == "card: path /dev/dri/card0, reason fake drives no displays\n")
  }

  @Test(arguments: [FactSheet.Form.lines, .json])
  func cardWithoutDisplay_isSaidWhy(form: FactSheet.Form) throws {
    let card = Self.card
    card.sockets[0].connector.connection = .disconnected
    let text = try Self.sheet(form, card)
    #expect(text.contains("HDMI-A-1 is disconnected, HDMI-A-2 is disconnected"))
  }

  @Test func connector_thatIsNotChosen_isSaid() throws {
    let card = Self.card
    card.sockets[1].connector.connection = .connected
    var selection = OutputSelection()
    selection.names = ["HDMI-A-2"]
    let text = try Self.sheet(.lines, card, selection)
    #expect(text.hasSuffix("not shown on: reason HDMI-A-1 is not chosen\n"))
  }
}
