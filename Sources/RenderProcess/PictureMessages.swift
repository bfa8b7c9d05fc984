import Base
import LinuxSystem
import Pixels

/// Reads the messages of a process that decodes a picture, until a deadline.
struct MessageReader {
  /// Whether the deadline has passed.
  private(set) var isLate = false
  private let source: Int32
  private let deadline: Duration
  // Bytes from `start` on are read and not yet dropped.
  private var bytes: [UInt8] = []
  private var start = 0
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var poller = Poller()

  /// The longest reason of a failure, bytes.
  private static var reasonLimit: Int { 256 }

  init(_ source: Int32, until deadline: Duration) {
    (self.source, self.deadline) = (source, deadline)
  }

  /// Waits until `count` bytes are read; false if fewer arrive.
  mutating func has(_ count: Int) -> Bool {
    while bytes.count - start < count {
      guard let count = try? FileDescriptor.read(from: source, into: &buffer) else {
        let left = deadline - MonotonicClock.now
        isLate = left <= .zero
        if isLate { return false }
        poller.clear()
        _ = poller.add(source, .readable)
        poller.wait(for: left)
        continue
      }
      if count == 0 { return false }
      bytes.removeFirst(start)
      start = 0
      bytes += buffer[..<count]
    }
    return true
  }

  /// A byte that is read. Traps unless it is.
  subscript(index: Int) -> UInt8 { bytes[start + index] }

  /// Calls `body` with a range of the read bytes. Traps outside them.
  func lend<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
    body(bytes.span.extracting((start + range.lowerBound)..<(start + range.upperBound)))
  }

  /// Forgets bytes that are read.
  mutating func drop(_ count: Int) { start += count }

  /// Forgets all bytes that are read.
  mutating func dropAll() { start = bytes.count }

  /// Reads the reason of a failure.
  mutating func readReason() { _ = has(1 + Self.reasonLimit) }

  /// The bytes that are read.
  var rest: [UInt8] { Array(bytes[start...].prefix(1 + Self.reasonLimit)) }
}

/// The header before the rows of a frame: the edges of its part and its delay, as six words, the
/// lowest byte first.
struct FrameHeader {
  private let words: [UInt32]

  /// The bytes of its message with the byte of its kind.
  static var length: Int { 1 + 4 * 6 }

  init(_ delay: Duration, _ part: PixelRect) {
    let nanoseconds = UInt64(max(0, delay.nanoseconds))
    words =
      [part.left, part.top, part.right, part.bottom].map { UInt32(clamping: $0) }
      + [UInt32(truncatingIfNeeded: nanoseconds), UInt32(truncatingIfNeeded: nanoseconds >> 32)]
  }

  init(_ bytes: Span<UInt8>) { words = (0..<6).map { bytes.word32(at: 4 * $0) } }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for word in words { bytes.append(littleEndian: UInt64(word)) }
    return bytes
  }

  /// The delay and the part; nil unless they are possible.
  func checked(within bounds: PixelRect) -> (Duration, PixelRect)? {
    if words[0] > words[2] || words[1] > words[3] { return nil }
    if words[2] > UInt32(bounds.right) || words[3] > UInt32(bounds.bottom) { return nil }
    let nanoseconds = Int64(truncatingIfNeeded: UInt64(words[5]) << 32 | UInt64(words[4]))
    if nanoseconds <= 0 || nanoseconds > Self.longestDelay { return nil }
    let part = PixelRect(
      left: Int(words[0]), top: Int(words[1]), right: Int(words[2]), bottom: Int(words[3]))
    return (.nanoseconds(nanoseconds), part)
  }

  private static var longestDelay: Int64 { 65_535 * 1_000_000_000 }
}
