import Base
import Feed
import LinuxSystem
import SessionProtocol

/// The file of the setting `history`, in a child process: a disk that hangs must not stop the feed.
///
/// The child sends the file once, then replaces it with each message. It ends with the channel.
final class HistoryFile {
  /// The first byte of a message from the child.
  private enum News {
    /// The file's bytes follow; none without a file.
    static let file: UInt8 = 0
    /// A replacement is written.
    static let saved: UInt8 = 1
    /// The text of an error follows.
    static let error: UInt8 = 2
  }

  private let path: ByteString
  private let process: ChildProcess
  private var channel: MessageChannel?
  private var inbox: [UInt8]
  // The number of replacements that are sent and not yet written.
  private var pendingCount = 0
  // Whether the file cannot be read, or is not of this program; then it is not replaced, either.
  private var isForeign = false

  /// Forks the child.
  ///
  /// - Throws: an error of socketpair(2) or fork(2).
  init(_ path: ByteString) throws(SystemError) {
    self.path = path
    inbox = [UInt8](repeating: 0, count: 1 + RunHistory.sizeLimit)
    let pair = try MessageChannel.makePair()
    process = try ChildProcess.fork(named: "fbprogress-hist", keeping: [pair.second.rawValue]) {
      ChildProcess.prepareToOutlive(title: "@fbprogress-hist")
      let rule = Confinement.FileRule.makingFolder(FileSystem.folder(of: path))
      Confinement.begin(as: .dumper, files: rule.map { [$0] })
      Self.serve(pair.second, path)
      return ExitStatus.success.code
    }
    channel = consume pair.first
  }

  /// The descriptor of the channel to the child, which other child processes must close; nil once
  /// the child is gone.
  var descriptor: Int32? { channel?.rawValue }

  /// Handles the child's messages.
  ///
  /// - Returns: the history of the file, once it is read; nil otherwise. A file that is not exactly
  ///   of the format is logged and ignored.
  func update() -> RunHistory? {
    while true {
      switch channel?.receive(into: &inbox) {
      case .message(let count, _)? where count > 0:
        let text = Array(inbox[1..<count])
        switch inbox[0] {
        case News.file where count == 1: return RunHistory()
        case News.file:
          let history = RunHistory(text.span)
          isForeign = history == nil
          if isForeign {
            Log.write("history: " + path + " is not a history of this version; ignored. Remove it")
          }
          return history
        case News.saved: pendingCount -= 1
        default:
          (pendingCount, isForeign) = (0, true)
          Log.write("history: " + ByteString(text))
        }
      case .closed?: channel = nil
      default: return nil
      }
    }
  }

  /// Replaces the file, unless an error or another content was found there.
  func save(_ history: RunHistory) {
    if isForeign { return }
    let bytes = history.text.bytes
    if case .taken? = channel?.send(bytes.span) { pendingCount += 1 }
  }

  /// Waits until the file is written, but not after a time on the system's clock.
  func finish(by deadline: Duration) {
    var poller = Poller()
    while pendingCount > 0, let descriptor {
      let left = deadline - MonotonicClock.now
      if left <= .zero {
        Log.write("history: the disk is too slow; it is written after the end")
        break
      }
      poller.clear()
      _ = poller.add(descriptor, .readable)
      poller.wait(for: left)
      _ = update()
    }
    channel = nil
    _ = process.reap(waiting: false)
  }

  // MARK: - The child process

  private static func serve(_ channel: borrowing MessageChannel, _ path: ByteString) {
    do throws(SystemError) {
      let bytes = try FileSystem.read(path, limit: RunHistory.sizeLimit, for: .readingTrusted)
      channel.send(([News.file] + bytes).span)
    } catch {
      if error.code == .noSuchFile { channel.send([News.file].span) } else { send(error, channel) }
    }
    var inbox = [UInt8](repeating: 0, count: RunHistory.sizeLimit)
    var poller = Poller()
    _ = poller.add(channel.rawValue, .readable)
    while true {
      switch channel.receive(into: &inbox) {
      case .nothing: poller.wait(for: nil)
      case .closed: return
      case .message(let count, _):
        do throws(SystemError) {
          try FileWriter.write(inbox.span.extracting(first: count), to: path, as: .archive)
          channel.send([News.saved].span)
        } catch {
          send(error, channel)
        }
      }
    }
  }

  private static func send(_ error: SystemError, _ channel: borrowing MessageChannel) {
    channel.send(([News.error] + error.message.bytes).span)
  }
}
