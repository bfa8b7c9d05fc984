import Base
import LinuxSystem
import Pixels

/// The layout of frames in the memory of a framebuffer device, computed from the device's state.
final class FramebufferLayout {
  /// The device's state.
  let state: FramebufferState
  /// The visible size in the memory's orientation, pixels.
  let size: PixelSize
  /// The pixel format.
  let format: PixelFormat
  /// Bytes from one row to the next.
  let stride: Int
  /// The first row of the first page.
  let firstRow: Int
  /// The first row of the second page; nil if frames are drawn into the visible page.
  let secondRow: Int?
  /// The virtual height, in rows, to request for a second page; nil if it would not help, or if the
  /// memory has one already.
  let wantedHeight: Int?

  /// Creates the layout. Throws an error if the device's mode is not supported.
  convenience init(_ state: FramebufferState) throws(PresenterError) {
    guard let format = Self.format(of: state) else {
      throw Self.unusable(
        state, "its pixels are not 16, 24 or 32 bits of red, green and blue, nor 1 or 8 of gray")
    }
    let bits = format.bitsPerPixel
    let stride = state.stride > 0 ? state.stride : (state.virtualWidth &* bits &+ 7) / 8
    let (width, height) = (state.width, state.height)
    // The driver's numbers are untrusted, and determine the addresses of writes.
    guard (1...16_384).contains(width), (1...16_384).contains(height),
      (0...16_384).contains(state.x),
      (0...1 << 20).contains(state.y), stride >= ((state.x + width) * bits + 7) / 8,
      bits > 1 || state.x & 7 == 0,
      state.memoryLength / stride >= state.y + height
    else { throw Self.unusable(state, "its mode does not fit in its memory") }
    self.init(state, format, stride, PixelSize(width: width, height: height))
  }

  private init(
    _ state: FramebufferState, _ format: PixelFormat, _ stride: Int, _ size: PixelSize
  ) {
    (self.state, self.stride, self.size, self.format) = (state, stride, size, format)
    let height = size.height
    var (first, second, wanted) = (state.y, Int?.none, Int?.none)
    let step = state.panStep
    // KMS drivers emulate the memory by a shadow buffer, and flush it with a delay, so a page would
    // be visible before it is flushed. Those of Linux 6.1 never flush the second page, and bochs
    // does not pan at all.
    if (1...16_384).contains(step) && !state.isOfCard {
      let row = (height + step - 1) / step * step
      let isWithinMemory = state.memoryLength / stride >= row + height
      if isWithinMemory, state.virtualHeight >= row + height {
        (first, second) = (0, row)
      } else if isWithinMemory {
        wanted = row + height
      }
    }
    (firstRow, secondRow, wantedHeight) = (first, second, wanted)
  }

  private static func format(of state: FramebufferState) -> PixelFormat? {
    let bits = state.bitsPerPixel
    switch state.kind {
    case .trueColor, .directColor:
      // Formats with 15 bits use 16.
      let bytes = (bits &+ 7) / 8
      guard bits == 15 || bits == 16 || bits == 24 || bits == 32,
        let channels = PixelChannels(state, of: 8 * bytes)
      else { return nil }
      return PixelFormat.packed(channels, bytesPerPixel: bytes)
    case .gray, .indexed: return bits == 8 ? .r8 : nil
    // The kernel's own drawing on little-endian processors begins with the lowest bit.
    case .bits, .invertedBits:
      let isInverted = state.kind == .invertedBits
      return bits == 1 ? .bits(BitOrder(isReversed: true, isInverted: isInverted)) : nil
    case .other: return nil
    }
  }

  // Drivers of drivers/staging/fbtft that light each pixel whose color is not black. A name has at
  // most 15 bytes.
  private static let bitDrivers: [StaticBytes] = [
    "fb_agm1264k-fl", "fb_pcd8544", "fb_sh1106", "fb_ssd1305", "fb_ssd1306", "fb_tls8204",
    "fb_uc1701",
  ]

  /// Bits of gray that a pixel is shown with; 0 for colors.
  var grayBits: Int {
    if format.grayBits != 0 { return format.grayBits }
    return Self.bitDrivers.contains { state.name == $0 } ? 1 : 0
  }

  private static func unusable(_ state: FramebufferState, _ why: ByteString) -> PresenterError {
    PresenterError("framebuffer " + state.name + ": " + why + "; set another mode", isFinal: true)
  }

  /// The number of bytes to map.
  var byteCount: Int { state.memoryOffset + ((secondRow ?? firstRow) + size.height) * stride }

  /// The byte offset of a page's first pixel in the mapped memory.
  func offset(ofRow row: Int) -> Int {
    state.memoryOffset + row * stride + state.x * format.bitsPerPixel / 8
  }

  /// The time between frames, from the pixel clock and the blanking intervals; 60 Hz if they are
  /// implausible.
  var refreshPeriod: Duration {
    let (width, height) = (Double(state.blankWidth), Double(state.blankHeight))
    let pixels = (Double(state.width) + width) * (Double(state.height) + height)
    var nanoseconds = pixels * Double(state.pixelClock) / 1_000
    if state.isInterlaced { nanoseconds /= 2 }
    if state.isDoubled { nanoseconds *= 2 }
    let isReal = nanoseconds >= 3_000_000 && nanoseconds <= 200_000_000
    return .nanoseconds(isReal ? Int64(nanoseconds) : 16_666_667)
  }

  /// Pixels per millimeter; nil if unknown.
  var density: Double? { size.density(of: (state.widthInMillimetres, state.heightInMillimetres)) }
}

extension PixelChannels {
  /// Nil if the components overlap or exceed the pixel.
  fileprivate init?(_ state: FramebufferState, of bits: Int) {
    var (offsets, lengths) = (SIMD4<UInt32>(), SIMD4<UInt32>())
    for one in 0..<4 {
      let channel =
        one == 0 ? state.red : one == 1 ? state.green : one == 2 ? state.blue : state.alpha
      if channel.isReversed && channel.length != 0 { return nil }
      offsets[one] = UInt32(truncatingIfNeeded: channel.offset)
      lengths[one] = UInt32(truncatingIfNeeded: channel.length)
    }
    self.init(offsets: offsets, lengths: lengths, of: UInt32(truncatingIfNeeded: bits))
  }
}
