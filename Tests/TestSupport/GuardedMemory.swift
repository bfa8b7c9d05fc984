public import Pixels

/// Memory for a surface with bytes around it and behind each row that nobody may touch.
@safe public final class GuardedMemory {
  /// The surface's columns and rows.
  public let size: PixelSize
  /// How its pixels lie.
  public let format: PixelFormat
  private let stride: Int
  // SAFETY: owned, valid until deinit.
  private let memory: UnsafeMutableRawBufferPointer
  private static let guardValue: UInt8 = 0xa5
  private static let guardCount = 256

  /// Makes memory in which every byte is a guard's.
  ///
  /// - Parameter padding: bytes between two rows.
  public init(size: PixelSize, format: PixelFormat, padding: Int) {
    (self.size, self.format) = (size, format)
    stride = size.width * format.bytesPerPixel + padding
    unsafe memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: stride * size.height + 2 * Self.guardCount, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: Self.guardValue)
  }

  deinit { unsafe memory.deallocate() }

  /// All bytes, with the guards.
  public var bytes: [UInt8] { unsafe Array(memory) }

  /// Where a pixel's first byte is among them.
  public func place(_ x: Int, _ y: Int) -> Int {
    Self.guardCount + y * stride + x * format.bytesPerPixel
  }

  /// A pixel's bytes as a number, the first in the lowest.
  public func pixel(_ x: Int, _ y: Int) -> UInt32 {
    var pixel: UInt32 = 0
    for byte in 0..<format.bytesPerPixel {
      pixel |= UInt32(unsafe memory[place(x, y) + byte]) << UInt32(8 * byte)
    }
    return pixel
  }

  /// Whether no byte was written that belongs to no pixel.
  public var isIntact: Bool {
    func isGuard(_ range: Range<Int>) -> Bool {
      for place in range where unsafe memory[place] != Self.guardValue { return false }
      return true
    }
    let row = size.width * format.bytesPerPixel
    let count = unsafe memory.count
    return isGuard(0..<Self.guardCount)
      && (0..<size.height).allSatisfy {
        isGuard((place(0, $0) + row)..<(place(0, $0) + stride))
      } && isGuard((Self.guardCount + size.height * stride)..<count)
  }

  /// Whether the pixels' bytes are those of another one, for formats with an unused byte but for that.
  public func hasSamePixels(as other: GuardedMemory) -> Bool {
    let mask: UInt32 = format.name.description.hasPrefix("X") ? 0xff_ffff : 0xffff_ffff
    for y in 0..<size.height {
      for x in 0..<size.width where (pixel(x, y) ^ other.pixel(x, y)) & mask != 0 { return false }
    }
    return true
  }

  /// Lends the surface.
  public func withSurface<Result>(_ body: (inout PixelSurface) -> Result) -> Result {
    guard let base = unsafe memory.baseAddress else { preconditionFailure("no memory") }
    // SAFETY: the memory has room for every row and lives as long as the call.
    var surface = unsafe PixelSurface(
      base: base + Self.guardCount, stride: stride, size: size, format: format)
    return body(&surface)
  }
}
