public import Base

/// The event of a completed commit (`drm_event_vblank`).
public struct PageFlipEvent: Equatable, Sendable {
  /// The value that the commit passed as user data.
  public var userData: UInt64
  /// The time of the first scanned-out pixel, by `MonotonicClock`.
  public var timestamp: Duration
  /// The sequence number of the vertical blank; always 0 if the driver has none.
  public var sequence: UInt32
  /// The CRTC; 0 from old kernels.
  public var crtc: ObjectID

  /// Creates an event.
  public init(userData: UInt64, timestamp: Duration, sequence: UInt32, crtc: ObjectID) {
    (self.userData, self.timestamp) = (userData, timestamp)
    (self.sequence, self.crtc) = (sequence, crtc)
  }

  /// The next page-flip event among the bytes read from a card; other events are skipped.
  ///
  /// - Parameters:
  ///   - bytes: the bytes read: a sequence of events, each with its length in the header.
  ///   - offset: where to begin; set to the end of the event, or of the bytes.
  /// - Returns: nil if no complete event is left. An invalid length ends the search, too.
  public static func next(in bytes: Span<UInt8>, at offset: inout Int) -> PageFlipEvent? {
    while offset >= 0, bytes.count - offset >= headerSize {
      let start = offset
      let type: UInt32 = bytes.number(at: start)
      let length = Int(clamping: bytes.number(at: start + 4) as UInt32)
      guard length >= headerSize, length <= bytes.count - start else { break }
      offset = start + length
      guard type == flipComplete, length >= size else { continue }
      let seconds: UInt32 = bytes.number(at: start + 16)
      let microseconds: UInt32 = bytes.number(at: start + 20)
      return PageFlipEvent(
        userData: bytes.number(at: start + 8),
        timestamp: .seconds(Int64(seconds)) + .microseconds(Int64(microseconds)),
        sequence: bytes.number(at: start + 24), crtc: bytes.number(at: start + 28))
    }
    offset = bytes.count
    return nil
  }

  private static let flipComplete: UInt32 = 2  // DRM_EVENT_FLIP_COMPLETE
  private static let headerSize = 8
  private static let size = 32
}

extension Span<UInt8> {
  /// The number in native byte order at an offset, which may be unaligned.
  func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
    var number: Number = 0
    for index in (0..<(Number.bitWidth / 8)).reversed() {
      number = number << 8 | Number(truncatingIfNeeded: self[offset + index])
    }
    return Number(littleEndian: number)
  }
}
