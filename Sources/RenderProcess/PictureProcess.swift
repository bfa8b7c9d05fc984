package import Base
import LinuxSystem
import PNGCodec
package import Pixels

/// Decodes PNG files, each in a process of its own that can only compute: a malicious file reaches
/// neither the display nor a file. Its memory and its time are limited.
package enum PictureProcess {
  /// The reason why a file was not decoded.
  package struct Failure: Error {
    package let reason: ByteString
    /// Whether the cause is the file, and not the system.
    package let isFiles: Bool
  }

  /// The kinds of the process's messages: one byte.
  private enum Message {
    /// A row follows: four bytes for each pixel.
    static let row: UInt8 = 0
    /// The reason of a failure follows, until the end.
    static let failure: UInt8 = 1
    /// A frame of an animation follows: `FrameHeader`, then the rows of its part.
    static let frame: UInt8 = 2
    /// All frames were sent; the number of plays follows, four bytes.
    static let end: UInt8 = 3
  }

  /// The memory limit of the process beyond the memory shared with this one, bytes.
  private static let memoryLimit: UInt64 = 64 << 20

  /// Decodes a file. Waits for that.
  ///
  /// - Parameter patience: the longest wait; nil for one by the number of pixels.
  /// - Returns: words `0xAARRGGBB`, premultiplied by alpha.
  package static func decode(
    _ bytes: [UInt8], patience: Duration? = nil
  ) throws(Failure) -> Pixmap {
    // The decoder reports the defect of an invalid size.
    let size = try size(bytes)
    var picture = Pixmap(size: PixelSize(width: 0, height: 0))
    try run(bytes, area: size.width * size.height, patience, serve: serve) { messages in
      var y = 0
      while y < size.height || size.height == 0 {
        guard messages.has(1), messages[0] == Message.row, messages.has(1 + 4 * size.width)
        else { return false }
        // Allocate only now: a file may state a size and have no row.
        if y == 0 { picture = Pixmap(size: size) }
        messages.lend(1..<(1 + 4 * size.width)) { picture.setRow(y, bytes: $0) }
        messages.drop(1 + 4 * size.width)
        y += 1
      }
      return true
    }
    return picture
  }

  /// Decodes the frames of an animated file, one after the other. Waits for that.
  ///
  /// - Parameter frame: called with each frame: its delay, the part of the picture that may differ
  ///   from the frame before, and the whole picture: words `0xAARRGGBB`, premultiplied by alpha.
  ///   Returns whether to continue.
  /// - Returns: the number of plays; 0 for endless repetition.
  package static func decodeFrames(
    _ bytes: [UInt8], patience: Duration? = nil,
    frame: (Duration, PixelRect, borrowing Pixmap) -> Bool
  ) throws(Failure) -> Int {
    let size = try size(bytes)
    var plays = 0
    var picture = Pixmap(size: size)
    let area = APNGDecoder.statedArea(bytes.span)
    try run(bytes, area: area, patience, serve: serveFrames) { messages in
      var count = 0
      while messages.has(1), messages[0] == Message.frame, messages.has(FrameHeader.length) {
        let header = messages.lend(1..<FrameHeader.length) { FrameHeader($0) }
        messages.drop(FrameHeader.length)
        // The messages are untrusted.
        count += 1
        guard let (delay, part) = header.checked(within: PixelRect(size)),
          count <= APNGDecoder.frameLimit
        else { return false }
        for y in part.top..<part.bottom {
          if !messages.has(4 * part.width) {
            // These are pixels, and no reason.
            messages.dropAll()
            return false
          }
          messages.lend(0..<(4 * part.width)) {
            picture.setRow(y, columns: part.left..<part.right, bytes: $0)
          }
          messages.drop(4 * part.width)
        }
        if !frame(delay, part, picture) { return true }
      }
      guard messages.has(5), messages[0] == Message.end else { return false }
      plays = Int(clamping: messages.lend(1..<5) { $0.word32(at: 0) })
      return true
    }
    return plays
  }

  /// The size that a file states; 0 if that is not possible.
  private static func size(_ bytes: [UInt8]) throws(Failure) -> PixelSize {
    let size = PNGDecoder.statedSize(bytes.span) ?? PixelSize(width: 0, height: 0)
    if SystemMemory.hasRoom(for: 4 * size.width * size.height) { return size }
    throw Failure(reason: "its pixels need more memory than is free", isFiles: false)
  }

  /// Starts the process, and takes its messages.
  ///
  /// - Parameters:
  ///   - area: the number of pixels that it is to decode.
  ///   - take: returns whether all messages came.
  private static func run(
    _ bytes: [UInt8], area: Int, _ patience: Duration?,
    serve: @escaping ([UInt8], Int32) throws(PNGDecoder.DecodingError) -> Void,
    take: (inout MessageReader) -> Bool
  ) throws(Failure) {
    // A slow board decodes a million pixels in half a second. The updater needs the processor, too.
    let seconds = 10 + 2 * (area >> 20)
    let deadline = MonotonicClock.now + (patience ?? .seconds(Int64(3 * seconds)))
    let source: Int32
    let process: ChildProcess
    do throws(SystemError) { (source, process) = try start(bytes, seconds, serve) } catch {
      throw Failure(reason: error.message, isFiles: false)
    }
    defer { FileDescriptor.close(source) }
    var messages = MessageReader(source, until: deadline)
    let isWhole = take(&messages)
    // The reason is the decoder's last message.
    if !isWhole { messages.readReason() }
    process.kill()
    let end = process.reap(waiting: true)
    if isWhole { return }
    throw Failure(
      reason: reason(messages.rest, end, isLate: messages.isLate), isFiles: true)
  }

  private static func reason(
    _ message: [UInt8], _ end: ChildProcess.End?, isLate: Bool
  ) -> ByteString {
    if message.first == Message.failure {
      return SanitizedText(ByteString(Array(message[1...]))).utf8
    }
    if isLate || end == .killed(ProcessMemory.signalOfProcessorLimit) { return "it takes too long" }
    if case .killed(let signal)? = end {
      return "its decoder was ended by signal " + ByteString(signal)
    }
    return "its decoder ended early"
  }

  /// Starts the process.
  ///
  /// - Returns: the descriptor to read its messages from, owned by the caller, and the process.
  private static func start(
    _ bytes: [UInt8], _ seconds: Int,
    _ serve: @escaping ([UInt8], Int32) throws(PNGDecoder.DecodingError) -> Void
  ) throws(SystemError) -> (Int32, ChildProcess) {
    let memory = ProcessMemory.addressSpace.map { $0 + memoryLimit } ?? .max
    let (from, to) = try FileDescriptor.makePipe()
    defer { FileDescriptor.close(to) }
    do throws(SystemError) {
      let process = try ChildProcess.fork(named: "fbprogress-png", keeping: [to]) {
        ProcessMemory.limit(addressSpace: memory, processorSeconds: seconds)
        Confinement.begin(as: .decoder)
        do throws(PNGDecoder.DecodingError) { try serve(bytes, to) } catch {
          write(([Message.failure] + error.reason.bytes).span, to)
        }
        return 0
      }
      return (from, process)
    } catch {
      FileDescriptor.close(from)
      throw error
    }
  }

  // MARK: - The process

  private static func serve(
    _ bytes: [UInt8], _ target: Int32
  ) throws(PNGDecoder.DecodingError) {
    try PNGDecoder.decodeRows(bytes.span, hasRoom: hasRoom) { row in
      write([Message.row].span, target)
      write(row, target)
    }
  }

  private static func serveFrames(
    _ bytes: [UInt8], _ target: Int32
  ) throws(PNGDecoder.DecodingError) {
    var plays = 0
    try APNGDecoder.decode(bytes.span, hasRoom: hasRoom, begin: { plays = $0.plays }) {
      delay, part, picture in
      write(([Message.frame] + FrameHeader(delay, part).bytes).span, target)
      for y in part.top..<part.bottom {
        picture.withRowBytes(y, columns: part.left..<part.right) { write($0, target) }
      }
      return true
    }
    var end = [Message.end]
    end.append(littleEndian: UInt64(UInt32(clamping: plays)))
    write(end.span, target)
  }

  /// Whether memory suffices for `count` bytes, and 4 MiB for the decoder itself.
  private static func hasRoom(_ count: Int) -> Bool { SystemMemory.canMap(count + 4 << 20) }

  /// Writes bytes; ends the process if their reader is gone.
  private static func write(_ bytes: Span<UInt8>, _ target: Int32) {
    if (try? FileDescriptor.writeAll(bytes, to: target)) == nil { ChildProcess.exitNow(1) }
  }
}
