import Base
import Feed
import LinuxSystem

/// A feed that a program prints, such as a monitor. The program is started again when it ends.
final class ProgramSource: FeedSource {
  private let words: [ByteString]
  private let decoder: any FeedDecoder
  private var process: ChildProcess?
  private var output: FileDescriptor?
  private var errors: FileDescriptor?
  private var startsAt: Duration? = .zero
  private var hasTold = false

  /// The time before the next start.
  private static let pause = Duration.seconds(1)

  /// Creates a source; the first read starts the program.
  init(_ plan: FeedDescription) {
    words = plan.path.split(at: 0x20)
    decoder = plan.makeDecoder()
    super.init(words[0])
  }

  override func addDescriptors(to poller: inout Poller) {
    if let output = output?.rawValue { _ = poller.add(output, .readable) }
    if let errors = errors?.rawValue { _ = poller.add(errors, .readable) }
  }

  override var deadline: Duration? { startsAt }

  override func read(at now: Duration, emit: (FeedOutput) -> Void) {
    if let startsAt, now >= startsAt { start(at: now) }
    // Before the output is read: then the output is complete.
    let end = process?.reap(waiting: false)
    for _ in 0..<16 {
      guard let count = try? output?.read(into: &buffer) ?? nil, count > 0 else { break }
      decodeBuffer(0..<count, decoder, emit)
    }
    // Standard error is discarded, so that the program never blocks on it.
    if let count = try? errors?.read(into: &buffer) ?? nil, count == 0 { errors = nil }
    guard let end else { return }
    decoder.finish(emit: emit)
    process = nil
    output = nil
    errors = nil
    startsAt = now + Self.pause
    if case .exited(let status) = end { logOnce("ended with status " + ByteString(status)) }
  }

  private func start(at now: Duration) {
    startsAt = nil
    do throws(SystemError) {
      let command = try Command(words, onTerminal: false, extra: -1, isOwn: true)
      process = command.process
      output = FileDescriptor(owning: command.output[0])
      errors = FileDescriptor(owning: command.output[1])
    } catch {
      logOnce(error.message)
      startsAt = now + Self.pause
    }
  }

  private func logOnce(_ what: ByteString) {
    if !hasTold { Log.write("feed: " + name + ": " + what + "; retrying each second") }
    hasTold = true
  }

  override func close() {
    process?.kill()
    _ = process?.reap(waiting: true)
    process = nil
  }
}
