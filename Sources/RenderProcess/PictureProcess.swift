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
    /// The size follows: width and height, 32 bits each, little-endian.
    static let size: UInt8 = 1
    /// The reason of a failure follows, until the end.
    static let failure: UInt8 = 2
  }

  /// The memory of the process beyond what it shares with this one, bytes.
  private static let memoryLimit: UInt64 = 64 << 20
  private static let tookTooLong = Failure(reason: "it takes too long", isFiles: true)

  /// Decodes a file. Waits for that.
  ///
  /// - Parameter patience: the longest wait; nil for one by the number of pixels.
  /// - Returns: words `0xAARRGGBB`, premultiplied by alpha.
  package static func decode(
    _ bytes: [UInt8], patience: Duration? = nil
  ) throws(Failure) -> Pixmap {
    // A slow board decodes a million pixels in half a second.
    let seconds = 5 + PNGDecoder.statedPixels(bytes.span) >> 20
    let deadline = MonotonicClock.now + (patience ?? .seconds(Int64(5 + 2 * seconds)))
    let memory = ProcessMemory.addressSpace.map { $0 + memoryLimit } ?? .max
    let (from, to) = try system(FileDescriptor.makePipe)
    let source = FileDescriptor(owning: from)
    let process = try system { () throws(SystemError) in
      defer { FileDescriptor.close(to) }
      return try ChildProcess.fork(named: "fbprogress-png", keeping: [to]) {
        ProcessMemory.limit(addressSpace: memory, processorSeconds: seconds)
        Confinement.begin(as: .decoder)
        serve(bytes, to)
        return 0
      }
    }
    var answer = Answer()
    var poller = Poller()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var count: Int?
      do throws(SystemError) { count = try source.read(into: &buffer) } catch { count = 0 }
      if let count, count > 0 {
        if answer.take(buffer.span.extracting(first: count)) { continue }
        break
      }
      if count == 0 { break }
      let left = deadline - MonotonicClock.now
      if left <= .zero {
        process.kill()
        _ = process.reap(waiting: true)
        throw tookTooLong
      }
      poller.clear()
      _ = poller.add(source.rawValue, .readable)
      poller.wait(for: left)
    }
    let reason = answer.reason
    // It may still run, and has nothing more to say.
    if answer.isComplete || !reason.isEmpty { process.kill() }
    let end = process.reap(waiting: true)
    if !reason.isEmpty { throw Failure(reason: reason, isFiles: true) }
    if answer.isComplete { return answer.picture }
    if case .killed(let signal)? = end {
      if signal == ProcessMemory.signalOfProcessorLimit { throw tookTooLong }
      throw Failure(reason: "its decoder was ended by signal " + ByteString(signal), isFiles: true)
    }
    throw Failure(reason: "its decoder ended early", isFiles: true)
  }

  private static func system<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(Failure) -> Result {
    do throws(SystemError) { return try body() } catch {
      throw Failure(reason: error.message, isFiles: false)
    }
  }

  /// What the process has sent so far. Nothing of it is trusted.
  private struct Answer: ~Copyable {
    var picture = Pixmap(size: PixelSize(width: 0, height: 0))
    private var error = ByteString()
    private var rows = 0
    // The bytes of a message that is not complete.
    private var pending: [UInt8] = []

    /// The longest reason, bytes.
    private static var reasonLimit: Int { 256 }

    /// Whether all rows have arrived.
    var isComplete: Bool { rows > 0 && rows == picture.size.height }

    /// The reason of a failure; empty for none.
    var reason: ByteString {
      guard error.isEmpty, pending.first == Message.failure else { return error }
      return SanitizedText(ByteString(Array(pending[1...]))).utf8
    }

    /// Takes bytes; false if no more are needed.
    mutating func take(_ bytes: Span<UInt8>) -> Bool {
      pending += ByteString(bytes).bytes
      var place = 0
      while place < pending.count, error.isEmpty, !isComplete {
        let body = place + 1
        switch pending[place] {
        case Message.size where rows == 0 && picture.size.width == 0:
          if pending.count < body + 8 { break }
          makeRoom(PixelSize(width: word(at: body), height: word(at: body + 4)))
          place = body + 8
          continue
        case Message.row where rows < picture.size.height:
          let end = body + 4 * picture.size.width
          if pending.count < end { break }
          let bytes = pending
          picture.setRow(rows, bytes: bytes.span.extracting(body..<end))
          rows += 1
          place = end
          continue
        case Message.failure where pending.count - body <= Self.reasonLimit: break
        default: error = "its decoder sent nonsense"
        }
        break
      }
      pending.removeFirst(place)
      return error.isEmpty && !isComplete
    }

    private mutating func makeRoom(_ size: PixelSize) {
      let isPossible = size.width > 0 && size.height > 0
      if !isPossible || size.width > PNGDecoder.pixelLimit / size.height {
        error = "its decoder sent nonsense"
      } else if !SystemMemory.hasRoom(for: size.width * size.height * 4) {
        error =
          ByteString(size.width) + "x" + ByteString(size.height)
          + " needs more memory than is free"
      } else {
        picture = Pixmap(size: size)
      }
    }

    private func word(at place: Int) -> Int {
      var word: UInt32 = 0
      for index in 0..<4 { word |= UInt32(pending[place + index]) << UInt32(8 * index) }
      return Int(truncatingIfNeeded: word)
    }
  }

  // MARK: - The process

  private static func serve(_ bytes: [UInt8], _ target: Int32) {
    do throws(PNGDecoder.DecodingError) {
      // Beside the rows the decoder needs some memory itself.
      try PNGDecoder.decodeRows(bytes.span, hasRoom: { SystemMemory.canMap($0 + (4 << 20)) }) {
        size in
        var message = [Message.size]
        for side in [size.width, size.height] {
          for place in 0..<4 { message.append(UInt8(truncatingIfNeeded: side >> (8 * place))) }
        }
        write(message.span, target)
        return true
      } row: { row in
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
