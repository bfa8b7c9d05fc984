public import Base

/// A child process that serves messages of this one, and the messages that it has no room for yet.
public final class Helper {
  /// The process; nil once it is reaped.
  public private(set) var process: ChildProcess?
  /// This end of the channel; nil once it is closed. The process ends when all copies are closed.
  public var channel: MessageChannel?
  /// The messages that found no room, the oldest first.
  public var unsent: [[UInt8]] = []

  /// Forks the process. It keeps the standard descriptors, its end of the channel, and `kept`.
  ///
  /// - Parameters:
  ///   - name: its name in process lists, at most 15 bytes.
  ///   - kept: descriptors, each above 2; nil is none.
  ///   - outlives: whether it outlasts the session, as `ChildProcess.prepareToOutlive` says.
  ///   - serve: serves the channel until its other end is closed, and returns the exit status. It
  ///     confines the process first.
  public convenience init(
    named name: StaticBytes, keeping kept: [Int32?] = [], outlives: Bool = false,
    _ serve: (borrowing MessageChannel) -> Int32
  ) throws(SystemError) {
    let pair = try MessageChannel.makePair()
    let process = try ChildProcess.fork(named: name, keeping: kept + [pair.second.rawValue]) {
      if outlives { ChildProcess.prepareToOutlive(title: "@" + ByteString(name)) }
      return serve(pair.second)
    }
    self.init(process, pair.first)
  }

  /// Creates a helper of a process that has the other end of a channel.
  public init(_ process: ChildProcess, _ channel: consuming MessageChannel) {
    self.process = process
    self.channel = consume channel
  }

  /// The descriptor of the channel; nil once it is closed.
  public var descriptor: Int32? { channel?.rawValue }

  /// Adds the channel to a poller, to wait for messages and for room.
  public func addDescriptor(to poller: inout Poller) {
    if let descriptor { _ = poller.add(descriptor, .readable) }
    addRoom(to: &poller)
  }

  /// Adds the channel to a poller, to wait for room for unsent messages.
  public func addRoom(to poller: inout Poller) {
    if !unsent.isEmpty, let descriptor { _ = poller.add(descriptor, .writable) }
  }

  /// Sends the unsent messages in order, while they find room. Does not wait.
  public func deliver() {
    while let message = unsent.first {
      if case .full? = channel?.send(message.span) { return }
      unsent.removeFirst()
    }
  }

  /// Closes the channel, and drops the unsent messages.
  public func close() {
    channel = nil
    unsent = []
  }

  /// Returns whether the process has ended. Does not wait.
  @discardableResult public func reap() -> Bool {
    if process?.reap(waiting: false) != nil { process = nil }
    return process == nil
  }
}
