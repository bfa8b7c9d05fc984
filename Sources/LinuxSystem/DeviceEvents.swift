import Base
import CLinux

/// The kernel's notes on devices that come, go and change (uevents).
public struct DeviceEvents: ~Copyable {
  private let socket: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 8_192)

  /// Starts to listen.
  public init() throws(SystemError) {
    socket = FileDescriptor(owning: Int32(try SystemCall.check(linux_uevent_open(), "socket")))
  }

  /// What to poll for reading.
  public var rawValue: Int32 { socket.rawValue }

  /// Takes all notes that have come, and says what they come down to. Allocates nothing when there are none.
  public mutating func drain() -> DeviceNews {
    var news = DeviceNews()
    while true {
      do {
        guard let count = try socket.read(into: &buffer), count > 0 else { return news }
        news.add(buffer.span.extracting(first: count))
      } catch {
        if error.code != .noBuffers { return news }
        // Some were lost.
        (news.isOfCards, news.isOfAllConnectors, news.isOfFramebuffers) = (true, true, true)
      }
    }
  }
}

/// What the kernel told of cards, and of framebuffer devices.
public struct DeviceNews: Equatable, Sendable {
  /// Whether cards came or went.
  public var isOfCards = false
  /// Whether displays came, went or changed, and nobody knows at which connectors.
  public var isOfAllConnectors = false
  /// The connectors at which that happened, if it is known.
  public var connectors: [UInt32] = []
  /// Whether framebuffer devices came or went, which is no news of cards.
  public var isOfFramebuffers = false

  /// Creates news of nothing.
  public init() {}

  /// Whether there is anything to be known of cards.
  public var isAny: Bool { isOfCards || isOfAllConnectors || !connectors.isEmpty }

  /// Adds what a note says, `ACTION@PATH` and then `KEY=VALUE`s, each followed by NUL.
  public mutating func add(_ note: Span<UInt8>) {
    var isOfGraphics = false
    var (isOfDRM, isChange, isHotplug, connector) = (false, false, false, UInt32?.none)
    for line in ByteString(note).split(at: 0) {
      if line == "SUBSYSTEM=drm" { isOfDRM = true }
      if line == "SUBSYSTEM=graphics" { isOfGraphics = true }
      if line == "ACTION=change" { isChange = true }
      if line == "HOTPLUG=1" { isHotplug = true }
      if line.hasPrefix("CONNECTOR="), let id = line[10..<line.count].wholeNumber {
        connector = UInt32(truncatingIfNeeded: id)
      }
    }
    if isOfGraphics, !isChange { isOfFramebuffers = true }
    if !isOfDRM { return }
    if !isChange {
      isOfCards = true
    } else if let connector, isHotplug {
      if !connectors.contains(connector) { connectors.append(connector) }
    } else {
      isOfAllConnectors = true
    }
  }
}
