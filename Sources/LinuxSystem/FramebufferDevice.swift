public import ByteStrings
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
    return FramebufferState(raw: state)
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
  public struct Channel: Sendable {
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

  var raw: linux_framebuffer

  init(raw: linux_framebuffer) { self.raw = raw }

  /// Creates the state of a device of no size.
  public init() {
    raw = linux_framebuffer()
    kind = .trueColor
  }

  /// Whether a device is the same at two times.
  public static func == (left: FramebufferState, right: FramebufferState) -> Bool {
    linux_framebuffer_is_same(left.raw, right.raw) != 0
  }

  // The kernel's numbers have no sign, ours have one: what is too large for it is refused as what is below zero.
  private static func number(_ word: UInt32) -> Int { Int(Int32(bitPattern: word)) }
  private static func word(_ number: Int) -> UInt32 { UInt32(truncatingIfNeeded: number) }

  /// The driver's name, or the card's: up to 15 bytes.
  public var name: ByteString {
    get {
      var letters = ByteString()
      for place in Int32(0)..<16 {
        let letter = linux_framebuffer_letter(raw, place)
        if letter == 0 { break }
        letters.append(letter)
      }
      return letters
    }
    set {
      for place in 0..<16 {
        let letter = place < min(15, newValue.count) ? newValue[place] : 0
        raw = linux_framebuffer_with_letter(raw, Int32(truncatingIfNeeded: place), letter)
      }
    }
  }

  /// What pixels are.
  public var kind: Kind {
    get {
      let isOther = raw.memory.type != linux_framebuffer_packed || raw.mode.grayscale != 0
      if !isOther && raw.memory.visual == linux_framebuffer_true { return .trueColor }
      return !isOther && raw.memory.visual == linux_framebuffer_direct ? .directColor : .other
    }
    set {
      raw.mode.grayscale = newValue == .other ? 1 : 0
      raw.memory.visual =
        newValue == .directColor ? linux_framebuffer_direct : linux_framebuffer_true
    }
  }
  /// Visible columns.
  public var width: Int {
    get { Self.number(raw.mode.xres) }
    set { raw.mode.xres = Self.word(newValue) }
  }
  /// Visible rows.
  public var height: Int {
    get { Self.number(raw.mode.yres) }
    set { raw.mode.yres = Self.word(newValue) }
  }
  /// Columns in memory.
  public var virtualWidth: Int {
    get { Self.number(raw.mode.xres_virtual) }
    set { raw.mode.xres_virtual = Self.word(newValue) }
  }
  /// Rows in memory.
  public var virtualHeight: Int {
    get { Self.number(raw.mode.yres_virtual) }
    set { raw.mode.yres_virtual = Self.word(newValue) }
  }
  /// The first column that is visible.
  public var x: Int {
    get { Self.number(raw.mode.xoffset) }
    set { raw.mode.xoffset = Self.word(newValue) }
  }
  /// The first row that is visible.
  public var y: Int {
    get { Self.number(raw.mode.yoffset) }
    set { raw.mode.yoffset = Self.word(newValue) }
  }
  /// Bits of a pixel.
  public var bitsPerPixel: Int {
    get { Self.number(raw.mode.bits_per_pixel) }
    set { raw.mode.bits_per_pixel = Self.word(newValue) }
  }
  /// Bytes from one row to the next; 0 where the driver leaves that to who can multiply.
  public var stride: Int {
    get { Self.number(raw.memory.line_length) }
    set { raw.memory.line_length = Self.word(newValue) }
  }
  /// The memory's bytes.
  public var memoryLength: Int {
    get { Self.number(raw.memory.smem_len) }
    set { raw.memory.smem_len = Self.word(newValue) }
  }
  /// By how many rows at least it can be panned; 0 where it can't.
  public var panStep: Int {
    get { Int(raw.memory.ypanstep) }
    set { raw.memory.ypanstep = UInt16(truncatingIfNeeded: newValue) }
  }
  /// The first pixel's first byte in what is mapped.
  public var memoryOffset: Int {
    get { Self.number(linux_framebuffer_offset(raw)) }
    set { raw.memory.smem_start = UInt(bitPattern: newValue) }
  }
  /// A component: red, green, blue or alpha, by 0...3.
  public func channel(_ one: Int) -> Channel {
    let mode = raw.mode
    let field = one == 0 ? mode.red : one == 1 ? mode.green : one == 2 ? mode.blue : mode.transp
    return Channel(
      offset: Self.number(field.offset), length: Self.number(field.length),
      isReversed: field.msb_right != 0)
  }
  /// Moves a component.
  public mutating func set(_ one: Int, _ channel: Channel) {
    let field = fb_bitfield(
      offset: Self.word(channel.offset), length: Self.word(channel.length),
      msb_right: channel.isReversed ? 1 : 0)
    switch one {
    case 0: raw.mode.red = field
    case 1: raw.mode.green = field
    case 2: raw.mode.blue = field
    default: raw.mode.transp = field
    }
  }
  /// The display's width and height, millimetres; what is not known is 0, or negative.
  public var millimetres: (width: Int, height: Int) {
    get { (Self.number(raw.mode.width), Self.number(raw.mode.height)) }
    set {
      (raw.mode.width, raw.mode.height) = (Self.word(newValue.width), Self.word(newValue.height))
    }
  }
  /// How long a pixel takes, picoseconds; 0 where that is not known.
  public var pixelClock: UInt32 {
    get { raw.mode.pixclock }
    set { raw.mode.pixclock = newValue }
  }
  /// Columns and rows that are blank.
  public var margins: (width: UInt32, height: UInt32) {
    get {
      (
        raw.mode.left_margin &+ raw.mode.right_margin &+ raw.mode.hsync_len,
        raw.mode.upper_margin &+ raw.mode.lower_margin &+ raw.mode.vsync_len
      )
    }
    set { (raw.mode.left_margin, raw.mode.upper_margin) = (newValue.width, newValue.height) }
  }
  /// Whether a frame has every other row only.
  public var isInterlaced: Bool {
    get { raw.mode.vmode & linux_framebuffer_interlaced != 0 }
    set { raw.mode.vmode |= newValue ? linux_framebuffer_interlaced : 0 }
  }
  /// Whether each row is sent twice.
  public var isDoubled: Bool {
    get { raw.mode.vmode & linux_framebuffer_doubled != 0 }
    set { raw.mode.vmode |= newValue ? linux_framebuffer_doubled : 0 }
  }
}
