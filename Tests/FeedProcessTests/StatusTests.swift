import Base
import Feed
import Foundation
import ProgressModel
import TestSupport
import Testing

@testable import FeedProcess
@testable import LinuxSystem

/// The socket of the status: its clients, its files and its reports.
///
/// Each server sets the umask of the process for a moment.
@Suite(.serialized) struct StatusTests {
  /// A server whose time the test sets, at a path of its own. A report is `{"at":TEXT}`.
  private final class Server {
    let path = ByteString("/dev/shm/fbprogress-\(UUID())/state/status")
    let server: StatusServer
    var text: ByteString = "first"
    var stallsAt: Duration?
    var outputs: [FeedOutput] = []

    init() throws {
      // As the keeper does.
      FileDescriptor.ignoreBrokenPipes()
      server = try #require(StatusServer.open(path))
    }

    deinit { server.close { "{}" } }

    func step(at milliseconds: Int) {
      var poller = Poller()
      server.addDescriptors(to: &poller)
      poller.wait(for: .zero)
      server.update(after: poller, at: .milliseconds(milliseconds), stallsAt: stallsAt) {
        "{\"at\":\"" + text + "\"}"
      } emit: {
        outputs.append($0)
      }
    }

    func change(_ text: ByteString, at milliseconds: Int) {
      self.text = text
      server.stateChanged()
      step(at: milliseconds)
    }

    func close(_ text: ByteString) { server.close { "{\"at\":\"" + text + "\"}" } }

    /// A client whose connection was accepted at a time.
    func connect(at milliseconds: Int) throws -> Client {
      let client = Client(try LocalSocket.connect(path))
      step(at: milliseconds)
      return client
    }

    /// A client that got its first report.
    func follower(at milliseconds: Int = 0) throws -> Client {
      let client = try connect(at: milliseconds)
      try client.write(ProgressInterface.follow)
      step(at: milliseconds)
      #expect(try client.read() == [StatusTests.report("\(text)")])
      return client
    }

    func deadline() -> Duration? { server.deadline(stallsAt: stallsAt) }
  }

  private final class Client {
    let socket: FileDescriptor
    init(_ socket: consuming FileDescriptor) { self.socket = socket }

    func write(_ call: ByteString) throws { _ = try socket.write(call.bytes.span) }
    func write(_ call: String) throws { try write(ByteString(call + "\0")) }

    /// The replies that arrived since the last call; nil at EOF.
    func read() throws -> [String]? {
      var (text, buffer) = ("", [UInt8](repeating: 0, count: 1 << 20))
      while let count = try socket.read(into: &buffer) {
        if count == 0 { return text.isEmpty ? nil : text.split(separator: "\0").map(String.init) }
        text += String(decoding: buffer[..<count], as: UTF8.self)
      }
      return text.split(separator: "\0").map(String.init)
    }
  }

  /// The reply with a report.
  private static func report(_ text: String, isLast: Bool = false) -> String {
    "{\"parameters\":{\"report\":{\"at\":\"\(text)\"}}" + (isLast ? "}" : ",\"continues\":true}")
  }

  @Test func callThatWaits_getsTheLastReport() throws {
    let server = try Server()
    let client = Client(try LocalSocket.connect(server.path))
    try client.write("{\"method\":\"io.fbprogress.Progress.Get\"}")
    server.close("last")
    #expect(try client.read() == [Self.report("last", isLast: true)])
    #expect(try client.read() == nil)
  }

  @Test func nextScreen_keepsItsSocket() throws {
    let server = try Server()
    let client = try server.follower()
    // The last report is made while the first screen ends.
    var next: StatusServer?
    server.server.close {
      next = StatusServer.open(server.path)
      return "{}"
    }
    #expect(next != nil)
    _ = try LocalSocket.connect(server.path)
    next?.close { "{}" }
    _ = client
  }

  @Test func follower_getsAReportAtOnce_andAfterChanges_atMostTenASecond() throws {
    let server = try Server()
    #expect(server.deadline() == nil)
    let client = try server.follower(at: 1_000)
    #expect(server.deadline() == nil)
    server.change("second", at: 1_010)
    #expect(try client.read() == [])
    #expect(server.deadline() == .milliseconds(1_100))
    server.change("third", at: 1_050)
    server.step(at: 1_100)
    #expect(try client.read() == [Self.report("third")])
    #expect(server.deadline() == nil)
    server.change("fourth", at: 1_500)
    server.change("fifth", at: 1_510)
    #expect(try client.read() == [Self.report("fourth")])
    server.close("last")
    #expect(try client.read() == [Self.report("last", isLast: true)])
    #expect(try client.read() == nil)
  }

  @Test func stall_isAChange_whileAClientFollows() throws {
    let server = try Server()
    server.stallsAt = .seconds(20)
    #expect(server.deadline() == nil)
    let client = try server.follower(at: 1_000)
    #expect(server.deadline() == .seconds(20))
    server.text = "stalled"
    server.step(at: 20_000)
    #expect(try client.read() == [Self.report("stalled")])
    #expect(server.deadline() == nil)
  }

  @Test func followerThatDoesNotRead_isClosed_andDelaysNobody() throws {
    let server = try Server()
    let (slow, other) = (try server.follower(), try server.follower())
    let text = ByteString([UInt8](repeating: UInt8(ascii: "x"), count: 20_000))
    for number in 1...40 {
      server.change(text, at: 1_000 * number)
      #expect(try other.read()?.count == 1)
    }
    _ = try slow.read()
    #expect(try slow.read() == nil)
  }

  @Test func seventeenthFollower_getsOneReport() throws {
    let server = try Server()
    var followers = try (0..<16).map { _ in try server.follower() }
    let last = try server.connect(at: 0)
    try last.write(ProgressInterface.follow)
    server.step(at: 0)
    #expect(try last.read() == [Self.report("first", isLast: true)])
    followers.removeLast()
    server.step(at: 0)
    followers.append(try server.follower())
    server.change("second", at: 1_000)
    for client in followers { #expect(try client.read() == [Self.report("second")]) }
    #expect(try last.read() == [])
  }

  @Test func oldestOfSeventeenIdleClients_isClosed() throws {
    let server = try Server()
    let follower = try server.follower()
    let clients = try (0..<17).map { _ in try server.connect(at: 0) }
    #expect(try clients[0].read() == nil)
    for client in clients.dropFirst() { #expect(try client.read() == []) }
    server.change("second", at: 1_000)
    #expect(try follower.read() == [Self.report("second")])
  }

  // MARK: - Calls

  private static let calls: [(call: String, reply: String?)] = [
    ("io.fbprogress.Progress.Get\"", "{\"parameters\":{\"report\":{\"at\":\"first\"}}}"),
    ("io.fbprogress.Progress.Get\",\"oneway\" : true ", nil),
    ("io.fbprogress.Progress.Report\",\"oneway\":true,\"parameters\":{\"percent\":1}", nil),
    (
      "io.fbprogress.Progress.Follow\"",
      "{\"error\":\"org.varlink.service.ExpectedMore\",\"parameters\":{}}"
    ),
    (
      "io.fbprogress.Progress.Stop\"",
      "{\"error\":\"org.varlink.service.MethodNotFound\",\"parameters\":"
        + "{\"method\":\"io.fbprogress.Progress.Stop\"}}"
    ),
    (
      "org.varlink.service.GetInterfaceDescription\",\"parameters\":{\"interface\":\"io.x\"}",
      #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"io.x"}}"#
    ),
    (
      "io.fbprogress.Progress.Report\",\"parameters\":{\"percent\":42.5,\n \"title\": \"A\"}",
      "{\"parameters\":{}}"
    ),
    (
      "io.fbprogress.Progress.Report\",\"parameters\":{\"colour\":\"red\"}",
      "{\"error\":\"org.varlink.service.InvalidParameter\",\"parameters\":{\"parameter\":\"\"}}"
    ),
    (
      "io.fbprogress.Progress.Report\",\"parameters\":\"reset\"",
      "{\"error\":\"org.varlink.service.InvalidParameter\",\"parameters\":{\"parameter\":\"\"}}"
    ),
    (
      "io.fbprogress.Progress.Report\"",
      "{\"error\":\"org.varlink.service.InvalidParameter\",\"parameters\":{\"parameter\":\"\"}}"
    ),
  ]

  @Test(arguments: calls) func call_isAnswered(call: String, reply: String?) throws {
    let server = try Server()
    let client = try server.connect(at: 0)
    // In two pieces, and with another call behind it.
    let text = "{\"method\":\"" + call + "}\0{\"method\":\"org.varlink.service.GetInfo\"}"
    try client.write(ByteString(String(text.prefix(9))))
    server.step(at: 1)
    #expect(try client.read() == [])
    try client.write(String(text.dropFirst(9)))
    server.step(at: 2)
    let replies = try #require(try client.read())
    #expect(Array(replies.dropLast()) == (reply.map { [$0] } ?? []))
    #expect(replies.last?.contains("\"interfaces\":[\"org.varlink.service\",") == true)
  }

  @Test func report_isPassedOn_untilTheOutcome() throws {
    let server = try Server()
    let client = try server.connect(at: 0)
    for fields in ["\"percent\":42.5", "\"title\":\"\\u00c4rger\"", "\"fail\":\"no space\""] {
      try client.write(
        "{\"method\":\"io.fbprogress.Progress.Report\",\"parameters\":{\(fields)}}")
      server.step(at: 0)
    }
    #expect(
      server.outputs == [
        .event(.fraction(Fraction(billionths: 425_000_000))),
        .event(.title(SanitizedText("Ärger"))), .event(.fail(SanitizedText("no space"))),
      ])
    #expect(try client.read()?.count == 3)
  }

  @Test(arguments: [
    #""progress":0.5"#, #""percent":5"#, #""bytes":5,"total":9"#, #""step":1,"steps":2,"name":"a""#,
    #""title":"a""#, #""message":"a""#, #""detail":"a""#, #""paused":"a""#, #""resume":true"#,
    #""done":true"#, #""fail":"a""#, #""cancel":true"#, #""reset":true"#,
  ]) func parameter_isKnown(field: String) throws {
    let server = try Server()
    let client = try server.connect(at: 0)
    let call = #"{"method":"io.fbprogress.Progress.Report","parameters":{\#(field)}}"#
    try client.write(call)
    server.step(at: 0)
    #expect(try client.read() == [#"{"parameters":{}}"#])
    #expect(server.outputs.count == 1)
  }

  /// Each call of varlinkctl has a connection of its own.
  @Test func clients_areOneFeed() throws {
    let server = try Server()
    for number in ["0.5", "1"] {
      let client = try server.connect(at: 0)
      try client.write(
        #"{"method":"io.fbprogress.Progress.Report","parameters":{"progress":\#(number)}}"#)
      server.step(at: 0)
    }
    #expect(server.outputs.last == .event(.fraction(.whole)))
  }

  @Test func reportAtTheEnd_isNotTaken() throws {
    let server = try Server()
    let client = Client(try LocalSocket.connect(server.path))
    try client.write(#"{"method":"io.fbprogress.Progress.Report","parameters":{"percent":1}}"#)
    server.close("last")
    #expect(try client.read() == nil)
  }

  @Test func interfaces_areDescribed() throws {
    let server = try Server()
    let client = try server.connect(at: 0)
    for (interface, methods) in [
      ("org.varlink.service", ["GetInfo", "GetInterfaceDescription"]),
      ("io.fbprogress.Progress", ["Get", "Follow", "Report"]),
    ] {
      try client.write(
        "{\"method\":\"org.varlink.service.GetInterfaceDescription\","
          + "\"parameters\":{\"interface\":\"\(interface)\"}}")
      server.step(at: 0)
      let text = try #require(try client.read()?.first)
      let reply = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let parameters = reply?["parameters"] as? [String: String]
      let description = try #require(parameters?["description"])
      #expect(description.hasPrefix("interface \(interface)\n"))
      for method in methods { #expect(description.contains("\nmethod \(method)(")) }
    }
  }

  @Test(arguments: ["GET / HTTP/1.1", "[]", "{}", "{\"method\":", "\"method\":\"a\""])
  func anythingButACall_closesItsClient(text: String) throws {
    let server = try Server()
    let client = try server.connect(at: 0)
    try client.write(text)
    server.step(at: 1)
    #expect(try client.read() == nil)
    #expect(server.deadline() == nil)
  }

  @Test func endlessCall_closesItsClient() throws {
    let server = try Server()
    let client = try server.connect(at: 0)
    let part = ByteString([UInt8](repeating: UInt8(ascii: "x"), count: 4_096))
    var isOpen = true
    for _ in 0..<20 where isOpen {
      isOpen = (try? client.write(part)) != nil
      server.step(at: 1)
    }
    #expect(!isOpen)
  }

  @Test func files_areMade_replacedWhenStale_andRemoved() throws {
    let server = try Server()
    let folder = FileSystem.folder(of: FileSystem.folder(of: server.path))
    #expect(try FileSystem.status(server.path)?.isSocket == true)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: String(decoding: server.path.bytes, as: UTF8.self))
    #expect(attributes[.posixPermissions] as? Int == 0o660)
    #expect(StatusServer.open(server.path) == nil)
    server.close("last")
    #expect(!FileSystem.exists(folder))
    _ = try FileSystem.makeDirectory(folder, mode: 0o755)
    let path = folder + "/status"
    // A killed screen closes its socket and leaves the file.
    FileDescriptor.close(try SystemCall.unixSocket(path, datagrams: false, mode: 0o600))
    let next = try #require(StatusServer.open(path))
    #expect(StatusServer.open(path) == nil)
    next.close { "{}" }
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
    return (object, try #require(fields))
  }

  @Test func report_isJSON_withAllFields_alsoBeforeTheRun() throws {
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
