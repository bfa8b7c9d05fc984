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
  enum Message {
    /// The next row of the part follows: four bytes for each pixel. The first part is the picture.
    static let row: UInt8 = 0
    /// The reason of a failure follows, until the end.
    static let failure: UInt8 = 1
    /// A part of an animation's next frame: a `FrameHeader` follows.
    static let frame: UInt8 = 2
    /// All rows were sent.
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
    let size = try size(bytes)
    var picture = Pixmap(size: PixelSize(width: 0, height: 0))
    try run(bytes, area: size.width * size.height, patience, serve: serve) {
      $0.readFrames(of: &picture, size) { _, _, _ in true } != nil
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
    var plays: Int?
    var picture = Pixmap(size: PixelSize(width: 0, height: 0))
    try run(bytes, area: APNGDecoder.statedArea(bytes.span), patience, serve: serveFrames) {
      plays = $0.readFrames(of: &picture, size, frame)
      return plays != nil
    }
    return plays ?? 0
  }

  /// The size that a file states; 0 if that is not possible.
  private static func size(_ bytes: [UInt8]) throws(Failure) -> PixelSize {
    let size = PNGDecoder.statedSize(bytes.span) ?? PixelSize(width: 0, height: 0)
    if SystemMemory.hasRoom(for: 4 * size.width * size.height) { return size }
    throw Failure(reason: "its pixels need more memory than is free", isFiles: false)
  }

  /// Starts the process, and reads its messages.
  ///
  /// - Parameters:
  ///   - area: the number of pixels that it is to decode.
  ///   - read: returns whether all messages came.
  private static func run(
    _ bytes: [UInt8], area: Int, _ patience: Duration?,
    serve: @escaping ([UInt8], Int32) throws(PNGDecoder.DecodingError) -> Void,
    read: (inout MessageReader) -> Bool
  ) throws(Failure) {
    let defect: ByteString?
    do throws(SystemError) {
      // A slow board decodes a million pixels in half a second. The updater needs the processor,
      // too.
      let seconds = 10 + 2 * (area >> 20)
      let deadline = MonotonicClock.now + (patience ?? .seconds(Int64(3 * seconds)))
      let memory = ProcessMemory.addressSpace.map { $0 + memoryLimit } ?? .max
      let (from, to) = try FileDescriptor.makePipe()
      let target = FileDescriptor(owning: to)
      var messages = MessageReader(FileDescriptor(owning: from), until: deadline)
      let process = try ChildProcess.fork(named: "fbprogress-png", keeping: [to]) {
        ProcessMemory.limit(addressSpace: memory, processorSeconds: seconds)
        Confinement.begin(as: .decoder)
        do throws(PNGDecoder.DecodingError) { try serve(bytes, to) } catch {
          write(([Message.failure] + error.reason.bytes).span, to)
        }
        return 0
      }
      _ = consume target
      let isWhole = read(&messages)
      // The reason is the decoder's last message.
      let reason = isWhole ? nil : messages.readReason()
      process.kill()
      let end = process.reap(waiting: true)
      defect = isWhole ? nil : reason ?? self.reason(of: end, isLate: messages.isLate)
    } catch {
      throw Failure(reason: error.message, isFiles: false)
    }
    if let defect { throw Failure(reason: defect, isFiles: true) }
  }

  /// The reason of a process that stated none.
  private static func reason(of end: ChildProcess.End?, isLate: Bool) -> ByteString {
    if isLate || end == .killed(ProcessMemory.signalOfProcessorLimit) { return "it takes too long" }
    if case .killed(let signal)? = end {
      return "its decoder was ended by signal " + ByteString(signal)
    }
    return "its decoder ended early"
  }

  // MARK: - The process

  private static func serve(
    _ bytes: [UInt8], _ target: Int32
  ) throws(PNGDecoder.DecodingError) {
    try PNGDecoder.decodeRows(bytes.span, hasRoom: hasRoom) { write(row: $0, target) }
    write([Message.end].span, target)
  }

  private static func serveFrames(
    _ bytes: [UInt8], _ target: Int32
  ) throws(PNGDecoder.DecodingError) {
    var plays = 0
    try APNGDecoder.decode(bytes.span, hasRoom: hasRoom, begin: { plays = $0.plays }) {
      delay, part, picture in
      write(([Message.frame] + FrameHeader(part, delay, plays: plays).bytes).span, target)
      for y in part.top..<part.bottom {
        picture.withRowBytes(y, columns: part.left..<part.right) { write(row: $0, target) }
      }
      return true
    }
    write([Message.end].span, target)
  }

  /// Whether memory suffices for `count` bytes, and 4 MiB for the decoder itself.
  private static func hasRoom(_ count: Int) -> Bool { SystemMemory.canMap(count + 4 << 20) }

  private static func write(row: Span<UInt8>, _ target: Int32) {
    write([Message.row].span, target)
    write(row, target)
  }

  /// Writes bytes; ends the process if their reader is gone.
  private static func write(_ bytes: Span<UInt8>, _ target: Int32) {
    if (try? FileDescriptor.writeAll(bytes, to: target)) == nil { ChildProcess.exitNow(1) }
  }
}
