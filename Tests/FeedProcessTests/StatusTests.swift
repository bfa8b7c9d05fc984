import Base
import Foundation
import ProgressModel
import TestSupport
import Testing

@testable import FeedProcess
@testable import LinuxSystem

/// The socket of the status: its clients, its files and its lines.
///
/// Each server sets the umask of the process for a moment.
@Suite(.serialized) struct StatusTests {
  /// A server whose time the test sets, at a path of its own.
  private final class Server {
    let path = ByteString("/dev/shm/fbprogress-\(UUID())/state/status")
    let server: StatusServer
    var text: ByteString = "first\n"
    var stallsAt: Duration?

    init() throws {
      // As the keeper does.
      FileDescriptor.ignoreBrokenPipes()
      server = try #require(StatusServer.open(path))
    }

    deinit { server.close { "" } }

    func step(at milliseconds: Int) {
      var poller = Poller()
      server.addDescriptors(to: &poller)
      poller.wait(for: .zero)
      server.update(after: poller, at: .milliseconds(milliseconds), stallsAt: stallsAt) { text }
    }

    func change(_ text: ByteString, at milliseconds: Int) {
      self.text = text
      server.stateChanged()
      step(at: milliseconds)
    }

    func connect() throws -> Client { Client(try LocalSocket.connect(path)) }
    func deadline() -> Duration? { server.deadline(stallsAt: stallsAt) }
  }

  private final class Client {
    let socket: FileDescriptor
    init(_ socket: consuming FileDescriptor) { self.socket = socket }

    /// The bytes that arrived since the last call; nil at EOF.
    func read() throws -> String? {
      var (text, buffer) = ("", [UInt8](repeating: 0, count: 1 << 20))
      while let count = try socket.read(into: &buffer) {
        if count == 0 { return text.isEmpty ? nil : text }
        text += String(decoding: buffer[..<count], as: UTF8.self)
      }
      return text
    }
  }

  @Test func clientThatWaits_getsTheLastLine() throws {
    let server = try Server()
    let client = try server.connect()
    server.server.close { "last\n" }
    #expect(try client.read() == "last\n")
    #expect(try client.read() == nil)
  }

  @Test func nextScreen_keepsItsSocket() throws {
    let server = try Server()
    let client = try server.connect()
    server.step(at: 1_000)
    server.server.stateChanged()
    // The last line is made while the first screen ends.
    var next: StatusServer?
    server.server.close {
      next = StatusServer.open(server.path)
      return "last\n"
    }
    #expect(next != nil)
    _ = try LocalSocket.connect(server.path)
    next?.close { "" }
    _ = client
  }

  @Test func client_getsALineAtOnce_andAfterChanges_atMostTenASecond() throws {
    let server = try Server()
    #expect(server.deadline() == nil)
    let client = try server.connect()
    server.step(at: 1_000)
    #expect(try client.read() == "first\n")
    #expect(server.deadline() == nil)
    server.change("second\n", at: 1_010)
    #expect(try client.read() == "")
    #expect(server.deadline() == .milliseconds(1_100))
    server.change("third\n", at: 1_050)
    server.step(at: 1_100)
    #expect(try client.read() == "third\n")
    #expect(server.deadline() == nil)
    server.change("fourth\n", at: 1_500)
    server.change("fifth\n", at: 1_510)
    #expect(try client.read() == "fourth\n")
    server.server.close { "last\n" }
    #expect(try client.read() == "last\n")
    #expect(try client.read() == nil)
  }

  @Test func stall_isAChange_whileAClientFollows() throws {
    let server = try Server()
    server.stallsAt = .seconds(20)
    #expect(server.deadline() == nil)
    let client = try server.connect()
    server.step(at: 1_000)
    #expect(server.deadline() == .seconds(20))
    server.text = "stalled\n"
    server.step(at: 20_000)
    #expect(try client.read() == "first\nstalled\n")
    #expect(server.deadline() == nil)
  }

  @Test func clientThatDoesNotRead_isClosed_andDelaysNobody() throws {
    let server = try Server()
    let (slow, other) = (try server.connect(), try server.connect())
    server.step(at: 0)
    let line = ByteString([UInt8](repeating: UInt8(ascii: "x"), count: 20_000)) + "\n"
    for number in 1...40 {
      server.change(line, at: 1_000 * number)
      #expect(try other.read()?.hasSuffix("x\n") == true)
    }
    _ = try slow.read()
    #expect(try slow.read() == nil)
  }

  @Test func seventeenthClient_getsOneLine() throws {
    let server = try Server()
    var clients: [Client] = []
    for _ in 0..<16 {
      clients.append(try server.connect())
      server.step(at: 0)
    }
    let last = try server.connect()
    server.step(at: 0)
    #expect(try last.read() == "first\n")
    #expect(try last.read() == nil)
    clients.removeLast()
    let next = try server.connect()
    server.step(at: 0)
    server.change("second\n", at: 1_000)
    for client in clients + [next] { #expect(try client.read() == "first\nsecond\n") }
  }

  @Test func clientThatSendsSomething_isClosed() throws {
    let server = try Server()
    let client = try server.connect()
    server.step(at: 0)
    _ = try client.socket.write([UInt8](repeating: 65, count: 100).span)
    server.step(at: 1)
    #expect(throws: SystemError.self) { for _ in 0..<3 { _ = try client.read() } }
    #expect(server.deadline() == nil)
  }

  @Test func files_areMade_replacedWhenStale_andRemoved() throws {
    let server = try Server()
    let folder = FileSystem.folder(of: FileSystem.folder(of: server.path))
    #expect(try FileSystem.status(server.path)?.isSocket == true)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: String(decoding: server.path.bytes, as: UTF8.self))
    #expect(attributes[.posixPermissions] as? Int == 0o660)
    #expect(StatusServer.open(server.path) == nil)
    server.server.close { "last\n" }
    #expect(!FileSystem.exists(folder))
    _ = try FileSystem.makeDirectory(folder, mode: 0o755)
    let path = folder + "/status"
    // A killed screen closes its socket and leaves the file.
    FileDescriptor.close(try SystemCall.unixSocket(path, datagrams: false, mode: 0o600))
    let next = try #require(StatusServer.open(path))
    #expect(StatusServer.open(path) == nil)
    next.close { "" }
    #expect(!FileSystem.exists(path) && FileSystem.exists(folder))
    try FileSystem.removeDirectory(folder)
  }

  // MARK: - The report

  private func report(
    _ events: [ProgressEvent], after seconds: Double = 1
  ) throws -> (object: ByteString, fields: [String: Any]) {
    let keeper = try SystemInMemory().keeper()
    for event in events { keeper.accept(event, at: .zero) }
    keeper.now = SystemInMemory.start + .seconds(seconds)
    let object = StatusReport.object(of: keeper)
    let fields = try JSONSerialization.jsonObject(with: Data(object.bytes)) as? [String: Any]
    #expect(StatusReport.line(of: keeper) == object + "\n")
    return (object, try #require(fields))
  }

  @Test func line_isJSON_withAllFields_alsoBeforeTheRun() throws {
    let (object, fields) = try report([])
    #expect(fields["state"] as? String == "waiting" && fields["status"] as? Int == 1)
    #expect(fields["percent"] is NSNull && fields["outcome"] as? String == "")
    let (_, all) = try report([
      .title(SanitizedText("Ärger \"更新\"")),
      .step(number: 2, count: 4, name: SanitizedText("Copy")),
      .bytes(completed: 30, total: 120), .message(SanitizedText("a\\b")),
    ])
    #expect(Set(all.keys) == Set(fields.keys))
    #expect(all["title"] as? String == "Ärger \"更新\"" && all["message"] as? String == "a\\b")
    #expect(all["percent"] as? Double == 31.25 && all["bytes"] as? Int == 30)
    #expect(all["step"] as? Int == 2 && all["steps"] as? Int == 4)
    #expect(all["state"] as? String == "running" && all["time"] as? Double == 1)
    let title = StatusReport.facts(in: object.bytes.span, only: "title")
    let heading = StatusReport.facts(in: object.bytes.span, only: "heading")
    #expect(title == "\n" && heading == nil)
  }

  private static let endings: [(events: [ProgressEvent], state: String, outcome: String)] = [
    ([.fraction(.zero), .paused(.empty)], "paused", ""), ([.fraction(.zero)], "stalled", ""),
    ([.done(.empty)], "done", "done"), ([.fail(.empty)], "failed", "failed"),
  ]

  @Test(arguments: endings) func state_isThatOfTheScreen(
    events: [ProgressEvent], state: String, outcome: String
  ) throws {
    let (_, fields) = try report(events, after: 60)
    #expect(fields["state"] as? String == state && fields["outcome"] as? String == outcome)
    #expect(fields["since"] as? Double == (state == "stalled" ? 10 : 0))
  }

  @Test func facts_areTheKnownFields_withoutThoseForPrograms() throws {
    let (object, fields) = try report([.title(SanitizedText("Ärger \"更新\""))])
    let facts = StatusReport.facts(in: object.bytes.span)
    let text = try #require(facts)
    let lines = "\(text)".split(separator: "\n").map(String.init)
    #expect(lines.contains("title Ärger \"更新\"") && lines.contains("state waiting"))
    for name in ["percent", "message", "jobs", "settings", "wire"] {
      #expect(fields[name] != nil && !lines.contains { $0.hasPrefix(name + " ") }, "\(lines)")
    }
  }

  @Test func wire_isTheState() throws {
    let (_, fields) = try report([.title(SanitizedText("Update"))])
    let wire = try #require((fields["wire"] as? String).flatMap { Data(base64Encoded: $0) })
    let state = ProgressState(wire: [UInt8](wire).span)
    #expect(state?.title.utf8 == "Update")
  }
}
