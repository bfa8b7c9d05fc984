import Base
import LinuxSystem
import PNGCodec
import Pixels

/// Reads the messages of a process that decodes a picture, until a deadline. They are untrusted.
struct MessageReader: ~Copyable {
  /// Whether the deadline has passed.
  private(set) var isLate = false
  private let source: FileDescriptor
  private let deadline: Duration
  // Bytes from `start` on are read and not yet used.
  private var bytes: [UInt8] = []
  private var start = 0
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var poller = Poller()

  /// The longest reason of a failure, bytes.
  private static var reasonLimit: Int { 256 }

  init(_ source: consuming FileDescriptor, until deadline: Duration) {
    _ = poller.add(source.rawValue, .readable)
    self.source = source
    self.deadline = deadline
  }

  /// Waits until `count` bytes are read; false if fewer arrive.
  private mutating func has(_ count: Int) -> Bool {
    while bytes.count - start < count {
      guard let count = try? source.read(into: &buffer) else {
        let left = deadline - MonotonicClock.now
        isLate = left <= .zero
        if isLate { return false }
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

  /// Reads the next message, which has `count` bytes after that of its kind; false if fewer arrive.
  private mutating func read(_ count: Int, _ body: (Span<UInt8>) -> Void) -> Bool {
    guard has(1 + count) else { return false }
    body(bytes.span.extracting((start + 1)..<(start + 1 + count)))
    start += 1 + count
    return true
  }

  /// Reads the reason of a failure; nil if the next message is none.
  mutating func readReason() -> ByteString? {
    _ = has(1 + Self.reasonLimit)
    guard start < bytes.count, bytes[start] == PictureProcess.Message.failure else { return nil }
    let end = min(bytes.count, start + 1 + Self.reasonLimit)
    return SanitizedText(bytes.span.extracting((start + 1)..<end)).utf8
  }

  /// Reads rows into a picture, until the end of the last frame.
  ///
  /// - Parameters:
  ///   - picture: an empty picture, which gets `size` with the first row: a file may state a size
  ///     and have no row.
  ///   - frame: called after the rows of each frame, as by `PictureProcess.decodeFrames`.
  /// - Returns: the number of plays; nil if not all rows came.
  mutating func readFrames(
    of picture: inout Pixmap, _ size: PixelSize,
    _ frame: (Duration, PixelRect, borrowing Pixmap) -> Bool
  ) -> Int? {
    typealias Message = PictureProcess.Message
    var (part, header, count) = (PixelRect(size), FrameHeader(), 0)
    var y = part.top
    while has(1) {
      let kind = bytes[start]
      if kind == Message.row || kind == Message.frame, picture.size != size {
        picture = Pixmap(size: size)
      }
      if kind == Message.row, y < part.bottom {
        let isRead = read(4 * part.width) {
          picture.setRow(y, columns: part.left..<part.right, bytes: $0)
        }
        if !isRead { return nil }
        y += 1
      } else if kind == Message.frame, count == 0 || y == part.bottom {
        var next: FrameHeader?
        count += 1
        guard read(FrameHeader.length, { next = FrameHeader($0) }), let next,
          next.isPossible(within: PixelRect(size)), count <= APNGDecoder.frameLimit
        else { return nil }
        (part, header, y) = (next.part, next, next.part.top)
      } else {
        return kind == Message.end && y == part.bottom ? header.plays : nil
      }
      if y == part.bottom, !frame(header.delay, part, picture) { return header.plays }
    }
    return nil
  }
}

/// The header before the rows of a frame.
struct FrameHeader: WireMessage {
  /// The part of the picture that the frame's rows fill.
  private(set) var part = PixelRect(PixelSize(width: 0, height: 0))
  private(set) var delay = Duration.zero
  /// The number of plays of the animation; 0 for endless repetition.
  private(set) var plays = 0

  /// The number of its bytes.
  static var length: Int { 6 * 8 }

  init() {}

  init(_ part: PixelRect, _ delay: Duration, plays: Int) {
    (self.part, self.delay, self.plays) = (part, delay, plays)
  }

  mutating func code(_ coder: inout WireCoder) {
    var (left, top, right, bottom) = (part.left, part.top, part.right, part.bottom)
    coder.code(&left)
    coder.code(&top)
    coder.code(&right)
    coder.code(&bottom)
    part = PixelRect(left: left, top: top, right: right, bottom: bottom)
    coder.code(&delay)
    coder.code(&plays)
  }

  /// Whether the part is within bounds, and the other numbers are those of a file.
  func isPossible(within bounds: PixelRect) -> Bool {
    bounds.left <= part.left && part.right <= bounds.right && bounds.top <= part.top
      && part.bottom <= bounds.bottom && delay > .zero && delay <= .seconds(65_535)
      && plays >= 0 && plays <= UInt32.max
  }
}
