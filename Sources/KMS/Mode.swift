public import Base
public import Pixels

/// A display mode: the kernel's `drm_mode_modeinfo`, field by field, so that a mode can be passed
/// back to the kernel unchanged.
public final class Mode: Equatable {
  /// Pixel clock, kHz.
  public var clock: UInt32 = 0
  /// Visible columns, start and end of the sync pulse, and total columns; pixels.
  public var hdisplay, hsyncStart, hsyncEnd, htotal: UInt16
  /// Skew, pixels.
  public var hskew: UInt16 = 0
  /// Visible rows, start and end of the sync pulse, and total rows.
  public var vdisplay, vsyncStart, vsyncEnd, vtotal: UInt16
  /// The number of times each row is sent; 0 and 1 both mean once.
  public var vscan: UInt16 = 0
  /// Frames per second, rounded; for reports, too coarse for pacing.
  public var vrefresh: UInt32 = 0
  /// `DRM_MODE_FLAG_…`.
  public var flags: UInt32 = 0
  /// `DRM_MODE_TYPE_…`.
  public var type: UInt32 = 0
  /// The kernel's name of the mode, such as "1920x1080"; at most 31 bytes.
  public var name = ByteString()

  /// Whether two modes have the same timing. Name, type and the rounded refresh rate are labels:
  /// the mode of a CRTC and the same mode in a connector's list may differ in them.
  public static func == (one: Mode, other: Mode) -> Bool {
    one.clock == other.clock && one.flags == other.flags
      && one.hdisplay == other.hdisplay && one.hsyncStart == other.hsyncStart
      && one.hsyncEnd == other.hsyncEnd && one.htotal == other.htotal && one.hskew == other.hskew
      && one.vdisplay == other.vdisplay && one.vsyncStart == other.vsyncStart
      && one.vsyncEnd == other.vsyncEnd && one.vtotal == other.vtotal
      && max(one.vscan, 1) == max(other.vscan, 1)
  }

  /// Creates a mode of a size without blanking; the caller sets the other fields.
  public init(width: UInt16, height: UInt16) {
    (hdisplay, hsyncStart, hsyncEnd, htotal) = (width, width, width, width)
    (vdisplay, vsyncStart, vsyncEnd, vtotal) = (height, height, height, height)
  }

  /// Size, refresh rate and origin, such as "1920x1080@60 preferred".
  public var summary: ByteString {
    var text = ByteString(hdisplay) + "x" + ByteString(vdisplay)
    text += (isInterlaced ? "i@" : "@") + ByteString(vrefresh)
    if isPreferred { text += " preferred" }
    if isUserDefined { text += " by video=" }
    return text
  }

  /// The number of visible columns and rows, pixels.
  public var size: PixelSize { PixelSize(width: Int(hdisplay), height: Int(vdisplay)) }

  var area: Int { Int(hdisplay) * Int(vdisplay) }

  /// Whether it has a size that displays can have. Larger ones would overflow 32 bits.
  var isPlausible: Bool { (1...16_384).contains(hdisplay) && (1...16_384).contains(vdisplay) }

  /// Whether neither side exceeds a size.
  func fits(_ limit: PixelSize) -> Bool {
    size.width <= limit.width && size.height <= limit.height
  }

  /// Whether it comes before another mode of a display: more pixels, progressive, a higher rate,
  /// less blanking.
  func isBetter(than other: Mode) -> Bool {
    if area != other.area { return area > other.area }
    if isInterlaced != other.isInterlaced { return other.isInterlaced }
    return (vrefresh, other.clock) > (other.vrefresh, clock)
  }

  /// Whether a link that cannot carry this mode cannot carry another one of its size either, which
  /// needs seven eighths as much or more. Reduced blanking needs less.
  func rulesOut(_ other: Mode) -> Bool {
    size == other.size && isInterlaced == other.isInterlaced
      && UInt64(clock) * 7 <= UInt64(other.clock) * 8
  }

  /// Whether the display prefers the mode (`DRM_MODE_TYPE_PREFERRED`).
  public var isPreferred: Bool { type & 0x08 != 0 }
  /// Whether the user selected it with `video=` (`DRM_MODE_TYPE_USERDEF`).
  public var isUserDefined: Bool { type & 0x20 != 0 }
  /// Whether each scan shows every second row only (`DRM_MODE_FLAG_INTERLACE`).
  public var isInterlaced: Bool { flags & 0x10 != 0 }
  /// Whether each row is sent twice (`DRM_MODE_FLAG_DBLSCAN`).
  public var isDoubleScanned: Bool { flags & 0x20 != 0 }

  /// The time between two vertical blanks; 1/60 s if the timing is unknown or implausible (slower
  /// than 5 Hz or faster than 1 kHz).
  public var refreshPeriod: Duration {
    // Pixels per scan, divided by pixels per millisecond.
    var pixels = UInt64(htotal) * UInt64(vtotal)
    var clock = UInt64(clock)
    if isInterlaced { clock *= 2 }
    if isDoubleScanned { pixels *= 2 }
    if vscan > 1 { pixels *= UInt64(vscan) }
    guard clock > 0 else { return .nanoseconds(16_666_667) }
    let nanoseconds = pixels * 1_000_000 / clock
    return (1_000_000...200_000_000).contains(nanoseconds)
      ? .nanoseconds(Int64(nanoseconds)) : .nanoseconds(16_666_667)
  }

  /// The bytes of the kernel's structure, for the blob of the property MODE_ID.
  public var blob: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(68)
    func append<Number: FixedWidthInteger>(_ number: Number) {
      // Native byte order: `littleEndian` swaps the number on a big-endian machine.
      bytes.append(littleEndian: UInt64(number.littleEndian), bytes: Number.bitWidth / 8)
    }
    append(clock)
    for number in [
      hdisplay, hsyncStart, hsyncEnd, htotal, hskew, vdisplay, vsyncStart, vsyncEnd, vtotal, vscan,
    ] { append(number) }
    for number in [vrefresh, flags, type] { append(number) }
    bytes += name.bytes.prefix(31)
    while bytes.count < 68 { bytes.append(0) }
    return bytes
  }
}
