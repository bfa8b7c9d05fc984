import Base
import FakeCards
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import KMS

/// What is known of displays, and what follows from it, in tables.
@Suite struct ConnectorTests {
  private static func mode(
    _ width: UInt16, _ height: UInt16, _ rate: UInt32 = 60, type: UInt32 = 0, flags: UInt32 = 0
  ) -> Mode {
    let mode = FakeHardware.mode(width, height, type: type)
    (mode.vrefresh, mode.flags, mode.clock) = (rate, flags, rate * 1_000)
    return mode
  }

  private static func connector(_ modes: [Mode], type: UInt32 = 11) -> Connector {
    Connector(
      id: 0xC0, type: type, typeIndex: 2, connection: .connected, modes: modes, encoders: [],
      encoder: nil)
  }

  /// The wanted mode, its size at rates that need less, then smaller ones.
  @Test func candidates_areTheBestFirst() {
    let modes = [
      Self.mode(1_920, 1_080), Self.mode(1_280, 720, 60, type: 8), Self.mode(640, 480, 60),
      Self.mode(640, 480, 75), Self.mode(800, 600, 56), Self.mode(1_280, 720, 50),
      Self.mode(0, 480), Self.mode(800, 600, 60), Self.mode(720, 480, 60, flags: 0x10),
      Self.mode(3_840, 2_160, 30), Self.mode(1, 1),
    ]
    let summaries = Self.connector(modes).candidates.map { $0.summary.description }
    #expect(
      summaries == [
        "1280x720@60 preferred", "1280x720@50", "800x600@60", "720x480i@60", "640x480@75",
        "640x480@60", "1x1@60",
      ])
    #expect(Self.connector([]).candidates.isEmpty)
    let many = (1...40).map { Self.mode(UInt16(100 + $0), 100) }
    let candidates = Self.connector([Self.mode(200, 100)] + many).candidates
    #expect(candidates.count == 20 && candidates[0].hdisplay == 200)
    #expect(candidates[1].hdisplay == 140 && candidates[19].hdisplay == 122)
    // Without a preferred mode, the first mode of the list is the default.
    #expect(Self.connector(many).candidates.map { $0.hdisplay } == [101])
  }

  @Test(
    arguments: [
      (0, "Unknown", false), (1, "VGA", false), (7, "LVDS", true), (10, "DP", false),
      (11, "HDMI-A", false), (14, "eDP", true), (15, "Virtual", false), (16, "DSI", true),
      (17, "DPI", true), (18, "Writeback", false), (19, "SPI", true), (20, "USB", false),
      (21, "Unknown", false), (.max, "Unknown", false),
    ] as [(UInt32, String, Bool)])
  func types_haveNames(type: UInt32, name: String, isBuiltIn: Bool) {
    let connector = Self.connector([], type: type)
    #expect(connector.name.description == name + "-2" && connector.isBuiltIn == isBuiltIn)
  }

  @Test(arguments: [
    ("7:1:2:3:1:2:8:9", true), ("7:1:1:1:0:0:16384:1", true), ("7:1:1:1:0:0:1:16384", true),
    ("7:1:1:1:0:0:16385:1", false), ("7:1:1:1:0:0:1:16385", false), ("7:1:2:1:2:0:8:8", false),
    ("7:1:2:1:1:1:8:8", false), ("7:1:2:1:1:0:8:0", false), ("2147483647:1:2:1:1:0:8:8", true),
    ("2147483648:1:2:1:1:0:8:8", false), ("7:1:2:1:1:0:8:8:1", false),
  ]) func tiles_areWithinTheirLimits(text: String, isRight: Bool) {
    #expect((Tile(ByteString(text)) != nil) == isRight)
  }

  @Test func tile_hasItsNumbers() {
    let tile = Tile("7:1:2:3:1:2:8:9\0junk")
    #expect(
      tile
        == Tile(
          group: 7, columns: 2, rows: 3, column: 1, row: 2, size: PixelSize(width: 8, height: 9)))
  }

  /// Where a thousandth and a fifth of a second are: 1,000 pixels of a scan, kHz, nanoseconds.
  @Test(
    arguments: [
      (1_000, 1_000_000), (1_001, 16_666_667), (5, 200_000_000), (4, 16_666_667),
    ] as [(UInt32, Int64)])
  func refresh_isBelieved_from5HzTo1kHz(clock: UInt32, nanoseconds: Int64) {
    let mode = Mode(width: 40, height: 25)
    mode.clock = clock
    #expect(mode.refreshPeriod == .nanoseconds(nanoseconds))
    mode.vscan = 1
    #expect(mode.refreshPeriod == .nanoseconds(nanoseconds))
  }

  /// Each timing makes a mode another one, and each label does not.
  @Test func modes_areTheirTimings() {
    let timings: [(Mode) -> Void] = [
      { $0.clock += 1 }, { $0.flags += 1 }, { $0.hdisplay += 1 }, { $0.hsyncStart += 1 },
      { $0.hsyncEnd += 1 }, { $0.htotal += 1 }, { $0.hskew += 1 }, { $0.vdisplay += 1 },
      { $0.vsyncStart += 1 }, { $0.vsyncEnd += 1 }, { $0.vtotal += 1 }, { $0.vscan = 2 },
    ]
    for (number, change) in timings.enumerated() {
      let (one, other) = (Self.mode(640, 480), Self.mode(640, 480))
      change(other)
      #expect(one != other, "\(number)")
      #expect(one.blob != other.blob, "\(number)")
    }
    let labels: [(Mode) -> Void] = [
      { $0.name = "x" }, { $0.type = 8 }, { $0.vrefresh = 1 }, { $0.vscan = 1 },
    ]
    for change in labels {
      let (one, other) = (Self.mode(640, 480), Self.mode(640, 480))
      change(other)
      #expect(one == other)
    }
  }

  /// Which errors mean what: the card is gone, another master, a configuration that is refused.
  @Test(
    arguments: [
      (.noDevice, true, false, false), (.noSuchDeviceOrAddress, true, false, false),
      (.accessDenied, false, true, false), (.notPermitted, false, true, false),
      (.noMemory, false, false, false), (.busy, false, false, false),
      (.interrupted, false, false, false), (.again, false, false, false),
      (.invalid, false, false, true), (.noSuchFile, false, false, true),
      (.noBuffers, false, false, true),
    ] as [(ErrorCode, Bool, Bool, Bool)])
  func errors_areOfAKind(code: ErrorCode, isGone: Bool, isLost: Bool, isRefusal: Bool) {
    let error = KMSError.call("drmModeAtomicCommit", on: "CRTC 7", code)
    #expect(error.isCardGone == isGone && error.isMasterLost == isLost)
    #expect(error.isRefusal == isRefusal && error.code == code)
    #expect(error.message == "drmModeAtomicCommit, CRTC 7: " + code.text)
    #expect(KMSError.call("x", code).message == "x: " + code.text)
    for kind in [KMSError.Kind.noOutput, .unfinished, .unsupported] {
      let other = KMSError(kind: kind, message: "m")
      #expect(other.code == nil && !other.isRefusal && !other.isCardGone && !other.isMasterLost)
      #expect(other.message == "m")
    }
  }

  @Test(
    arguments: [
      (0x3432_5258, "XR24"), (0x2020_3843, "C8"), (0x0701_7F41, "A???"), (0x7E21_2120, "!!~"),
      (0, "????"),
    ] as [(UInt32, String)])
  func formats_haveNames(code: UInt32, name: String) {
    #expect(Plane.formatName(code).description == name)
  }

  /// What is known of drivers: uploads to CRTC 0 without and with damage clips, and to CRTC 1; one
  /// box for all damage; of the firmware; legacy calls; bits of gray at some sizes.
  @Test(
    arguments: [
      ("vc4", [false, false, false], [false, false, false], [0, 0, 0]),
      ("virtio_gpu", [true, true, true], [true, false, false], [0, 0, 0]),
      ("qxl", [true, true, false], [true, false, false], [0, 0, 0]),
      ("vmwgfx", [false, true, true], [false, false, true], [0, 0, 0]),
      ("gm12u320", [false, false, false], [true, false, false], [0, 0, 0]),
      ("ssd130x", [true, true, true], [true, false, false], [1, 0, 0]),
      ("sharp_memory_display", [true, true, true], [true, false, false], [1, 1, 1]),
      ("st7586", [true, true, true], [true, false, false], [2, 2, 2]),
      ("simpledrm", [true, true, true], [false, true, false], [0, 0, 0]),
      ("ast", [false, true, true], [false, false, false], [0, 0, 0]),
      ("mgag200", [true, true, true], [false, false, false], [0, 0, 0]),
      ("appletbdrm", [true, true, true], [false, false, false], [0, 0, 0]),
      ("pixpaper", [true, true, true], [false, false, false], [1, 1, 1]),
    ] as [(String, [Bool], [Bool], [Int])])
  func drivers_haveTheirQuirks(driver: String, uploads: [Bool], flags: [Bool], bits: [Int]) {
    let quirks = DriverQuirks(of: ByteString(driver))
    func pipe(_ crtc: Int) -> DisplayPipe {
      DisplayPipe(
        connector: Self.connector([]), crtc: CRTC(id: 1, index: crtc, mode: nil),
        plane: Plane(id: 2, crtc: nil, possibleCRTCs: 1, formats: []), mode: Self.mode(8, 8))
    }
    #expect(
      [
        quirks.uploads(to: [pipe(0)], hasDamageClips: false),
        quirks.uploads(to: [pipe(0)], hasDamageClips: true),
        quirks.uploads(to: [pipe(0), pipe(1)], hasDamageClips: true),
      ] == uploads)
    #expect([quirks.mergesDamage, quirks.isOfFirmware, quirks.prefersLegacy] == flags)
    #expect(
      [(128, 64), (96, 64), (128, 65)].map { quirks.grayBits(of: .init(width: $0, height: $1)) }
        == bits)
  }

  @Test(arguments: [(125, 0), (126, 1), (132, 1), (133, 0)])
  func smallDisplays_haveBits(width: Int, bits: Int) {
    #expect(DriverQuirks(of: "ssd130x").grayBits(of: PixelSize(width: width, height: 64)) == bits)
  }
}

/// What is remembered of displays.
@Suite struct DisplayMemoryTests {
  private let card = FakeKMS(.displays([(640, 480), (640, 480)]))
  private let memory = DisplayMemory()

  private func connectors() throws -> [Connector] { try DeviceSnapshot(of: card).connectors }

  @Test func option_isOfItsDisplay_whereverItIs() throws {
    card.hardware.sockets[0].edid = [1, 2, 3]
    card.hardware.sockets[1].edid = [1, 2, 4]
    let before = try connectors()
    var option = memory.option(of: before[0], among: before, on: card)
    #expect(option.isDefault && option.connector == 0xC0)
    let route = Route(crtc: 1, plane: 0xB1)
    (option.modeIndex, option.route, option.wayIndex) = (1, route, 3)
    (option.allowsClone, option.isExcluded, option.usesLegacy) = (false, true, true)
    memory.remember(option, of: before[0], among: before, on: card)
    #expect(memory.option(of: before[1], among: before, on: card).isDefault)
    // It is plugged in elsewhere.
    card.hardware.sockets[0].edid = [9]
    card.hardware.sockets[1].edid = [1, 2, 3]
    let after = try connectors()
    #expect(memory.option(of: after[0], among: after, on: card).isDefault)
    let known = memory.option(of: after[1], among: after, on: card)
    #expect(known.connector == 0xC1 && !known.isDefault)
    #expect(known.modeIndex == 1 && known.route == route && known.wayIndex == 3)
    #expect(!known.allowsClone && known.isExcluded && known.usesLegacy)
    // What works without an option needs none any more.
    memory.remember(ConnectorOption(0xC1), of: after[1], among: after, on: card)
    #expect(memory.option(of: after[1], among: after, on: card).isDefault)
  }

  @Test func untestedOption_isForgotten() throws {
    let connector = try connectors()[0]
    var option = memory.option(of: connector, among: [connector], on: card)
    (option.modeIndex, option.isUntested) = (4, true)
    memory.remember(option, of: connector, among: [connector], on: card)
    #expect(memory.option(of: connector, among: [connector], on: card).isDefault)
  }

  /// Without an EDID it is the connector and its modes that are known.
  @Test func displayWithoutEDID_isItsModes() throws {
    let connectors = try connectors()
    var option = memory.option(of: connectors[0], among: connectors, on: card)
    option.wayIndex = 1
    memory.remember(option, of: connectors[0], among: connectors, on: card)
    #expect(memory.option(of: connectors[0], among: connectors, on: card).wayIndex == 1)
    #expect(memory.option(of: connectors[1], among: connectors, on: card).wayIndex == 0)
    card.hardware.sockets[0].connector.modes.append(FakeHardware.mode(320, 240))
    #expect(memory.option(of: try self.connectors()[0], among: connectors, on: card).wayIndex == 0)
  }

  /// Each field alone makes an option one of its own.
  @Test func option_isDefault_onlyWithoutChanges() {
    let changes: [(inout ConnectorOption) -> Void] = [
      { $0.modeIndex = 1 }, { $0.route = Route(crtc: 0, plane: 0) }, { $0.wayIndex = 1 },
      { $0.allowsClone = false },
      { $0.isExcluded = true }, { $0.usesLegacy = true },
    ]
    for change in changes {
      var option = ConnectorOption(7)
      #expect(option.isDefault)
      change(&option)
      #expect(!option.isDefault && option.connector == 7)
    }
  }
}

extension ConnectorTests {
  /// The kernel's names, all of which the program asks for.
  @Test func properties_haveTheKernelsNames() {
    let names = PropertyName.allCases.map { ByteString($0.text).description }
    #expect(Set(names).count == names.count)
    #expect(
      names == [
        "ACTIVE", "MODE_ID", "VRR_ENABLED", "GAMMA_LUT", "DEGAMMA_LUT", "CTM", "EDID", "TILE",
        "DPMS", "link-status", "non-desktop", "panel orientation", "HDR_OUTPUT_METADATA",
        "Colorspace", "max bpc", "Broadcast RGB", "scaling mode", "content type",
        "Content Protection", "underscan", "underscan hborder", "underscan vborder", "left margin",
        "right margin", "top margin", "bottom margin", "CRTC_ID", "type", "FB_ID", "IN_FORMATS",
        "FB_DAMAGE_CLIPS", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W",
        "CRTC_H", "rotation", "alpha", "zpos", "pixel blend mode", "COLOR_PIPELINE",
      ])
  }
}
