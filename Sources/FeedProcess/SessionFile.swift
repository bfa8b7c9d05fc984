import Base
import LinuxSystem
import ProgressModel
import SessionProtocol

/// A session's start and state, in a file for a successor: after a crash, or in the root file
/// system after an initramfs. The session's clock continues, so the successor's first frame is the
/// next one of the session.
///
/// The file must be in memory, below `/run`: the keeper writes it, and a disk may block. Times
/// count from the system's boot, so the file names the boot. Only the same version reads it.
struct SessionFile: ~Copyable {
  private let path: ByteString
  /// The first bytes: the version and the boot.
  private let signature: ByteString
  /// Whether the state has changed since the last write.
  var isStale = false
  private var hasFailed = false

  /// Creates a file's value.
  ///
  /// - Parameter boot: the identifier of the system's boot; empty if unknown.
  init(_ path: ByteString, boot: ByteString = Self.currentBoot) {
    self.path = path
    signature = ByteString("fbprogress ") + Version.number + " " + boot + "\n"
  }

  private static var currentBoot: ByteString {
    let bytes = try? FileSystem.read("/proc/sys/kernel/random/boot_id", limit: 64)
    return bytes.map { ByteString($0).trimmed { $0 == 0x0a } }.orEmpty
  }

  /// A file for the setting `resume`; nil, with a log line, if it is on a disk.
  static func inMemory(_ path: ByteString) -> SessionFile? {
    // An error, such as a missing folder, is logged by the first write.
    if (try? FileSystem.isInMemory(FileSystem.folder(of: path))) != false {
      return SessionFile(path)
    }
    Log.write("resume: " + path + " is on a disk, which may block; ignored. Name a file below /run")
    return nil
  }

  /// The file's content; nil without a file, or if another user, version or boot wrote it, or if
  /// it is damaged. A start after `now` gives nil, too.
  func read(at now: Duration) -> (start: Duration, state: ProgressState)? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.read(
        path, limit: ProgressState.wireCapacity + 256, for: .readingTrusted)
    } catch {
      if error.code != .noSuchFile { Log.write("resume: " + error.message + "; ignored") }
      return nil
    }
    let text = ByteString(bytes)
    let sum = bytes.count - 4
    let begin = signature.count + 8
    guard sum > begin, text.hasPrefix(signature),
      bytes.span.word32(at: sum) == Checksum.crc32(bytes.span.extracting(first: sum))
    else { return nil }
    let start = Duration.nanoseconds(Int64(clamping: bytes.span.word(at: signature.count)))
    guard start <= now, let state = ProgressState(wire: bytes, in: begin..<sum) else { return nil }
    return (start, state)
  }

  /// Writes the file if it is stale. Logs only the first error.
  mutating func write(_ state: ProgressState, start: Duration) {
    if !isStale { return }
    isStale = false
    var bytes = signature.bytes
    bytes.append(littleEndian: UInt64(bitPattern: start.nanoseconds), bytes: 8)
    state.write(to: &bytes)
    bytes.append(littleEndian: UInt64(Checksum.crc32(bytes.span)))
    do throws(SystemError) {
      try FileWriter.write(bytes.span, to: path, as: .state)
    } catch {
      if !hasFailed { Log.write("resume: " + error.message) }
      hasFailed = true
    }
  }

  /// Removes the file, so that no successor continues a session that is over.
  func remove() { try? FileSystem.remove(path) }
}
