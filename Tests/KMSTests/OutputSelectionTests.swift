import Base
import FakeCards
import KMS
import Pixels
import TestSupport
import Testing

@Suite struct OutputSelectionTests {
  /// Odd hardware, and what is chosen: connector, CRTC, plane and width of the mode of each output.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let change: @Sendable (inout FakeHardware) -> Void
    let expected: [[Int]]
    var testDescription: String { name }
    init(
      _ name: String, _ expected: [[Int]],
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
    Case("plain", [[0xC0, 0xCC, 0xB0, 640], [0xC1, 0xCD, 0xB1, 800]]) { _ in },
    Case("first disconnected", [[0xC1, 0xCC, 0xB0, 800]]) {
      $0.sockets[0].connector.connection = .disconnected
    },
    Case("first unknown", [[0xC1, 0xCC, 0xB0, 800]]) {
      $0.sockets[0].connector.connection = .unknown
    },
    Case("only unknown", [[0xC0, 0xCC, 0xB0, 640]]) {
      $0.sockets[0].connector.connection = .unknown
      $0.sockets[1].connector.connection = .disconnected
    },
    Case("non-desktop", [[0xC1, 0xCC, 0xB0, 800]]) { $0.sockets[0].isNonDesktop = true },
    Case("no encoder", [[0xC1, 0xCC, 0xB0, 800]]) { $0.sockets[0].connector.encoders = [] },
    Case("no modes", [[0xC1, 0xCC, 0xB0, 800]]) { $0.sockets[0].connector.modes = [] },
    Case("mode of no size", [[0xC1, 0xCC, 0xB0, 800]]) {
      $0.sockets[0].connector.modes = [FakeHardware.mode(0, 480)]
    },
    Case("preferred mode", [[0xC0, 0xCC, 0xB0, 1280], [0xC1, 0xCD, 0xB1, 800]]) {
      $0.sockets[0].connector.modes.append(FakeHardware.mode(1_280, 720, type: 8))
    },
    Case("user's mode", [[0xC0, 0xCC, 0xB0, 320], [0xC1, 0xCD, 0xB1, 800]]) {
      $0.sockets[0].connector.modes += [
        FakeHardware.mode(1_280, 720, type: 8), FakeHardware.mode(320, 240, type: 0x20),
      ]
    },
    Case("interlaced preferred mode", [[0xC0, 0xCC, 0xB0, 1_920], [0xC1, 0xCD, 0xB1, 800]]) {
      let mode = FakeHardware.mode(1_920, 1_080, type: 8)
      mode.flags = 0x10
      $0.sockets[0].connector.modes.insert(mode, at: 0)
    },
    Case("interlaced mode only", [[0xC0, 0xCC, 0xB0, 1_920], [0xC1, 0xCD, 0xB1, 800]]) {
      let mode = FakeHardware.mode(1_920, 1_080, type: 8)
      mode.flags = 0x10
      $0.sockets[0].connector.modes = [mode]
    },
    Case("encoder's mask", [[0xC0, 0xCD, 0xB1, 640], [0xC1, 0xCC, 0xB0, 800]]) {
      $0.encoders[0].possibleCRTCs = 0b10
    },
    Case("CRTC in use", [[0xC0, 0xCD, 0xB1, 640], [0xC1, 0xCC, 0xB0, 800]]) {
      $0.sockets[0].crtc = 0xCD
    },
    Case("CRTC used by the other", [[0xC0, 0xCD, 0xB1, 640], [0xC1, 0xCC, 0xB0, 800]]) {
      $0.sockets[1].crtc = 0xCC
    },
    Case("only CRTC used by the other", [[0xC0, 0xCC, 0xB0, 640], [0xC1, 0xCD, 0xB1, 800]]) {
      $0.sockets[1].crtc = 0xCC
      $0.encoders[0].possibleCRTCs = 0b01
    },
    Case("plane without the format", [[0xC0, 0xCD, 0xB1, 640]]) {
      $0.layers[0].plane.formats = [FakeHardware.c8]
    },
    Case("overlay before primary", [[0xC0, 0xCC, 0xB5, 640], [0xC1, 0xCD, 0xB1, 800]]) {
      $0.layers[0].kind = .overlay
      $0.addPlane(0xB5, crtcs: 0b01)
    },
    Case("plane in use elsewhere", [[0xC0, 0xCD, 0xB1, 640]]) {
      $0.layers[0].plane.crtc = 0xCD
      $0.sockets[0].crtc = 0
    },
    Case("both unknown", [[0xC0, 0xCC, 0xB0, 640]]) {
      for index in $0.sockets.indices { $0.sockets[index].connector.connection = .unknown }
    },
    Case("second needs what the first has", [[0xC0, 0xCD, 0xB1, 640], [0xC1, 0xCC, 0xB0, 800]]) {
      $0.encoders[1].possibleCRTCs = 0b01
    },
    Case("one CRTC for both", [[0xC0, 0xCC, 0xB0, 640]]) {
      for index in $0.encoders.indices { $0.encoders[index].possibleCRTCs = 0b01 }
    },
    Case("one plane for both", [[0xC0, 0xCC, 0xB0, 640]]) {
      $0.layers.removeLast()
      $0.layers[0].plane.possibleCRTCs = 0b11
    },
    Case("mode that it runs with", [[0xC0, 0xCC, 0xB0, 320], [0xC1, 0xCD, 0xB1, 800]]) {
      $0.sockets[0].connector.modes.append(FakeHardware.mode(320, 240))
      $0.sockets[0].crtc = 0xCC
      $0.crtcs[0].mode = FakeHardware.mode(320, 240)
    },
    Case(
      "mode that it runs with and does not offer",
      [[0xC0, 0xCC, 0xB0, 640], [0xC1, 0xCD, 0xB1, 800]]
    ) {
      $0.sockets[0].crtc = 0xCC
      $0.crtcs[0].mode = FakeHardware.mode(320, 240)
    },
    Case("no plane for any format", []) {
      for index in $0.layers.indices { $0.layers[index].plane.formats = [FakeHardware.c8] }
    },
    Case("no connector", []) { $0.sockets = [] },
    Case("mask beyond all CRTCs", []) {
      $0.encoders[0].possibleCRTCs = 0xFFFF_FF00
      $0.encoders[1].possibleCRTCs = 0
    },
    Case("nothing connected", []) {
      for index in $0.sockets.indices { $0.sockets[index].connector.connection = .disconnected }
    },
  ]

  static func rows(_ outputs: [Output]) -> [[Int]] {
    outputs.flatMap { $0.pipes }.map {
      [Int($0.connector.id), Int($0.crtc.id), Int($0.plane.id), $0.size.width]
    }
  }

  static func outputs(
    _ card: FakeHardware, _ selection: OutputSelection = OutputSelection(), atomic: Bool = true
  ) throws -> [Output] {
    try selection.plan(of: DeviceSnapshot(of: FakeKMS(card), usesAtomic: atomic)).outputs
  }

  @Test(arguments: cases) func choice_isOfAllThatWork(_ one: Case) throws {
    var card = Self.board
    one.change(&card)
    #expect(Self.rows((try? Self.outputs(card)) ?? []) == one.expected)
  }

  @Test func namedOutputs_areTheOnlyOnes() throws {
    var selection = OutputSelection()
    selection.names = ["HDMI-A-2"]
    #expect(Self.rows(try Self.outputs(Self.board, selection)) == [[0xC1, 0xCC, 0xB0, 800]])
    selection.names = ["HDMI-A-9"]
    let error = try #require(throws: KMSError.self) { try Self.outputs(Self.board, selection) }
    #expect(error.message == "HDMI-A-1 is not chosen, HDMI-A-2 is not chosen")
  }

  @Test func others_onTheCRTC_areNamed() throws {
    var card = Self.board
    card.sockets[1].connector.connection = .disconnected
    card.encoders[0].possibleCRTCs = 0b01
    card.sockets[1].crtc = 0xCC
    card.addPlane(0xB8, .cursor, crtcs: 0b11, on: 0xCC)
    card.addPlane(0xB9, .overlay, crtcs: 0b11, on: 0xCD)
    let pipe = try Self.outputs(card)[0].pipes[0]
    #expect(pipe.others.planes.map { $0.id } == [0xB8])
    #expect(pipe.others.connectors.map { $0.id } == [0xC1])
  }

  /// An old driver exposes no primary plane; its formats follow from its preferred depth.
  @Test(arguments: [(24, "XRGB8888"), (0, "XRGB8888"), (16, "RGB565")] as [(UInt64, String)])
  func legacyDriver_needsNoPlane(depth: UInt64, format: String) throws {
    var card = FakeHardware.oneDisplay()
    card.layers = []
    card.preferredDepth = depth
    let output = try Self.outputs(card, atomic: false)[0]
    #expect(output.pipes[0].plane.id == 0)
    #expect(output.formats.map { $0.name.description } == [format])
    #expect(throws: KMSError.self) { try Self.outputs(card) }
  }

  // MARK: - Turned panels, tiles, sizes

  @Test(
    arguments: [
      (nil, .none), (0, .none), (1, .half), (2, .counterclockwise), (3, .clockwise),
    ] as [(UInt64?, Rotation)])
  func panelsOrientation_turnsThePicture(value: UInt64?, rotation: Rotation) throws {
    var card = FakeHardware.oneDisplay()
    card.sockets[0].orientation = value
    #expect(try Self.outputs(card)[0].rotation == rotation)
    var selection = OutputSelection()
    selection.rotation = .half
    #expect(try Self.outputs(card, selection)[0].rotation == .half)
  }

  @Test func tiles_areOnePicture() throws {
    var card = FakeHardware.displays([(8, 8), (8, 8), (16, 8)])
    card.sockets[0].tile = "7:1:2:1:0:0:8:8"
    card.sockets[1].tile = "7:1:2:1:1:0:8:8"
    let outputs = try Self.outputs(card)
    #expect(outputs.map { $0.pipes.count } == [2, 1])
    #expect(outputs[0].size == PixelSize(width: 16, height: 8))
    #expect(outputs[0].pipes.map { $0.origin.x } == [0, 8])
    // Planes without a common format show two pictures.
    card.layers[0].plane.formats = [PixelFormat.rgb565.fourCC]
    #expect(try Self.outputs(card).map { $0.pipes.count } == [1, 1, 1])
    card.layers[0].plane.formats = [PixelFormat.xrgb8888.fourCC]
    // Without one of them the other is a display by itself.
    card.sockets[1].connector.connection = .disconnected
    #expect(try Self.outputs(card).map { $0.pipes.count } == [1, 1])
  }

  /// Legacy calls cannot flip two CRTCs together.
  @Test func tiles_ofALegacyCard_areDisplays() throws {
    var card = FakeHardware.displays([(8, 8), (8, 8)])
    card.sockets[0].tile = "7:1:2:1:0:0:8:8"
    card.sockets[1].tile = "7:1:2:1:1:0:8:8"
    #expect(try Self.outputs(card).map { $0.pipes.count } == [2])
    #expect(try Self.outputs(card, atomic: false).map { $0.pipes.count } == [1, 1])
  }

  @Test(
    arguments: [
      "", "7:1:2:1:0:0:8", "7:1:2:1:2:0:8:8", "7:1:2:1:0:0:0:8", "x:1:2:1:0:0:8:8",
      "7:1:2:1:0:0:8:99999",
    ]) func tile_thatMakesNoSense_isNone(text: String)
  {
    #expect(Tile(ByteString(text)) == nil)
  }

  @Test(
    arguments: [(0, 0, nil), (16, 9, nil), (160, 90, nil), (320, 180, 6.0), (20_000, 9_000, nil)]
      as [(Int, Int, Double?)])
  func density_isOfDisplaysThatKnowTheirSize(width: Int, height: Int, density: Double?) throws {
    let card = FakeHardware.oneDisplay(width: 1_920, height: 1_080)
    card.sockets[0].connector.millimetres = (width, height)
    #expect(try Self.outputs(card)[0].density == density)
  }

  @Test func error_namesEachConnectorWithItsReason() throws {
    let card = Self.board
    card.sockets[0].connector.connection = .disconnected
    for index in card.layers.indices { card.layers[index].plane.formats = [FakeHardware.c8] }
    let error = try #require(throws: KMSError.self) {
      try Self.outputs(card)
    }
    #expect(
      error.message
        == """
        HDMI-A-2 has no plane for XRGB8888 or ARGB8888 or XBGR8888 or RGB888 or RGB565 or R8 or R1 \
        (there is C8), HDMI-A-1 is disconnected
        """)
  }

  @Test func formats_areThoseThatThePlaneReads_theBestFirst() throws {
    let codes = PixelFormat.all.map { $0.fourCC }
    for best in codes.indices {
      let card = FakeHardware.oneDisplay()
      // In an order of the driver's own, with others between.
      card.layers[0].plane.formats = [FakeHardware.c8] + codes[best...].reversed()
      #expect(try Self.outputs(card)[0].formats.map { $0.fourCC } == Array(codes[best...]))
    }
  }

  @Test func namedFormat_isTheOnlyOne_whereThePlaneReadsIt() throws {
    let card = FakeHardware.oneDisplay()
    var selection = OutputSelection()
    selection.format = .rgb565
    #expect(try Self.outputs(card, selection)[0].formats.map { $0.bytesPerPixel } == [4])
    card.layers[0].plane.formats.append(PixelFormat.rgb565.fourCC)
    #expect(try Self.outputs(card, selection)[0].formats.map { $0.bytesPerPixel } == [2])
  }

  /// Such as small panels on a slow wire, whose driver would have to pack every pixel.
  @Test func driverThatLikes16Bits_getsThem() throws {
    var card = FakeHardware.oneDisplay()
    card.layers[0].plane.formats = [PixelFormat.xrgb8888.fourCC, PixelFormat.rgb565.fourCC]
    card.preferredDepth = 16
    #expect(try Self.outputs(card)[0].formats.map { $0.bytesPerPixel } == [2, 4])
    // One that reads 24, too, has more to show than it likes.
    card.layers[0].plane.formats.append(PixelFormat.rgb888.fourCC)
    #expect(try Self.outputs(card)[0].formats.map { $0.bytesPerPixel } == [4, 3, 2])
  }
}
