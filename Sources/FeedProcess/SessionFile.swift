import Base
import LinuxSystem
import ProgressModel
import SessionProtocol

/// A session's start and state, in a file for a successor: after a crash, or in the root file
/// system after an initramfs. The session's clock continues, so the successor's first frame is the
/// next one of the session.
///
/// The file must be below `/run`, which a reboot clears: times count from the system's boot. Only
/// the same version reads it.
struct SessionFile: ~Copyable {
  private let path: ByteString
  /// Whether the state has changed since the last write.
  var isStale = false
  private var hasFailed = false

  private static var signature: ByteString { "fbprogress " + ByteString(Version.number) + "\n" }

  init(_ path: ByteString) { self.path = path }

  /// The file's content; nil without a file, or if another version wrote it. A start after `now`
  /// comes from another boot, and gives nil, too.
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

  /// Writes the file if it is stale. Logs only the first error.
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

  /// Removes the file, so that no successor continues a session that is over.
  func remove() { try? FileSystem.remove(path) }
}
