import Base
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

@Suite struct FramebufferLayoutTests {
  /// A device's components, and the format that is drawn in: nil for what is refused, "" for one that is not in the table.
  struct Case: Sendable, CustomTestStringConvertible {
    let bits: Int
    let red, green, blue, alpha: (Int, Int)
    let format: String?
    var testDescription: String { "\(bits) \(red) \(green) \(blue) \(alpha)" }

    init(
      _ bits: Int, _ red: (Int, Int), _ green: (Int, Int), _ blue: (Int, Int),
      alpha: (Int, Int) = (0, 0), _ format: String?
    ) {
      (self.bits, self.red, self.green) = (bits, red, green)
      (self.blue, self.alpha, self.format) = (blue, alpha, format)
    }
  }

  static let cases = [
    Case(32, (16, 8), (8, 8), (0, 8), "XRGB8888"),
    Case(32, (16, 8), (8, 8), (0, 8), alpha: (24, 8), "XRGB8888"),
    Case(32, (0, 8), (8, 8), (16, 8), "XBGR8888"),
    Case(32, (0, 8), (8, 8), (16, 8), alpha: (24, 8), "XBGR8888"),
    Case(32, (24, 8), (16, 8), (8, 8), ""),
    Case(32, (8, 8), (16, 8), (24, 8), alpha: (0, 8), ""),
    Case(32, (20, 10), (10, 10), (0, 10), ""),
    Case(32, (12, 6), (6, 6), (0, 6), ""),
    Case(24, (16, 8), (8, 8), (0, 8), "RGB888"),
    Case(24, (0, 8), (8, 8), (16, 8), ""),
    Case(24, (12, 6), (6, 6), (0, 6), ""),
    Case(16, (11, 5), (5, 6), (0, 5), "RGB565"),
    Case(16, (0, 5), (5, 6), (11, 5), ""),
    Case(16, (10, 5), (5, 5), (0, 5), ""),
    Case(16, (10, 5), (5, 5), (0, 5), alpha: (15, 1), ""),
    Case(15, (10, 5), (5, 5), (0, 5), ""),
    Case(16, (8, 4), (4, 4), (0, 4), alpha: (12, 4), ""),
    // What no pixel can be.
    Case(8, (0, 3), (3, 3), (6, 2), nil),
    Case(4, (0, 1), (1, 1), (2, 1), nil),
    Case(12, (8, 4), (4, 4), (0, 4), nil),
    Case(64, (0, 8), (8, 8), (16, 8), nil),
    Case(32, (0, 0), (0, 0), (0, 0), nil),
    Case(16, (11, 5), (5, 6), (0, 6), nil),
    Case(24, (17, 8), (8, 8), (0, 8), nil),
    Case(32, (40, 8), (8, 8), (0, 8), nil),
    Case(32, (16, 8), (8, 8), (0, 13), nil),
    Case(32, (16, 8), (8, 8), (0, 8), alpha: (20, 8), nil),
  ]

  @Test(arguments: cases) func components_makeTheFormat(_ one: Case) throws {
    let device = FakeFramebuffer(
      20, 10, bits: one.bits, red: one.red, green: one.green, blue: one.blue, alpha: one.alpha)
    guard let wanted = one.format else {
      #expect(throws: PresenterError.self) { try FramebufferLayout(device.mode) }
      return
    }
    let layout = try FramebufferLayout(device.mode)
    #expect(layout.format.bytesPerPixel == (one.bits + 7) / 8)
    let isKnown = PixelFormat.all.contains { $0.fourCC == layout.format.fourCC }
    #expect(isKnown == !wanted.isEmpty)
    if isKnown { #expect(layout.format.name.description == wanted) }
  }

  /// A mode with one thing changed.
  static func mode(_ change: (inout FramebufferState) -> Void) -> FramebufferState {
    var mode = FakeFramebuffer(20, 10, pages: 4, panStep: 1).mode
    mode.name = "fake"
    mode.virtualHeight = 10
    mode.panStep = 0
    change(&mode)
    return mode
  }

  @Test func refusal_isOneLine_thatNamesTheDevice() throws {
    let error = try #require(throws: PresenterError.self) {
      try FramebufferLayout(Self.mode { $0.bitsPerPixel = 8 })
    }
    #expect(
      error.message.description
        == "framebuffer fake: its pixels are not 16, 24 or 32 bits of red, green and blue, "
        + "nor 1 or 8 of gray; set another mode"
    )
    #expect(error.isFinal)
  }

  static let impossible: [@Sendable (inout FramebufferState) -> Void] = [
    { $0.kind = .other },
    { $0.red.isReversed = true },
    { $0.width = 0 },
    { $0.height = 0 },
    { $0.width = 16_385 },
    { $0.height = .max },
    { $0.stride = 79 },
    { $0.stride = Int(Int32.max) },
    { $0.memoryLength = 799 },
    { $0.memoryLength = 0 },
    { $0.x = 1 },
    { $0.y = 31 },
    { $0.y = .max },
    { $0.x = .max },
    {
      $0.virtualWidth = 19; $0.stride = 0
    },
    { $0.x = -1 },
  ]

  @Test(arguments: impossible.indices) func impossibleMode_isRefused(_ index: Int) {
    #expect(throws: PresenterError.self) {
      try FramebufferLayout(Self.mode(Self.impossible[index]))
    }
  }

  @Test func onePage_isWhereItIsSeen() throws {
    let layout = try FramebufferLayout(Self.mode { $0.y = 7 })
    #expect(layout.firstRow == 7 && layout.secondRow == nil)
    #expect(layout.offset(ofRow: 7) == 7 * 80)
    #expect(layout.byteCount == 17 * 80)
    let shifted = try FramebufferLayout(
      Self.mode { ($0.x, $0.y, $0.stride, $0.memoryOffset) = (3, 2, 100, 64) })
    #expect(shifted.offset(ofRow: 2) == 64 + 200 + 12)
    #expect(shifted.byteCount == 64 + 1_200)
  }

  @Test func missingStride_isThatOfTheMemorysRows() throws {
    #expect(
      try FramebufferLayout(Self.mode { ($0.stride, $0.virtualWidth) = (0, 22) }).stride == 88)
  }

  @Test(
    arguments: [
      // Step, rows in memory; the rows of the pages, and the rows that would have to be asked for.
      (0, 40, [0], nil), (1, 20, [0, 10], nil), (1, 40, [0, 10], nil), (1, 19, [0], 20),
      (1, 10, [0], 20), (4, 22, [0, 12], nil), (4, 21, [0], 22), (8, 26, [0, 16], nil),
      (20, 30, [0, 20], nil), (30, 30, [0], 40), (31, 10, [0], nil), (16_385, 40, [0], nil),
    ] as [(Int, Int, [Int], Int?)])
  func twoPages_needRows_andAStep(step: Int, rows: Int, pages: [Int], wanted: Int?) throws {
    let mode = Self.mode { ($0.panStep, $0.virtualHeight) = (step, rows) }
    let layout = try FramebufferLayout(mode)
    #expect([layout.firstRow, layout.secondRow].compactMap { $0 } == pages)
    #expect(layout.wantedHeight == wanted)
  }

  @Test func twoPages_areNotForCopies() throws {
    for name in ["virtio_gpudrmfb", "zynqmp-dpsubdrm"] {
      let mode = Self.mode {
        ($0.panStep, $0.virtualHeight, $0.y, $0.name) = (1, 20, 10, ByteString(name))
      }
      let layout = try FramebufferLayout(mode)
      #expect(layout.firstRow == 10 && layout.secondRow == nil && layout.wantedHeight == nil)
    }
  }

  @Test func twoPages_needMemory() throws {
    let mode = Self.mode { ($0.panStep, $0.virtualHeight, $0.memoryLength) = (1, 20, 1_599) }
    let layout = try FramebufferLayout(mode)
    #expect(layout.secondRow == nil && layout.wantedHeight == nil)
  }

  static let periods: [(UInt32, UInt32, UInt32, Bool, Bool, Int64)] = [
    // Picoseconds of a pixel, columns and rows with the blank ones, interlaced, doubled; nanoseconds.
    (0, 1_000, 1_000, false, false, 16_666_667), (16_667, 1_000, 1_000, false, false, 16_667_000),
    (20_000, 1_000, 1_000, false, false, 20_000_000),
    (20_000, 1_000, 1_000, true, false, 10_000_000),
    (20_000, 1_000, 1_000, false, true, 40_000_000), (1, 100, 100, false, false, 16_666_667),
    (4_000_000, 1_000, 1_000, false, false, 16_666_667),
    (.max, .max, .max, false, false, 16_666_667),
  ]

  @Test(arguments: periods.indices)
  func period_followsFromThePixelClock(index: Int) throws {
    let (clock, width, height, isInterlaced, isDoubled, nanoseconds) = Self.periods[index]
    let layout = try FramebufferLayout(
      Self.mode {
        $0.pixelClock = clock
        ($0.blankWidth, $0.blankHeight) = (width - 20, height - 10)
        ($0.isInterlaced, $0.isDoubled) = (isInterlaced, isDoubled)
      })
    #expect(layout.refreshPeriod == .nanoseconds(nanoseconds))
  }

  @Test(
    arguments: [
      (0, 0, nil), (4_294_967_295, 4_294_967_295, nil), (160, 90, nil),
      (160, 80, 8), (10, 10, nil),
      (1_280, 20, 1),
      (2_000, 1_000, nil),
    ] as [(Int, Int, Double?)])
  func density_isKnown_whereTheSizeMakesSense(width: Int, height: Int, density: Double?) throws {
    var mode = FakeFramebuffer(1_280, 1).mode
    (mode.widthInMillimetres, mode.heightInMillimetres) = (width, height)
    #expect(try FramebufferLayout(mode).density == density)
  }

  @Test(arguments: [
    ("bochs-drmdrmfb", true), ("i915drmfb", true), ("zynqmp-dpsubdrm", true), ("VESA VGA", false),
    ("EFI VGA", false), ("simple", false), ("mxs", false), ("", false),
  ]) func name_tellsOfADriverOfKMS(name: String, isOfCard: Bool) {
    var state = FramebufferState()
    state.name = ByteString(name)
    #expect(state.name.description == name)
    #expect(state.isOfCard == isOfCard)
  }
}
