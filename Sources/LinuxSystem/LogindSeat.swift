public import Base

/// The session of this process at systemd-logind, which opens cards for it and pauses them while
/// another session is in front.
///
/// Source: org.freedesktop.login1(5). One process controls a session; control ends with its
/// connection to the bus.
public final class LogindSeat: Seat {
  private static let service: StaticBytes = "org.freedesktop.login1"
  // The caller's session, whatever its number; none for a process outside of sessions.
  private static let session: StaticBytes = "/org/freedesktop/login1/session/self"
  private static let interface: StaticBytes = "org.freedesktop.login1.Session"

  private let bus: SystemBus
  // logind's unique name on the bus. Another connection must not pause this process.
  private let sender: ByteString
  private var devices: [Device] = []
  private var paused: [Device] = []

  private struct Device: Equatable {
    let major: UInt32
    let minor: UInt32

    var arguments: BusValues {
      var values = BusValues()
      values.append(major)
      values.append(minor)
      return values
    }
  }

  private init(_ bus: SystemBus, _ sender: ByteString) { (self.bus, self.sender) = (bus, sender) }

  /// Takes control of the session.
  ///
  /// - Parameter path: the socket of the system bus.
  /// - Returns: nil if this process has no session.
  /// - Throws: EBUSY while another process controls the session; errors of the bus.
  public static func open(bus path: ByteString) throws(SystemError) -> LogindSeat? {
    let bus = try SystemBus.connect(path)
    var force = BusValues()
    force.append(0)
    switch try bus.call(service, session, interface, "TakeControl", signature: "b", force) {
    case .reply(_, let sender):
      var rule = BusValues()
      rule.append(
        """
        type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',\
        arg0='org.freedesktop.login1'
        """)
      let name = SystemBus.ownName
      _ = try bus.call(name, "/org/freedesktop/DBus", name, "AddMatch", signature: "s", rule)
      return LogindSeat(bus, sender)
    case .error(let name):
      if name == "System.Error.EBUSY" { throw SystemError("TakeControl", .busy) }
      return nil
    }
  }

  /// The descriptor to poll for reading. Valid as long as this object.
  public var rawValue: Int32 { bus.rawValue }

  /// Whether `nextTurn` may have a pending change that polling does not report.
  public var hasNews: Bool { bus.hasSignals }

  /// Opens a device, usable while the session is in front.
  ///
  /// - Returns: the descriptor, owned by the caller.
  public func open(_ path: ByteString) throws(SystemError) -> Int32 {
    guard let status = try FileSystem.status(path), status.isCharacterDevice else {
      throw SystemError("open", .noDevice, path: path)
    }
    let device = Device(major: status.majorNumber, minor: status.minorNumber)
    // A device is taken once. A closed descriptor of it does not give it back, nor does a reply
    // that came too late.
    if devices.contains(device) {
      _ = try call("ReleaseDevice", device)
    } else {
      devices.append(device)
    }
    switch try call("TakeDevice", device) {
    case .reply:
      guard let descriptor = bus.takeDescriptor() else { throw SystemError("TakeDevice", .invalid) }
      return descriptor
    case .error:
      throw SystemError("TakeDevice", .accessDenied, path: path)
    }
  }

  private func call(_ method: StaticBytes, _ device: Device) throws(SystemError) -> SystemBus.Answer
  {
    try bus.call(
      Self.service, Self.session, Self.interface, method, signature: "uu", device.arguments)
  }

  /// Returns the next change of activation; nil if none is pending. Throws once the bus is gone
  /// or logind was started anew.
  public func nextTurn() throws(SystemError) -> SeatTurn? {
    while let signal = try bus.nextSignal() {
      var reader = BusReader(signal.body.bytes)
      if signal[.sender] == SystemBus.ownName {
        if signal[.member] != "NameOwnerChanged" { continue }
        // When logind ended, it took the devices back. After its restart, control is taken anew.
        _ = (reader.text(), reader.text())
        if !reader.text().isEmpty { throw SystemError("logind", .brokenPipe) }
        continue
      }
      guard signal[.sender] == sender, signal[.interface] == Self.interface else { continue }
      let device = Device(major: reader.number(), minor: reader.number())
      if signal[.member] == "ResumeDevice" { return .ours }
      guard signal[.member] == "PauseDevice" else { continue }
      let type = reader.text()
      // A device that is gone is reported by the kernel as well.
      if type == "gone" { continue }
      // Else the device is paused already, and waits for no reply.
      if type == "pause" { paused.append(device) }
      return .others
    }
    return nil
  }

  /// Acknowledges that the devices are unused until the session is in front again.
  public func release() throws(SystemError) {
    let all = paused
    paused = []
    for device in all { _ = try call("PauseDeviceComplete", device) }
  }
}
