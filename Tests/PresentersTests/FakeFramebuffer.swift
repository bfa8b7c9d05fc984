import Base
import LinuxSystem
import Pixels
import TestSupport

@testable import Presenters

/// A framebuffer device whose memory is the test's.
final class FakeFramebuffer {
  /// The calls that the program makes.
  enum Call: Equatable, Sendable {
    /// The device's state was asked for.
    case state
    /// It was panned to a row.
    case pan(Int)
    /// It was given so many rows.
    case setVirtualHeight(Int)
    /// A vertical blank was waited for.
    case wait
    /// The display was turned off or on.
    case setBlank(Bool)
    /// The tables of levels were filled.
    case setRamp(Int)
    /// So many bytes were mapped.
    case map(Int)
  }

  /// What it says of itself.
  var mode: FramebufferState
  /// The time by its own clock.
  var now = Duration.seconds(100)
  /// Its memory: at first bytes that no frame has in a row.
  var memory: [UInt8]
  /// All calls so far.
  private(set) var calls: [Call] = []
  /// Whether rows can be added to what can be panned over.
  var canGrow = false
  /// How long a pan takes.
  var panTime = Duration.zero
  /// What a wait for the vertical blank takes; nil where the driver does not know it.
  var waitTime: Duration?
  /// Whether it is turned off.
  private(set) var isBlank = true
  /// Whether it was taken away.
  var isGone = false
  /// How often something was drawn on rows that were seen.
  private(set) var drawnInSight = 0
  private var failing: (nth: Int, code: ErrorCode)?

  /// Creates a device in a mode.
  init(_ mode: FramebufferState) {
    self.mode = mode
    memory = (0..<(mode.memoryOffset + mode.memoryLength)).map(Self.untouched)
  }

  /// A device of a size and packing: the components' first bits and bits, and bytes beside the rows.
  convenience init(
    _ width: Int, _ height: Int, bits: Int = 32, red: (Int, Int) = (16, 8),
    green: (Int, Int) = (8, 8), blue: (Int, Int) = (0, 8), alpha: (Int, Int) = (0, 0),
    padding: Int = 0, pages: Int = 1, panStep: Int = 0
  ) {
    var mode = FramebufferState()
    (mode.width, mode.height) = (width, height)
    (mode.virtualWidth, mode.virtualHeight) = (width, height * pages)
    (mode.bitsPerPixel, mode.stride) = (bits, width * ((bits + 7) / 8) + padding)
    mode.panStep = panStep
    let channels = [red, green, blue, alpha].map {
      FramebufferState.Channel(offset: $0.0, length: $0.1)
    }
    (mode.red, mode.green, mode.blue, mode.alpha) = (
      channels[0], channels[1], channels[2], channels[3]
    )
    mode.memoryLength = mode.stride * height * pages
    self.init(mode)
  }

  /// A device of bits or grays.
  convenience init(
    _ width: Int, _ height: Int, _ kind: FramebufferState.Kind, bits: Int, name: ByteString = "gray"
  ) {
    var mode = FakeFramebuffer(width, height).mode
    (mode.kind, mode.bitsPerPixel, mode.name) = (kind, bits, name)
    mode.stride = (width * bits + 7) / 8 + 3
    mode.memoryLength = mode.stride * height
    self.init(mode)
  }

  /// The brightness of a visible pixel of bits or grays, 0 to 255.
  func gray(_ x: Int, _ y: Int) -> UInt32 {
    let row = mode.memoryOffset + (mode.y + y) * mode.stride
    if mode.bitsPerPixel == 8 { return UInt32(memory[row + mode.x + x]) }
    let column = mode.x + x
    let isSet = memory[row + column / 8] >> UInt8(column % 8) & 1 == 1
    return isSet == (mode.kind == .bits) ? 255 : 0
  }

  /// What lies at a place of the memory before anything is drawn.
  static func untouched(_ place: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: place &* 167 &+ 91 ^ place >> 7)
  }

  /// Lets one of all calls fail, counted from 1.
  func fail(nth: Int, with code: ErrorCode) { failing = (nth, code) }

  /// Notes a call, which may be that to fail.
  private func failure(of call: Call) -> ErrorCode? {
    calls.append(call)
    if let failing, failing.nth == calls.count {
      if failing.code == .noDevice { isGone = true }
      return failing.code
    }
    return isGone ? .noDevice : nil
  }

  private func note(_ call: Call) throws(SystemError) {
    if let code = failure(of: call) { throw SystemError("ioctl", code) }
  }

  /// Notes that rows are drawn on.
  ///
  /// - Parameter offset: their first byte.
  func noteDrawing(at offset: Int, rows: Int) {
    let first = (offset - mode.memoryOffset) / mode.stride
    if first < mode.y + mode.height, mode.y < first + rows { drawnInSight += 1 }
  }

  // MARK: - What a display would show

  /// The word of a visible pixel's bytes, the first one lowest.
  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let bytes = (mode.bitsPerPixel + 7) / 8
    let place = mode.memoryOffset + (mode.y + y) * mode.stride + (mode.x + x) * bytes
    var word: UInt32 = 0
    for byte in 0..<bytes { word |= UInt32(memory[place + byte]) << UInt32(8 * byte) }
    return word
  }

  /// The levels of a visible pixel's components, each of as many bits as it has.
  func levels(_ x: Int, _ y: Int) -> [Int] {
    let word = pixel(x, y)
    return [mode.red, mode.green, mode.blue].map {
      Int(word >> UInt32($0.offset)) & ((1 << $0.length) - 1)
    }
  }

  /// The places in the memory that no page has.
  var placesBesidePages: [Int] {
    let bytes = (mode.bitsPerPixel + 7) / 8
    let isPaged = mode.panStep > 0
    return memory.indices.filter { place in
      let inside = place - mode.memoryOffset
      if inside < 0 { return true }
      let (row, column) = (inside / mode.stride, inside % mode.stride)
      let columns = (mode.x * bytes)..<((mode.x + mode.width) * bytes)
      let rows = mode.y..<(mode.y + mode.height)
      return !columns.contains(column) || !isPaged && !rows.contains(row)
    }
  }
}

extension FakeFramebuffer: Framebuffer {
  /// What it is.
  func state() throws(SystemError) -> FramebufferState {
    try note(.state)
    return mode
  }

  /// Pans, as the kernel does: only within the memory, in whole steps.
  func pan(x: Int, y: Int) -> Bool {
    guard failure(of: .pan(y)) == nil, mode.panStep > 0 || y == 0, y % max(1, mode.panStep) == 0,
      y <= mode.virtualHeight - mode.height, x <= mode.virtualWidth - mode.width
    else { return false }
    now += panTime
    (mode.x, mode.y) = (x, y)
    return true
  }

  /// Adds rows, if that was allowed.
  func setVirtualHeight(_ rows: Int) -> Bool {
    guard failure(of: .setVirtualHeight(rows)) == nil, canGrow, rows >= mode.height,
      rows * mode.stride <= mode.memoryLength
    else { return false }
    (mode.virtualHeight, mode.y) = (rows, 0)
    return true
  }

  /// Waits, by its own clock.
  func waitForVerticalBlank() -> Bool {
    guard failure(of: .wait) == nil, let waitTime else { return false }
    now += waitTime
    return true
  }

  /// Turns the display off or on.
  func setBlank(_ isBlank: Bool) {
    if failure(of: .setBlank(isBlank)) == nil { self.isBlank = isBlank }
  }

  /// Notes it.
  func setRamp(bits: Int) { _ = failure(of: .setRamp(bits)) }

  /// Notes the mapping.
  func memory(_ count: Int) throws(SystemError) -> any FramebufferMemory {
    try note(.map(count))
    precondition(count <= memory.count, "more was mapped than there is")
    return FakeMapping(self, count)
  }
}

/// The first bytes of a device's memory.
final class FakeMapping: FramebufferMemory {
  private let device: FakeFramebuffer
  private let count: Int

  init(_ device: FakeFramebuffer, _ count: Int) { (self.device, self.count) = (device, count) }

  func withSurface(
    at offset: Int, stride: Int, size: PixelSize, format: PixelFormat,
    _ body: (inout PixelSurface) -> Void
  ) {
    let end = offset + stride * (size.height - 1) + size.width * format.bytesPerPixel
    precondition(offset >= 0 && end <= count, "outside the mapping")
    device.noteDrawing(at: offset, rows: size.height)
    unsafe device.memory.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var surface = unsafe PixelSurface(
        base: base + offset, stride: stride, size: size, format: format)
      body(&surface)
    }
  }
}
