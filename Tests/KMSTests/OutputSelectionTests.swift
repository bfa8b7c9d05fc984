import ByteStrings
import KMS
import Pixels
import TestSupport
import Testing

@Suite struct OutputSelectionTests {
  /// Odd hardware, and what is chosen: connector, CRTC, plane and width of the mode.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let change: @Sendable (inout FakeHardware) -> Void
    let expected: [Int]?
    var testDescription: String { name }
    init(
      _ name: String, _ expected: [Int]?,
      _ change: @escaping @Sendable (inout FakeHardware) -> Void
    ) {
      (self.name, self.change, self.expected) = (name, change, expected)
    }
  }

  /// Two connectors, encoders, CRTCs, primary planes; each encoder can use both CRTCs.
  static var board: FakeHardware {
    var card = FakeHardware()
    for crtc: UInt32 in [0xCC, 0xCD] { card.addCRTC(crtc) }
    for encoder: UInt32 in [0xE0, 0xE1] { card.addEncoder(encoder, crtcs: 0b11) }
    card.addConnector(0xC0, encoders: [0xE0], modes: [FakeHardware.mode(640, 480)])
    card.addConnector(0xC1, encoders: [0xE1], modes: [FakeHardware.mode(800, 600)])
    card.addPlane(0xB0, crtcs: 0b01)
    card.addPlane(0xB1, crtcs: 0b10)
    return card
  }

  static let cases: [Case] = [
    Case("plain", [0xC0, 0xCC, 0xB0, 640]) { _ in },
    Case("first disconnected", [0xC1, 0xCC, 0xB0, 800]) {
      $0.sockets[0].connector.connection = .disconnected
    },
    Case("first unknown", [0xC1, 0xCC, 0xB0, 800]) {
      $0.sockets[0].connector.connection = .unknown
    },
    Case("only unknown", [0xC0, 0xCC, 0xB0, 640]) {
      $0.sockets[0].connector.connection = .unknown
      $0.sockets[1].connector.connection = .disconnected
    },
    Case("non-desktop", [0xC1, 0xCC, 0xB0, 800]) { $0.sockets[0].isNonDesktop = true },
    Case("no encoder", [0xC1, 0xCC, 0xB0, 800]) { $0.sockets[0].connector.encoders = [] },
    Case("no modes", [0xC1, 0xCC, 0xB0, 800]) { $0.sockets[0].connector.modes = [] },
    Case("mode of no size", [0xC1, 0xCC, 0xB0, 800]) {
      $0.sockets[0].connector.modes = [FakeHardware.mode(0, 480)]
    },
    Case("preferred mode", [0xC0, 0xCC, 0xB0, 1280]) {
      $0.sockets[0].connector.modes.append(FakeHardware.mode(1_280, 720, type: 8))
    },
    Case("user's mode", [0xC0, 0xCC, 0xB0, 320]) {
      $0.sockets[0].connector.modes += [
        FakeHardware.mode(1_280, 720, type: 8), FakeHardware.mode(320, 240, type: 0x20),
      ]
    },
    Case("encoder's mask", [0xC0, 0xCD, 0xB1, 640]) { $0.encoders[0].possibleCRTCs = 0b10 },
    Case("CRTC in use", [0xC0, 0xCD, 0xB1, 640]) { $0.sockets[0].crtc = 0xCD },
    Case("CRTC used by the other", [0xC0, 0xCD, 0xB1, 640]) { $0.sockets[1].crtc = 0xCC },
    Case("only CRTC used by the other", [0xC0, 0xCC, 0xB0, 640]) {
      $0.sockets[1].crtc = 0xCC
      $0.encoders[0].possibleCRTCs = 0b01
    },
    Case("plane without the format", [0xC0, 0xCD, 0xB1, 640]) {
      $0.layers[0].plane.formats = [FakeHardware.c8]
    },
    Case("overlay before primary", [0xC0, 0xCC, 0xB5, 640]) {
      $0.layers[0].kind = .overlay
      $0.addPlane(0xB5, crtcs: 0b01)
    },
    Case("plane in use elsewhere", [0xC0, 0xCD, 0xB1, 640]) {
      $0.layers[0].plane.crtc = 0xCD
      $0.sockets[0].crtc = 0
    },
    Case("no plane for any format", nil) {
      for index in $0.layers.indices { $0.layers[index].plane.formats = [FakeHardware.c8] }
    },
    Case("no connector", nil) { $0.sockets = [] },
    Case("mask beyond all CRTCs", nil) {
      $0.encoders[0].possibleCRTCs = 0xFFFF_FF00
      $0.encoders[1].possibleCRTCs = 0
    },
    Case("nothing connected", nil) {
      for index in $0.sockets.indices { $0.sockets[index].connector.connection = .disconnected }
    },
  ]

  @Test(arguments: cases) func choice_isTheFirstThatWorks(_ one: Case) throws {
    var card = Self.board
    one.change(&card)
    let output = try? OutputSelection.choose(from: DeviceSnapshot(of: FakeKMS(card)))
    let chosen = output.map {
      [Int($0.connector.id), Int($0.crtc.id), Int($0.plane.id), $0.size.width]
    }
    #expect(chosen == one.expected)
  }

  @Test func others_onTheCRTC_areNamed() throws {
    var card = Self.board
    card.encoders[0].possibleCRTCs = 0b01
    card.sockets[1].crtc = 0xCC
    card.addPlane(0xB8, .cursor, crtcs: 0b11, on: 0xCC)
    card.addPlane(0xB9, .overlay, crtcs: 0b11, on: 0xCD)
    let output = try OutputSelection.choose(from: DeviceSnapshot(of: FakeKMS(card)))
    #expect(output.otherPlanes.map { $0.id } == [0xB8])
    #expect(output.otherConnectors.map { $0.id } == [0xC1])
  }

  @Test func legacyDriver_isToldSo() throws {
    let card = FakeKMS()
    card.lacksAtomic = true
    let error = try #require(throws: KMSError.self) {
      try OutputSelection.choose(from: DeviceSnapshot(of: card))
    }
    #expect(error.message == "fake offers no atomic mode setting, which fbprogress needs")
  }

  @Test func error_namesEachConnectorWithItsReason() throws {
    var card = Self.board
    card.sockets[0].connector.connection = .disconnected
    for index in card.layers.indices { card.layers[index].plane.formats = [FakeHardware.c8] }
    let error = try #require(throws: KMSError.self) {
      try OutputSelection.choose(from: DeviceSnapshot(of: FakeKMS(card)))
    }
    #expect(
      error.message
        == "HDMI-A-2 has no plane for XRGB8888 or ARGB8888 or XBGR8888 or RGB888 or RGB565 (there is C8), "
        + "HDMI-A-1 is disconnected")
  }

  @Test func format_isTheBestOneThatThePlaneReads() throws {
    let codes = PixelFormat.all.map { $0.fourCC }
    for best in codes.indices {
      var card = Self.board
      // In an order of the driver's own, with others between.
      card.layers[0].plane.formats = [FakeHardware.c8] + codes[best...].reversed()
      let output = try OutputSelection.choose(from: DeviceSnapshot(of: FakeKMS(card)))
      #expect(output.plane.id == 0xB0)
      #expect(output.format.fourCC == codes[best])
    }
  }
}
