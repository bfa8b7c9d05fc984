public import Base
import CLinux

/// The kernel's events about devices that appear, vanish and change (uevents).
public struct DeviceEvents: ~Copyable {
  private let socket: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 8_192)

  /// Subscribes to the events.
  public init() throws(SystemError) {
    socket = FileDescriptor(owning: Int32(try SystemCall.check(linux_uevent_open(), "socket")))
  }

  /// The descriptor to poll for reading. Valid as long as this value.
  public var rawValue: Int32 { socket.rawValue }

  /// Reads all pending events and returns their summary. Allocates nothing without events.
  ///
  /// - Parameter card: the path of the card in use, as the kernel names it; nil if unknown.
  public mutating func drain(of card: ByteString? = nil) -> DeviceNews {
    var news = DeviceNews()
    while true {
      do {
        guard let count = try socket.read(into: &buffer), count > 0 else { return news }
        news.add(buffer.span.extracting(first: count), of: card)
      } catch {
        if error.code != .noBuffers { return news }
        // The queue overflowed, so any event may be missing.
        (news.isOfCards, news.isOfAllConnectors, news.isOfFramebuffers) = (true, true, true)
      }
    }
  }
}

/// A summary of uevents about cards and framebuffer devices.
public struct DeviceNews: Equatable, Sendable {
  /// Whether cards appeared or vanished.
  public var isOfCards = false
  /// Whether displays appeared, vanished or changed at unknown connectors.
  public var isOfAllConnectors = false
  /// The connectors at which displays appeared, vanished or changed, by object ID.
  public var connectors: [UInt32] = []
  /// Whether the device of the card in use was reset, so that its memory may be lost.
  public var isOfReset = false
  /// Whether displays appeared, vanished or changed at other cards than the one in use.
  public var isOfOtherCards = false
  /// Whether framebuffer devices appeared or vanished. These are no cards.
  public var isOfFramebuffers = false

  /// Creates an empty summary.
  public init() {}

  /// Whether any event concerns cards.
  public var isAny: Bool {
    isOfCards || isOfAllConnectors || isOfReset || isOfOtherCards || !connectors.isEmpty
  }

  /// Adds an event: `ACTION@PATH`, then `KEY=VALUE` entries, each followed by NUL.
  ///
  /// - Parameter card: the path of the card in use. Cards number their connectors alike, so another
  ///   card's event would have the wrong one probed.
  public mutating func add(_ note: Span<UInt8>, of card: ByteString? = nil) {
    var (isOfGraphics, isOfOther) = (false, false)
    var (isOfDRM, isChange, isHotplug, connector) = (false, false, false, UInt32?.none)
    var isReset = false
    for line in ByteString(note).split(at: 0) {
      if line == "SUBSYSTEM=drm" { isOfDRM = true }
      if line == "SUBSYSTEM=graphics" { isOfGraphics = true }
      if line == "ACTION=change" { isChange = true }
      if line == "HOTPLUG=1" { isHotplug = true }
      // i915 sends the first; all drivers send the second since Linux 6.15.
      if line == "RESET=1" || line.hasPrefix("WEDGED=") { isReset = true }
      if let card, line.hasPrefix("DEVNAME=") {
        isOfOther = card != "/dev/" + line[8..<line.count]
      }
      if line.hasPrefix("CONNECTOR="), let id = line[10..<line.count].wholeNumber {
        connector = UInt32(truncatingIfNeeded: id)
      }
    }
    if isOfGraphics, !isChange { isOfFramebuffers = true }
    if !isOfDRM { return }
    if !isChange {
      isOfCards = true
    } else if isOfOther {
      isOfOtherCards = true
    } else if isReset {
      isOfReset = true
    } else if let connector, isHotplug {
      if !connectors.contains(connector) { connectors.append(connector) }
    } else {
      isOfAllConnectors = true
    }
  }
}
