public import Base
import CLinux

/// A framebuffer device (fbdev): the kernel's interface to displays from before KMS.
///
/// Each function is the ioctl that it names, and fails once the device is gone. Mapped memory
/// remains accessible, but may then belong to another driver.
public final class FramebufferDevice {
  private let path: ByteString
  private let descriptor: FileDescriptor

  /// Opens a device.
  public convenience init(_ path: ByteString) throws(SystemError) {
    self.init(path, try FileDescriptor.open(path, for: .readingAndWriting))
  }

  private init(_ path: ByteString, _ descriptor: consuming FileDescriptor) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Returns the properties and the current mode of the device: FBIOGET_VSCREENINFO and
  /// FBIOGET_FSCREENINFO.
  public func state() throws(SystemError) -> FramebufferState {
    let state = linux_framebuffer_get(descriptor.rawValue)
    try SystemCall.check(state.result, "FBIOGET_VSCREENINFO", path)
    return FramebufferState(state)
  }

  /// Displays the memory from a column and a row on: FBIOPAN_DISPLAY. May wait for a vertical
  /// blank.
  ///
  /// - Returns: whether the driver did it.
  public func pan(x: Int, y: Int) -> Bool {
    let (x, y) = (UInt32(truncatingIfNeeded: x), UInt32(truncatingIfNeeded: y))
    return linux_framebuffer_pan(descriptor.rawValue, x, y) >= 0
  }

  /// Sets the number of rows of the memory that can be panned over, and displays its start:
  /// FBIOPUT_VSCREENINFO.
  ///
  /// - Returns: whether the driver reports success.
  public func setVirtualHeight(_ rows: Int) -> Bool {
    linux_framebuffer_set_virtual_height(descriptor.rawValue, UInt32(truncatingIfNeeded: rows)) >= 0
  }

  /// Waits for the next vertical blank: FBIO_WAITFORVSYNC.
  ///
  /// - Returns: whether the driver supports it.
  public func waitForVerticalBlank() -> Bool { linux_framebuffer_wait(descriptor.rawValue) >= 0 }

  /// Turns the display off or on, if the driver supports it: FBIOBLANK.
  public func setBlank(_ isBlank: Bool) {
    _ = linux_framebuffer_blank(descriptor.rawValue, isBlank ? 1 : 0)
  }

  /// Sets an identity color table for levels of `bits` bits, if the device has such a table:
  /// FBIOPUTCMAP.
  public func setRamp(bits: Int) {
    _ = linux_framebuffer_set_ramp(descriptor.rawValue, UInt32(truncatingIfNeeded: bits))
  }

  /// Maps the first `count` bytes of the memory.
  public func map(_ count: Int) throws(SystemError) -> MemoryMapping {
    try MemoryMapping(of: descriptor.rawValue, count: count, offset: 0)
  }
}

/// The properties of a framebuffer device. Numbers are the driver's, unchecked, and may be
/// negative.
public struct FramebufferState: Equatable, Sendable {
  /// The position of a color component in a pixel, in bits.
  public struct Channel: Equatable, Sendable {
    /// The lowest bit of the component.
    public var offset: Int
    /// The number of bits; 0 if the component is absent.
    public var length: Int
    /// Whether the most significant bit comes first.
    public var isReversed: Bool

    /// Creates a channel.
    public init(offset: Int, length: Int, isReversed: Bool = false) {
      (self.offset, self.length, self.isReversed) = (offset, length, isReversed)
    }
  }

  /// The meaning of a pixel's bits.
  public enum Kind: Sendable {
    /// Levels of red, green and blue.
    case trueColor
    /// Levels of red, green and blue, each looked up in a table.
    case directColor
    /// Levels of gray.
    case gray
    /// Places in a table of colors that can be set.
    case indexed
    /// Bits, 1 for white.
    case bits
    /// Bits, 0 for white.
    case invertedBits
    /// Anything else: an index into a fixed table, a character, planar bits.
    case other
  }

  // In the kernel's form, so that reading the state before each frame allocates nothing.
  private var letters = SIMD16<UInt8>()
  /// The meaning of pixels.
  public var kind = Kind.trueColor
  /// The number of visible columns.
  public var width = 0
  /// The number of visible rows.
  public var height = 0
  /// The number of columns in memory.
  public var virtualWidth = 0
  /// The number of rows in memory.
  public var virtualHeight = 0
  /// The first visible column.
  public var x = 0
  /// The first visible row.
  public var y = 0
  /// The number of bits of a pixel.
  public var bitsPerPixel = 0
  /// The number of bytes from one row to the next; 0: compute from width × bytes per pixel.
  public var stride = 0
  /// The size of the memory in bytes.
  public var memoryLength = 0
  /// The step of vertical panning in rows; 0 if unsupported.
  public var panStep = 0
  /// The offset of the first pixel in the mapped memory, bytes.
  public var memoryOffset = 0
  /// The color components of a pixel.
  public var (red, green, blue, alpha) = (
    Channel(offset: 0, length: 0), Channel(offset: 0, length: 0), Channel(offset: 0, length: 0),
    Channel(offset: 0, length: 0)
  )
  /// The width of the display in millimeters; 0 or negative if unknown.
  public var widthInMillimetres = 0
  /// The height of the display in millimeters; 0 or negative if unknown.
  public var heightInMillimetres = 0
  /// The duration of a pixel in picoseconds; 0 if unknown.
  public var pixelClock: UInt32 = 0
  /// The number of blank columns.
  public var blankWidth: UInt32 = 0
  /// The number of blank rows.
  public var blankHeight: UInt32 = 0
  /// Whether the mode is interlaced.
  public var isInterlaced = false
  /// Whether the mode sends each row twice.
  public var isDoubled = false

  /// Creates the properties of a device without size.
  public init() {}

  /// The name of the driver or the card, at most 15 bytes.
  public var name: ByteString {
    get {
      var name = ByteString()
      for place in 0..<15 where letters[place] != 0 { name.append(letters[place]) }
      return name
    }
    set {
      letters = SIMD16()
      for place in 0..<min(15, newValue.count) { letters[place] = newValue[place] }
    }
  }
}

extension FramebufferState {
  fileprivate init(_ raw: linux_framebuffer) {
    for place in 0..<15 {
      let letter = linux_framebuffer_letter(raw, Int32(truncatingIfNeeded: place))
      if letter == 0 { break }
      letters[place] = letter
    }
    let (mode, memory) = (raw.mode, raw.memory)
    kind = Self.kind(memory.type, memory.visual, mode.grayscale)
    (width, height) = (Self.number(mode.xres), Self.number(mode.yres))
    (virtualWidth, virtualHeight) = (Self.number(mode.xres_virtual), Self.number(mode.yres_virtual))
    (x, y) = (Self.number(mode.xoffset), Self.number(mode.yoffset))
    bitsPerPixel = Self.number(mode.bits_per_pixel)
    (stride, memoryLength) = (Self.number(memory.line_length), Self.number(memory.smem_len))
    (panStep, memoryOffset) = (Int(memory.ypanstep), Self.number(linux_framebuffer_offset(raw)))
    (red, green) = (Self.channel(mode.red), Self.channel(mode.green))
    (blue, alpha) = (Self.channel(mode.blue), Self.channel(mode.transp))
    (widthInMillimetres, heightInMillimetres) = (Self.number(mode.width), Self.number(mode.height))
    pixelClock = mode.pixclock
    blankWidth = mode.left_margin &+ mode.right_margin &+ mode.hsync_len
    blankHeight = mode.upper_margin &+ mode.lower_margin &+ mode.vsync_len
    isInterlaced = mode.vmode & linux_framebuffer_interlaced != 0
    isDoubled = mode.vmode & linux_framebuffer_doubled != 0
  }

  private static func kind(_ type: UInt32, _ visual: UInt32, _ grayscale: UInt32) -> Kind {
    // Greater numbers are four-character codes.
    if type != linux_framebuffer_packed || grayscale > 1 { return .other }
    switch visual {
    case linux_framebuffer_mono01: return .invertedBits
    case linux_framebuffer_mono10: return .bits
    case _ where grayscale == 1: return .gray
    case linux_framebuffer_true: return .trueColor
    case linux_framebuffer_direct: return .directColor
    case linux_framebuffer_pseudo: return .indexed
    default: return .other
    }
  }

  // Kernel numbers above `Int32.max` become negative here, and are rejected as negative ones are.
  private static func number(_ word: UInt32) -> Int { Int(Int32(bitPattern: word)) }

  private static func channel(_ field: fb_bitfield) -> Channel {
    Channel(
      offset: number(field.offset), length: number(field.length), isReversed: field.msb_right != 0)
  }
}
