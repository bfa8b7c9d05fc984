public import Base
import CLinux

/// A framebuffer device (fbdev): a display as memory, as there was before KMS.
///
/// Each function is the call that it names; all fail once the device is gone, but for the memory, which may be somebody
/// else's by then.
public final class FramebufferDevice {
  private let path: ByteString
  private let descriptor: FileDescriptor

  /// Opens a device.
  public init(_ path: ByteString) throws(SystemError) {
    descriptor = try FileDescriptor.open(path, for: .readingAndWriting)
    self.path = path
  }

  /// What it is, and how it shows its memory now: FBIOGET_VSCREENINFO and FBIOGET_FSCREENINFO.
  public func state() throws(SystemError) -> FramebufferState {
    let state = linux_framebuffer_get(descriptor.rawValue)
    try SystemCall.check(state.result, "FBIOGET_VSCREENINFO", path)
    return FramebufferState(state)
  }

  /// Shows the memory from a column and a row on: FBIOPAN_DISPLAY. May wait for a vertical blank.
  ///
  /// - Returns: whether the driver could.
  public func pan(x: Int, y: Int) -> Bool {
    let (x, y) = (UInt32(truncatingIfNeeded: x), UInt32(truncatingIfNeeded: y))
    return linux_framebuffer_pan(descriptor.rawValue, x, y) >= 0
  }

  /// Makes the memory that can be panned over another number of rows high, and shows its beginning: FBIOPUT_VSCREENINFO.
  ///
  /// - Returns: whether the driver says that it did.
  public func setVirtualHeight(_ rows: Int) -> Bool {
    linux_framebuffer_set_virtual_height(descriptor.rawValue, UInt32(truncatingIfNeeded: rows)) >= 0
  }

  /// Waits for the next vertical blank: FBIO_WAITFORVSYNC.
  ///
  /// - Returns: whether the driver knows of it.
  public func waitForVerticalBlank() -> Bool { linux_framebuffer_wait(descriptor.rawValue) >= 0 }

  /// Turns the display off or on, where the driver can: FBIOBLANK.
  public func setBlank(_ isBlank: Bool) {
    _ = linux_framebuffer_blank(descriptor.rawValue, isBlank ? 1 : 0)
  }

  /// Has levels of so many bits mean themselves, where there is a table for them: FBIOPUTCMAP.
  public func setRamp(bits: Int) {
    _ = linux_framebuffer_set_ramp(descriptor.rawValue, UInt32(truncatingIfNeeded: bits))
  }

  /// Maps its first bytes.
  public func map(_ count: Int) throws(SystemError) -> MemoryMapping {
    try MemoryMapping(of: descriptor.rawValue, count: count, offset: 0)
  }
}

/// What a framebuffer device says of itself. Numbers are the driver's, and may be anything, even negative.
public struct FramebufferState: Equatable, Sendable {
  /// Where a component lies in a pixel, in bits.
  public struct Channel: Equatable, Sendable {
    /// Its lowest bit.
    public var offset: Int
    /// Its bits; none where there is no such component.
    public var length: Int
    /// Whether its highest bit comes first.
    public var isReversed: Bool

    /// Creates a channel.
    public init(offset: Int, length: Int, isReversed: Bool = false) {
      (self.offset, self.length, self.isReversed) = (offset, length, isReversed)
    }
  }

  /// What a pixel's bits mean.
  public enum Kind: Sendable {
    /// Levels of red, green and blue.
    case trueColor
    /// The same, but each level is looked up in a table.
    case directColor
    /// An index, a shade of grey, a character, bits that lie apart.
    case other
  }

  // As the kernel has it, so that it costs nothing to ask before each frame.
  private var letters = SIMD16<UInt8>()
  /// What pixels are.
  public var kind = Kind.trueColor
  /// Visible columns.
  public var width = 0
  /// Visible rows.
  public var height = 0
  /// Columns in memory.
  public var virtualWidth = 0
  /// Rows in memory.
  public var virtualHeight = 0
  /// The first column that is visible.
  public var x = 0
  /// The first row that is visible.
  public var y = 0
  /// Bits of a pixel.
  public var bitsPerPixel = 0
  /// Bytes from one row to the next; 0 where the driver leaves that to who can multiply.
  public var stride = 0
  /// The memory's bytes.
  public var memoryLength = 0
  /// By how many rows at least it can be panned; 0 where it can't.
  public var panStep = 0
  /// The first pixel's first byte in what is mapped.
  public var memoryOffset = 0
  /// The components.
  public var (red, green, blue, alpha) = (
    Channel(offset: 0, length: 0), Channel(offset: 0, length: 0), Channel(offset: 0, length: 0),
    Channel(offset: 0, length: 0)
  )
  /// The display's width, millimetres; 0 or negative where that is not known.
  public var widthInMillimetres = 0
  /// Its height.
  public var heightInMillimetres = 0
  /// How long a pixel takes, picoseconds; 0 where that is not known.
  public var pixelClock: UInt32 = 0
  /// Columns that are blank.
  public var blankWidth: UInt32 = 0
  /// Rows that are blank.
  public var blankHeight: UInt32 = 0
  /// Whether a frame has every other row only.
  public var isInterlaced = false
  /// Whether each row is sent twice.
  public var isDoubled = false

  /// Creates the state of a device of no size.
  public init() {}

  /// The driver's name, or the card's: up to 15 bytes.
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
    if memory.type != linux_framebuffer_packed || mode.grayscale != 0 {
      kind = .other
    } else if memory.visual != linux_framebuffer_true {
      kind = memory.visual == linux_framebuffer_direct ? .directColor : .other
    }
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

  // The kernel's numbers have no sign, ours have one: what is too large for it is refused as what is below zero.
  private static func number(_ word: UInt32) -> Int { Int(Int32(bitPattern: word)) }

  private static func channel(_ field: fb_bitfield) -> Channel {
    Channel(
      offset: number(field.offset), length: number(field.length), isReversed: field.msb_right != 0)
  }
}
