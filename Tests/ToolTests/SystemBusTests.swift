import Base
import Foundation
import TestSupport
import Testing

@testable import LinuxSystem

/// Calls and signals over a real message bus.
@Suite struct SystemBusTests {
  /// A bus of this test alone, ended with it.
  private final class Daemon {
    let path: ByteString
    private let number: pid_t
    private let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let socket = folder.appending(path: "socket").path
      path = ByteString(Array(socket.utf8))
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
      process.arguments = [
        "--session", "--fork", "--nopidfile", "--address=unix:path=\(socket)", "--print-pid",
      ]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      // It prints the process ID once it listens. Foundation would wait for the daemon as well.
      let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      number = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
    }

    deinit {
      // Foundation's threads block signals, and the daemon inherits that.
      kill(number, SIGKILL)
      try? FileManager.default.removeItem(at: folder)
    }
  }

  private static let path: StaticBytes = "/org/freedesktop/DBus"

  private func request(_ name: ByteString, on bus: SystemBus) throws {
    var arguments = BusValues()
    arguments.append(name)
    arguments.append(0)
    let answer = try bus.call(
      SystemBus.ownName, Self.path, SystemBus.ownName, "RequestName", signature: "su", arguments)
    guard case .reply(let values, _) = answer else { throw SystemError("RequestName", .invalid) }
    var reader = BusReader(values.bytes)
    #expect(reader.number() == 1)
  }

  @Test func calls_areAnswered() throws {
    let daemon = try Daemon()
    let bus = try SystemBus.connect(daemon.path)
    try request("test.fbprogress", on: bus)
    let answer = try bus.call("test.absent", "/", "test.Absent", "Method")
    guard case .error(let name) = answer else {
      Issue.record("a service that is not there replied")
      return
    }
    #expect(name == "org.freedesktop.DBus.Error.ServiceUnknown")
  }

  @Test func signals_thatComeDuringACall_areKept() throws {
    let daemon = try Daemon()
    let bus = try SystemBus.connect(daemon.path)
    var rule = BusValues()
    rule.append("type='signal',member='NameOwnerChanged',arg0='test.other'")
    _ = try bus.call(
      SystemBus.ownName, Self.path, SystemBus.ownName, "AddMatch", signature: "s", rule)
    let other = try SystemBus.connect(daemon.path)
    try request("test.other", on: other)
    // The bus sends in order: the signal first, then this reply.
    _ = try bus.call(SystemBus.ownName, Self.path, SystemBus.ownName, "GetId")
    #expect(bus.hasSignals)
    // Before it the bus told of this connection's own name.
    while let signal = try bus.nextSignal() {
      guard signal[.member] == "NameOwnerChanged" else { continue }
      var reader = BusReader(signal.body.bytes)
      #expect((reader.text(), reader.text()) == ("test.other", ""))
      #expect(reader.text().hasPrefix(":1."))
      #expect(signal[.sender] == SystemBus.ownName)
      return
    }
    Issue.record("no signal")
  }

  @Test func endOfTheBus_isAnError() throws {
    var daemon: Daemon? = try Daemon()
    guard let path = daemon?.path else { return }
    let bus = try SystemBus.connect(path)
    daemon = nil
    while !isReadable(bus.rawValue) { usleep(1_000) }
    #expect(throws: SystemError.self) {
      while try bus.nextSignal() != nil {}
      _ = try bus.nextSignal()
    }
  }

  @Test func busWithoutLogind_hasNoSession() throws {
    let daemon = try Daemon()
    // This bus has no logind.
    let seat = try LogindSeat.open(bus: daemon.path)
    #expect(seat == nil)
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) > 0
  }
}
