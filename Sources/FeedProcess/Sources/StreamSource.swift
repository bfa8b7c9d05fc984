import Base
import ConsoleGuard
import Feed
import LinuxSystem

/// A feed from a descriptor, a FIFO or a file.
final class StreamSource: FeedSource {
  private enum Kind {
    case shared
    case fifo
    case file
  }

  private let plan: FeedDescription
  private let kind: Kind
  let path: ByteString
  let decoder: any FeedDecoder
  var descriptor: FileDescriptor?
  var watcher: FileWatcher?
  var identity: FileStatus?
  var refused: FileStatus?
  var position: UInt64 = 0
  var isReplacement = false
  private var wasRemoved = false
  private var made: (fifo: Bool, folder: Bool) = (false, false)
  private var partialSince: Duration?
  // Each byte that arrives adds a microsecond. A flood is a burst ahead of the present.
  private var busyUntil = Duration.zero
  // The time at which the last lines of a flood are read; nil if none are skipped.
  private var catchesUpAt: Duration?
  // The time of the next attempt to make another FIFO; nil if none failed.
  private var retryAt: Duration?
  // The time of the next attempt to watch the path of the FIFO; nil while it is watched.
  private var watchesAt: Duration?
  // The replacement of a removed FIFO. This one is still read: a writer that has it open needs a
  // reader.
  private var successor: StreamSource?

  /// The most replaced FIFOs that are still read, beside the first and the newest one.
  private static let successorLimit = 8
  private static let pause = Duration.seconds(1)
  private static let attempts = 3
  /// The bytes that may arrive at once before they are a flood, a microsecond each.
  private static let burst = Duration.microseconds(16_384)
  /// The mode of a FIFO that this program made. The sticky bit marks it for a successor, and has no
  /// effect on a FIFO.
  private static let mode: UInt32 = 0o1620
  /// After this time without bytes, a partial record of a FIFO counts as late and may never be
  /// completed.
  private static let patience = Duration.milliseconds(250)

  /// Opens a feed.
  ///
  /// - Parameter number: a descriptor to take over instead of the plan's; nil for none.
  init(_ plan: FeedDescription, descriptor number: Int32? = nil) throws(SystemError) {
    self.plan = plan
    decoder = plan.makeDecoder()
    path = plan.path
    let (isShared, isHanded) = (plan.kind == .descriptor, plan.kind == .inherited)
    var status: FileStatus?
    if isShared {
      descriptor = FileDescriptor(owning: number ?? plan.number)
    } else if plan.kind == .path {
      status = try FileSystem.status(path)
    }
    kind =
      isShared
      ? .shared : isHanded || plan.kind == .fifo || status?.isFIFO == true ? .fifo : .file
    super.init(
      isHanded
        ? "listen:" + path
        : !isShared
          ? path : plan.number == 0 ? "standard input" : "descriptor " + ByteString(plan.number))
    do throws(SystemError) {
      if isShared {
        do throws(SystemError) { _ = try descriptor?.status() } catch {
          throw SystemError("feed", error.code, path: name)
        }
        FileDescriptor.keep(number ?? plan.number)
      } else if isHanded {
        try takeHanded()
      } else if plan.kind == .fifo {
        try makeFIFO(isUsual: path == FeedDescription.defaultFIFO)
      } else if kind == .fifo {
        descriptor = try FileDescriptor.open(path, for: .readingAndWriting)
        descriptor?.widen()
      } else {
        watcher = try FileWatcher(path: path)
        if status != nil { try openFile() }
      }
    } catch {
      close()
      throw error
    }
  }

  private func makeFIFO(isUsual: Bool) throws(SystemError) {
    if isUsual {
      made.folder = try FileSystem.makeDirectory(FileSystem.folder(of: path), mode: 0o755)
      // A shell's `echo 42 >PATH` has made a regular file before there was a FIFO.
      if try FileSystem.status(path)?.isRegularFile == true { try FileSystem.remove(path) }
    }
    // The guard of a killed instance may remove its FIFO while this process opens it.
    for _ in 0..<Self.attempts where try openFIFO() { return }
    throw SystemError("mkfifo", .noSuchFile, path: path)
  }

  /// Opens the FIFO at the path, and makes it if it does not exist.
  ///
  /// - Returns: whether the path still leads to the opened FIFO.
  private func openFIFO() throws(SystemError) -> Bool {
    made.fifo = try FileSystem.makeFIFO(path, mode: 0o600)
    guard let there = try FileSystem.status(path) else { return false }
    guard there.isFIFO else { throw SystemError("mkfifo", .fileExists, path: path) }
    let fifo: FileDescriptor
    let isAbandoned: Bool
    do throws(SystemError) {
      let hasReader = made.fifo ? false : try AbandonedFIFO.hasReader(path)
      // Each of two readers would get some of the records. A writer may have opened it for both.
      if hasReader, FileUsers(of: there, readersOnly: true).haveUs {
        throw SystemError("open", .busy, path: path)
      }
      // A killed instance made it, and cannot remove it any more.
      isAbandoned = there.isSticky && !hasReader
      // Open for writing, too, so that reads give no EOF when the last writer closes. The checks
      // are of the open file: another user of the folder may replace the path at any time.
      fifo = try FileDescriptor.open(path, for: .readingAndWritingNoLink)
    } catch  where error.code == .noSuchFile {
      return false
    } catch {
      // Otherwise the next attempt finds it, takes it for another program's, and leaves it behind.
      if made.fifo { try? FileSystem.remove(path) }
      throw error
    }
    let opened = try fifo.status()
    guard opened.isFIFO else { throw SystemError("mkfifo", .fileExists, path: path) }
    // Its owner decides which users write progress.
    guard opened.isTrusted else { throw SystemError("open", .notPermitted, path: path) }
    identity = opened
    if made.fifo { try fifo.setMode(Self.mode) }
    if isAbandoned { made.fifo = true }
    // A larger pipe takes a burst while this process has no CPU.
    fifo.widen()
    descriptor = consume fifo
    watcher = try? FileWatcher(linksOf: path)
    if watcher == nil { loseWatcher() }
    return try FileSystem.status(path)?.isSameFile(as: opened) == true
  }

  /// Makes another FIFO at the path when this one was removed or renamed, for later writers.
  private func replaceIfRemoved(at now: Duration) {
    if let retryAt, now >= retryAt { return replace("was removed", at: now) }
    guard plan.kind == .fifo, !wasRemoved, let identity else { return }
    let there = try? FileSystem.status(path)
    if there?.isSameFile(as: identity) == true { return }
    replace("was removed", at: now)
  }

  /// Watches the path of the FIFO. The kernel limits the watchers of a user. Until one is free the
  /// path is looked at once a second: writers that find no FIFO send no byte that would end a wait.
  private func watch(at now: Duration) {
    watcher = try? FileWatcher(linksOf: path)
    watchesAt = watcher == nil ? now + Self.pause : nil
  }

  /// Continues without a watcher, until a new one can be created.
  func loseWatcher() {
    watcher = nil
    watchesAt = .zero
  }

  private func replace(_ why: StaticBytes, at now: Duration) {
    let isFirst = retryAt == nil
    (wasRemoved, retryAt, watchesAt) = (true, nil, nil)
    watcher = nil
    let line = logPrefix + "it " + why
    do throws(SystemError) {
      successor = try StreamSource(plan)
      Log.write(line + "; made a new one")
    } catch {
      // The folder may be missing only for a while.
      retryAt = now + Self.pause
      if !isFirst { return }
      Log.write(line + ", cannot make a new one yet: " + error.message)
    }
  }

  private var successorCount: Int { successor.map { $0.successorCount + 1 } ?? 0 }

  /// Closes an old FIFO if their number exceeds the limit. The first one stays, since the system's
  /// first writers use it.
  private func limitSuccessors(_ emit: (FeedOutput) -> Void) {
    guard successorCount > Self.successorLimit + 1, let oldest = successor else { return }
    successor = oldest.successor
    oldest.successor = nil
    if oldest.decoder.hasUnfinishedRecord { emit(.dropped) }
    oldest.close()
  }

  /// Makes the FIFO anew if it is on the file system of the old root directory.
  override func enterNewRoot(leaving device: UInt64) {
    if plan.kind == .fifo, !wasRemoved, identity?.device == device {
      replace("is left behind", at: MonotonicClock.now)
    }
    successor?.enterNewRoot(leaving: device)
  }

  override var ownedFIFO: ByteString? { made.fifo ? path : nil }

  /// Removes the FIFO and the folder that were made, unless the path leads to another file by now.
  /// A FIFO without a reader would block a shell's `echo 42 >PATH`.
  override func close() {
    successor?.close()
    if made.fifo, let identity, let there = try? FileSystem.status(path),
      there.isSameFile(as: identity)
    {
      try? FileSystem.remove(path)
    }
    descriptor = nil
    if made.folder { try? FileSystem.removeDirectory(FileSystem.folder(of: path)) }
  }

  override var unfinishedCount: Int {
    (kind == .fifo && decoder.hasUnfinishedRecord ? 1 : 0) + (successor?.unfinishedCount ?? 0)
  }

  override func addDescriptors(to poller: inout Poller) {
    if let watcher = watcher?.rawValue { _ = poller.add(watcher, .readable) }
    if kind != .file, let descriptor = descriptor?.rawValue {
      _ = poller.add(descriptor, .readable)
    }
    successor?.addDescriptors(to: &poller)
  }

  override var deadline: Duration? {
    earlier(
      earlier(earlier(partialDeadline, retryAt), catchesUpAt),
      earlier(watchesAt, successor?.deadline))
  }

  private var partialDeadline: Duration? { partialSince.map { $0 + Self.patience } }

  override func read(at now: Duration, emit: (FeedOutput) -> Void) {
    if kind == .file { follow(emit) } else { drain(at: now, emit) }
    if let successor {
      successor.read(at: now, emit: emit)
      limitSuccessors(emit)
    } else if kind == .fifo {
      let isNew = watchesAt.map { now >= $0 } ?? false
      if isNew { watch(at: now) }
      // Without the watcher, the path is looked at in each read; a new one missed earlier changes.
      if watcher?.drain(into: &buffer) ?? true || isNew { replaceIfRemoved(at: now) }
    }
    guard kind == .fifo, decoder.holdsPartialRecord else {
      partialSince = nil
      return
    }
    // After reading: the rest may have arrived in time while this process was late.
    if let partialDeadline, now >= partialDeadline {
      decoder.markRestLate(emit: emit)
      partialSince = nil
    } else {
      partialSince = partialSince ?? now
    }
  }

  private func drain(at now: Duration, _ emit: (FeedOutput) -> Void) {
    if let catchesUpAt, now >= catchesUpAt {
      self.catchesUpAt = nil
      decodeBuffer(0..<0, decoder, emit)
    }
    for _ in 0..<16 {
      guard let read = readOnce() else { return }
      if read == 0 {
        decoder.finish(emit: emit)
        descriptor = nil
        hasEnded = true
        return
      }
      partialSince = nil
      busyUntil = min(max(busyUntil, now) + .microseconds(read), now + Self.burst * 2)
      let isFlood = busyUntil > now + Self.burst
      if isFlood { catchesUpAt = catchesUpAt ?? now + Self.burst }
      decodeBuffer(0..<read, isFlood: isFlood, decoder, emit)
    }
  }

  /// The number of bytes read into the buffer; 0 at EOF or after an error, nil if none are
  /// available.
  func readOnce() -> Int? {
    // Another process may have set blocking mode on the shared descriptor.
    if kind == .shared || plan.kind == .inherited, descriptor?.isReadable != true { return nil }
    do throws(SystemError) {
      return try descriptor?.read(into: &buffer) ?? nil
    } catch {
      Log.write(logPrefix + error.message)
      return 0
    }
  }
}
