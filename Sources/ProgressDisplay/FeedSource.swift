import ByteStrings
import Feed
import LinuxSystem

/// The bytes of a feed, from wherever they come, decoded. Reading never waits.
final class FeedSource {
  private enum Kind {
    case standardInput
    case fifo
    case file
  }

  private let kind: Kind
  private let path: ByteString
  private let decoder: any FeedDecoder
  private var descriptor: FileDescriptor?
  private var watcher: FileWatcher?
  private var identity: FileStatus?
  private var refused: FileStatus?
  private var position: UInt64 = 0
  private var isReplacement = false
  private var made: (fifo: Bool, folder: Bool) = (false, false)
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var partialSince: Duration?
  /// Partial records that were dropped because their writers never ended them.
  private(set) var droppedCount = 0

  /// A partial record of a FIFO whose writer says no more for so long will never be whole.
  private static let patience = Duration.milliseconds(250)

  /// Opens a feed.
  init(_ place: Options.FeedPlace, protocol feed: FeedProtocol) throws(SystemError) {
    decoder = feed.makeDecoder()
    switch place {
    case .standardInput:
      (kind, path) = (.standardInput, "standard input")
      descriptor = FileDescriptor.standardInput()
    case .fifo(let path):
      (kind, self.path) = (.fifo, path)
      do throws(SystemError) {
        try makeFIFO(andFolder: place.isDefault)
      } catch {
        close()
        throw error
      }
    case .path(let path):
      self.path = path
      let status = try FileSystem.status(path)
      if let status, status.isFIFO {
        kind = .fifo
        descriptor = try FileDescriptor.open(path, for: .readingAndWriting)
      } else {
        kind = .file
        watcher = try FileWatcher(path: path)
        if status != nil { try openFile() }
      }
    }
  }

  private func makeFIFO(andFolder: Bool) throws(SystemError) {
    if andFolder {
      made.folder = try FileSystem.makeDirectory(FileSystem.folder(of: path), mode: 0o755)
    }
    made.fifo = try FileSystem.makeFIFO(path, mode: 0o620)
    if !made.fifo, try FileSystem.status(path)?.isFIFO != true {
      throw SystemError("mkfifo", .fileExists, path: path)
    }
    // Held open for writing too, so that it has no end when its writers go.
    let fifo = try FileDescriptor.open(path, for: .readingAndWriting)
    identity = try fifo.status()
    descriptor = consume fifo
  }

  /// Removes what was made, unless others have put something else there: a shell's `echo 42 > …` would wait for ever
  /// at a FIFO that nobody reads.
  func close() {
    if made.fifo, let identity, let there = try? FileSystem.status(path),
      there.isSameFile(as: identity)
    {
      try? FileSystem.remove(path)
    }
    descriptor = nil
    if made.folder { try? FileSystem.removeDirectory(FileSystem.folder(of: path)) }
  }

  /// What it has open.
  var descriptors: [Int32] { [descriptor?.rawValue, watcher?.rawValue].compactMap { $0 } }

  /// Adds what must be waited for.
  func addDescriptors(to poller: inout Poller) {
    if kind == .file {
      if let watcher = watcher?.rawValue { _ = poller.add(watcher, .readable) }
    } else if let descriptor = descriptor?.rawValue {
      _ = poller.add(descriptor, .readable)
    }
  }

  /// When `read` wants to be called though nothing came.
  var deadline: Duration? { partialSince.map { $0 + Self.patience } }

  /// Whether the feed has ended: only standard input does.
  private(set) var hasEnded = false

  /// Reads what is there, at most a good deal of it, so that a flood leaves time for everything else.
  func read(at now: Duration, emit: (FeedOutput) -> Void) {
    if kind == .file { follow(emit) } else { drain(emit) }
    guard kind == .fifo, decoder.holdsPartialRecord else {
      partialSince = nil
      return
    }
    // Only now: its rest may have come in time, and this process late.
    if let deadline, now >= deadline {
      decoder.dropPartialRecord()
      droppedCount += 1
      partialSince = nil
    } else {
      partialSince = partialSince ?? now
    }
  }

  private func drain(_ emit: (FeedOutput) -> Void) {
    for _ in 0..<16 {
      guard let read = readOnce() else { return }
      if read == 0 {
        decoder.finish(emit: emit)
        descriptor = nil
        hasEnded = true
        return
      }
      partialSince = nil
      decodeBuffer(first: read, emit)
    }
  }

  /// The number of bytes now in the buffer, 0 at the end or after an error, nil when there is nothing now.
  private func readOnce() -> Int? {
    if kind == .standardInput, descriptor?.isReadable != true { return nil }
    do throws(SystemError) {
      return try descriptor?.read(into: &buffer) ?? nil
    } catch {
      Log.say("feed " + path + ": " + error.message)
      return 0
    }
  }

  private func decodeBuffer(first count: Int, _ emit: (FeedOutput) -> Void) {
    let bytes = buffer
    decoder.decode(bytes.span.extracting(first: count), emit: emit)
  }

  // MARK: - Files

  /// Reads on in a file, from its start when it is another one or was cut short.
  private func follow(_ emit: (FeedOutput) -> Void) {
    watcher?.drain()
    let status = try? FileSystem.status(path)
    if let status, let identity, !status.isSameFile(as: identity) {
      // The old file will not be written any more, and the new one was written before it came here.
      readOn(emit)
      decoder.finish(emit: emit)
      descriptor = nil
      isReplacement = true
    }
    if descriptor == nil, let status {
      do throws(SystemError) {
        try openFile()
      } catch {
        if refused?.isSameFile(as: status) != true { Log.say("feed: " + error.message) }
        refused = status
      }
    }
    if let size = try? descriptor?.status().size, size < position {
      try? descriptor?.rewind()
      decoder.dropPartialRecord()
      position = 0
    }
    readOn(emit)
    if isReplacement { decoder.finish(emit: emit) }
  }

  /// Opens the file that has the path now.
  private func openFile() throws(SystemError) {
    watcher?.watchFile()
    let file = try FileDescriptor.open(path, for: .reading)
    let status = try file.status()
    guard status.isRegularFile else { throw SystemError("open", .invalid, path: path) }
    (identity, position) = (status, 0)
    descriptor = consume file
  }

  private func readOn(_ emit: (FeedOutput) -> Void) {
    while let read = readOnce(), read > 0 {
      position += UInt64(read)
      decodeBuffer(first: read, emit)
    }
  }
}

extension Options.FeedPlace {
  /// Whether it is the FIFO whose folder is ours, too.
  var isDefault: Bool {
    if case .fifo(let path) = self {
      path == Options.defaultFIFO
    } else {
      false
    }
  }
}
