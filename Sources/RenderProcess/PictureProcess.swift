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
  }

  /// The memory of the process beyond what it shares with this one, bytes.
  private static let memoryLimit: UInt64 = 64 << 20
  /// The longest reason, bytes.
  private static let reasonLimit = 256

  /// Decodes a file. Waits for that.
  ///
  /// - Parameter patience: the longest wait; nil for one by the number of pixels.
  /// - Returns: words `0xAARRGGBB`, premultiplied by alpha.
  package static func decode(
    _ bytes: [UInt8], patience: Duration? = nil
  ) throws(Failure) -> Pixmap {
    // The decoder says what is wrong with a size that is not possible.
    let size = PNGDecoder.statedSize(bytes.span) ?? PixelSize(width: 0, height: 0)
    let area = size.width * size.height
    if !SystemMemory.hasRoom(for: 4 * area) {
      throw Failure(reason: "its pixels need more memory than is free", isFiles: false)
    }
    // A slow board decodes a million pixels in half a second. The updater needs the processor, too.
    let seconds = 10 + 2 * (area >> 20)
    let deadline = MonotonicClock.now + (patience ?? .seconds(Int64(3 * seconds)))
    let source: Int32
    let process: ChildProcess
    do throws(SystemError) { (source, process) = try start(bytes, seconds) } catch {
      throw Failure(reason: error.message, isFiles: false)
    }
    defer { FileDescriptor.close(source) }

    var picture = Pixmap(size: PixelSize(width: 0, height: 0))
    var y = 0
    // The bytes of a message that is not complete. Nothing of them is trusted.
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var poller = Poller()
    var left = Duration.zero
    while y < size.height || size.height == 0 {
      guard let count = try? FileDescriptor.read(from: source, into: &buffer) else {
        left = deadline - MonotonicClock.now
        if left <= .zero { break }
        poller.clear()
        _ = poller.add(source, .readable)
        poller.wait(for: left)
        continue
      }
      if count == 0 { break }
      pending += buffer[..<count]
      let length = 1 + 4 * size.width
      var place = 0
      while y < size.height, pending.count - place >= length, pending[place] == Message.row {
        // Not earlier: a file may state a size and have no row.
        if y == 0 { picture = Pixmap(size: size) }
        picture.setRow(y, bytes: pending.span.extracting((place + 1)..<(place + length)))
        y += 1
        place += length
      }
      pending.removeFirst(place)
      if pending.count > length + reasonLimit { break }
    }
    // It has nothing more to say.
    process.kill()
    let end = process.reap(waiting: true)
    if y > 0, y == size.height { return picture }
    throw Failure(reason: reason(pending, end, isLate: left < .zero), isFiles: true)
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
    _ bytes: [UInt8], _ seconds: Int
  ) throws(SystemError) -> (Int32, ChildProcess) {
    let memory = ProcessMemory.addressSpace.map { $0 + memoryLimit } ?? .max
    let (from, to) = try FileDescriptor.makePipe()
    defer { FileDescriptor.close(to) }
    do throws(SystemError) {
      let process = try ChildProcess.fork(named: "fbprogress-png", keeping: [to]) {
        ProcessMemory.limit(addressSpace: memory, processorSeconds: seconds)
        Confinement.begin(as: .decoder)
        serve(bytes, to)
        return 0
      }
      return (from, process)
    } catch {
      FileDescriptor.close(from)
      throw error
    }
  }

  // MARK: - The process

  private static func serve(_ bytes: [UInt8], _ target: Int32) {
    do throws(PNGDecoder.DecodingError) {
      // Beside the rows the decoder needs some memory itself.
      try PNGDecoder.decodeRows(bytes.span, hasRoom: { SystemMemory.canMap($0 + 4 << 20) }) { row in
        write([Message.row].span, target)
        write(row, target)
      }
    } catch {
      write(([Message.failure] + error.reason.bytes).span, target)
    }
  }

  /// Writes bytes; ends the process if their reader is gone.
  private static func write(_ bytes: Span<UInt8>, _ target: Int32) {
    var written = 0
    while written < bytes.count {
      guard let count = try? FileDescriptor.write(bytes.extracting(written...), to: target)
      else { ChildProcess.exitNow(1) }
      written += count
    }
  }
}
