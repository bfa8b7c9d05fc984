import Base
import LinuxSystem
import ProgressModel
import SessionProtocol

/// What a session knows, kept in a file for one that is started in its place: by a service manager after a crash, or behind an
/// initramfs. Its clock goes on too, so the next picture is the one that would have come.
///
/// The file belongs below `/run`: times count from the system's start. Another version's is of no use.
struct SessionFile: ~Copyable {
  private let path: ByteString
  /// Whether there is something to be written.
  var isStale = false
  private var hasFailed = false

  private static var signature: ByteString { "fbprogress " + ByteString(Version.number) + "\n" }

  init(_ path: ByteString) { self.path = path }

  /// What the file keeps; nil where there is none, or none of this version and this start of the system.
  func read(at now: Duration) -> (start: Duration, state: ProgressState)? {
    guard let bytes = try? FileSystem.read(path, limit: 1 << 16, for: .readingNoLink) else {
      return nil
    }
    let text = ByteString(bytes)
    let begin = Self.signature.count + 8
    guard text.count > begin, text.hasPrefix(Self.signature) else { return nil }
    var nanoseconds: UInt64 = 0
    for place in 0..<8 {
      nanoseconds |= UInt64(bytes[Self.signature.count + place]) << UInt64(8 * place)
    }
    let start = Duration.nanoseconds(Int64(clamping: nanoseconds))
    guard start <= now, let state = ProgressState(wire: bytes.span.extracting(begin...)) else {
      return nil
    }
    return (start, state)
  }

  /// Writes what has become stale. Where that fails it is told of once.
  mutating func write(_ state: ProgressState, start: Duration) {
    if !isStale { return }
    isStale = false
    let nanoseconds = UInt64(bitPattern: start.nanoseconds)
    var bytes = Self.signature.bytes
    for place in UInt64(0)..<8 {
      bytes.append(UInt8(truncatingIfNeeded: nanoseconds >> (8 * place)))
    }
    state.write(to: &bytes)
    do throws(SystemError) {
      try FileSystem.replace(path, with: bytes.span)
    } catch {
      if !hasFailed { Log.write("resume: " + error.message) }
      hasFailed = true
    }
  }

  /// Removes the file: nobody is to go on with what is over.
  func remove() { try? FileSystem.remove(path) }
}
