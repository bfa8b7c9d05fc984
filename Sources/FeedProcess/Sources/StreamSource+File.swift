import Base
import Feed
import LinuxSystem

// A feed that the service manager opened, and one that is a file, which may grow, be truncated or
// be replaced.
extension StreamSource {
  /// Takes the FIFO that the service manager keeps open, for this process and its successors.
  func takeHanded() throws(SystemError) {
    guard let number = PassedDescriptors.first(named: path) else {
      throw SystemError("LISTEN_FDS", .noSuchDeviceOrAddress, path: name)
    }
    let fifo = FileDescriptor(owning: number)
    guard try fifo.status().isFIFO else { throw SystemError("LISTEN_FDS", .invalid, path: name) }
    fifo.widen()
    descriptor = consume fifo
  }

  /// Reads appended bytes; from the start if the file was replaced or truncated.
  func follow(_ emit: (FeedOutput) -> Void) {
    watcher?.drain(into: &buffer)
    let status = try? FileSystem.status(path)
    if let status, let identity, !status.isSameFile(as: identity) {
      // The old file is complete, and so is the new one: it was written before it was renamed.
      readOn(emit)
      decoder.finish(emit: emit)
      descriptor = nil
      isReplacement = true
    }
    if descriptor == nil, let status {
      do throws(SystemError) {
        try openFile()
      } catch {
        if refused?.isSameFile(as: status) != true { Log.write("feed: " + error.message) }
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

  /// Opens the file that the path leads to now.
  func openFile() throws(SystemError) {
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
      decodeBuffer(0..<read, decoder, emit)
    }
  }
}
