public import Base

/// A timing that a display can be driven with: the kernel's `drm_mode_modeinfo`, field by field, so that
/// the very mode which the kernel offered can be handed back to it.
public final class Mode: Equatable {
  /// Pixel clock, kHz.
  public var clock: UInt32 = 0
  /// Columns shown, start and end of the sync pulse, and all columns; pixels.
  public var hdisplay, hsyncStart, hsyncEnd, htotal: UInt16
  /// Skew, pixels.
  public var hskew: UInt16 = 0
  /// Rows shown, start and end of the sync pulse, and all rows; rows.
  public var vdisplay, vsyncStart, vsyncEnd, vtotal: UInt16
  /// How often each row is sent; 0 and 1 both mean once.
  public var vscan: UInt16 = 0
  /// Frames in a second, rounded; what a report prints, too coarse to pace by.
  public var vrefresh: UInt32 = 0
  /// `DRM_MODE_FLAG_…`.
  public var flags: UInt32 = 0
  /// `DRM_MODE_TYPE_…`.
  public var type: UInt32 = 0
  /// The kernel's name for it, such as "1920x1080"; at most 31 bytes.
  public var name = ByteString()

  /// Whether two modes have the same timing. Name, type and the rounded refresh rate are labels: the
  /// mode of a CRTC and the same mode in a connector's list may differ in them.
  public static func == (one: Mode, other: Mode) -> Bool {
    one.clock == other.clock && one.flags == other.flags
      && one.hdisplay == other.hdisplay && one.hsyncStart == other.hsyncStart
      && one.hsyncEnd == other.hsyncEnd && one.htotal == other.htotal && one.hskew == other.hskew
      && one.vdisplay == other.vdisplay && one.vsyncStart == other.vsyncStart
      && one.vsyncEnd == other.vsyncEnd && one.vtotal == other.vtotal
      && max(one.vscan, 1) == max(other.vscan, 1)
  }

  /// Creates a mode of a size without blanking; the caller sets what else it knows.
  public init(width: UInt16, height: UInt16) {
    (hdisplay, hsyncStart, hsyncEnd, htotal) = (width, width, width, width)
    (vdisplay, vsyncStart, vsyncEnd, vtotal) = (height, height, height, height)
  }

  /// Size, refresh rate and origin, such as "1920x1080@60 preferred".
  var summary: ByteString {
    var text = ByteString(hdisplay) + "x" + ByteString(vdisplay)
    text += (isInterlaced ? "i@" : "@") + ByteString(vrefresh)
    if isPreferred { text += " preferred" }
    if isUserDefined { text += " by video=" }
    return text
  }

  /// The number of pixels of a frame.
  var area: Int { Int(hdisplay) * Int(vdisplay) }

  /// Whether the display prefers it (`DRM_MODE_TYPE_PREFERRED`).
  public var isPreferred: Bool { type & 0x08 != 0 }
  /// Whether the user chose it with `video=` (`DRM_MODE_TYPE_USERDEF`).
  public var isUserDefined: Bool { type & 0x20 != 0 }
  /// Whether each scan shows every second row only (`DRM_MODE_FLAG_INTERLACE`).
  public var isInterlaced: Bool { flags & 0x10 != 0 }
  /// Whether each row is sent twice (`DRM_MODE_FLAG_DBLSCAN`).
  public var isDoubleScanned: Bool { flags & 0x20 != 0 }

  /// The time from one vertical blank to the next. Where the timing is not known, or beyond belief
  /// (slower than 5 Hz, faster than 1 kHz), a sixtieth of a second.
  public var refreshPeriod: Duration {
    // Pixels of one scan over pixels in a millisecond.
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

  /// The bytes of the kernel's structure, for the blob that the property MODE_ID takes.
  public var blob: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(68)
    func append<Number: FixedWidthInteger>(_ number: Number) {
      // The kernel reads native numbers: on a big-endian machine, the swapped one's bytes from below.
      let native = number.littleEndian
      for shift in 0..<(Number.bitWidth / 8) {
        bytes.append(UInt8(truncatingIfNeeded: native >> (8 * shift)))
      }
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
