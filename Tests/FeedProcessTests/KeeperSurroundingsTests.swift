import Base
import Feed
import Foundation
import ProgressModel
import SessionProtocol
import TestSupport
import Testing

@testable import ConsoleGuard
@testable import FeedProcess
@testable import LinuxSystem

/// Messages of a keeper in memory to its surroundings: the console guard, the service manager, a
/// successor, a dump.
@Suite struct KeeperSurroundingsTests {
  private let system = SystemInMemory()

  private static func part(_ percent: Int64) -> ProgressEvent {
    .fraction(Fraction(billionths: percent * 10_000_000))
  }

  private func path(_ name: String) -> ByteString {
    ByteString("/dev/shm/fbprogress-\(UUID())-" + name)
  }

  // MARK: - The console guard

  /// The other end of a guard's channel.
  private final class Console {
    let channel: MessageChannel

    init(_ channel: consuming MessageChannel) { self.channel = channel }

    /// The kinds of all pending messages, and the number of their descriptors.
    func receive() -> (kinds: [UInt8], descriptors: Int) {
      var (kinds, descriptors, inbox) = ([UInt8](), 0, [UInt8](repeating: 0, count: 4_096))
      while case .message(_, let descriptor) = channel.receive(into: &inbox) {
        kinds.append(inbox[0])
        guard let descriptor else { continue }
        descriptors += 1
        _ = FileDescriptor(owning: descriptor)
      }
      return (kinds, descriptors)
    }
  }

  private func addConsole(to keeper: Keeper) throws -> Console {
    let pair = try MessageChannel.makePair()
    // No process has this number, so no call has an effect.
    keeper.consoleGuard = ConsoleGuardProcess(
      Helper(ChildProcess(identifier: .max), pair.first))
    return Console(pair.second)
  }

  @Test func presenterThatIsGivenUp_restoresTheConsole() throws {
    let keeper = try system.keeper()
    let console = try addConsole(to: keeper)
    system.at(1) { [system] in
      #expect(console.receive().kinds.isEmpty)
      system.end(system.last, .exited(3))
    }
    system.at(2) { [system] in
      // `Message.Kind.restore`.
      #expect(console.receive().kinds == [2])
      system.send(.terminate)
    }
    #expect(keeper.live() == .signal(15))
  }

  /// A session that keeps its pictures leaves all cards to the guard.
  @Test(arguments: ["keep", "restore"] as [ByteString])
  func cards_areLeftToTheGuard_whereTheSettingSaysSo(setting: ByteString) throws {
    let keeper = try system.keeper(("on-exit", setting))
    let console = try addConsole(to: keeper)
    let null = try FileDescriptor.open("/dev/null", for: .reading)
    let paths: [ByteString] = ["/dev/dri/card0", "/dev/dri/card1"]
    system.at(1) { [system] in system.last.report(.init(.cards, paths: paths)) }
    system.at(3) { [system] in
      for (presenter, path) in zip(system.presenters, paths) {
        presenter.report(.init(.card, text: path), descriptor: null.rawValue)
        presenter.report(.init(.firstPicture))
      }
    }
    system.at(4) { [system] in system.send(.terminate) }
    #expect(keeper.live() == .signal(15))
    let received = console.receive()
    // `Message.Kind.keepCard` and `.hold`.
    #expect(received.kinds == (setting == "keep" ? [6, 3] : []))
    #expect(received.descriptors == received.kinds.count)
  }

  // MARK: - The service manager

  /// Gives the keeper a service manager, and returns its end of the socket.
  private func addManager(
    to keeper: Keeper, heartbeat: Duration? = nil
  ) throws -> LocalSocketEnd {
    let path = path("notify")
    let end = LocalSocketEnd(try LocalSocket.serve(path, datagrams: true))
    keeper.manager = ServiceManager(
      try LocalSocket.connect(path, datagrams: true), heartbeat: heartbeat,
      at: SystemInMemory.start)
    try FileSystem.remove(path)
    return end
  }

  private final class LocalSocketEnd {
    let socket: FileDescriptor

    init(_ socket: consuming FileDescriptor) { self.socket = socket }

    /// All pending messages.
    func receive() throws -> [String] {
      var (texts, buffer) = ([String](), [UInt8](repeating: 0, count: 4_096))
      while let count = try socket.read(into: &buffer), count > 0 {
        texts.append(String(decoding: buffer[..<count], as: UTF8.self))
      }
      return texts
    }
  }

  /// For systemd a service has failed if it ends before it is ready, whatever its exit status.
  @Test func endWithoutAPicture_isReady_too() throws {
    let keeper = try system.keeper()
    let manager = try addManager(to: keeper)
    system.at(1) { [system] in system.tell(.done(.empty)) }
    system.at(2) { [system] in system.send(.terminate) }
    _ = keeper.live()
    let told = try manager.receive()
    #expect(told.suffix(2) == ["READY=1", "STOPPING=1\nSTATUS=done, 100 %"], "\(told)")
  }

  @Test func readiness_statusAndEnd_areTold() throws {
    let keeper = try system.keeper()
    let manager = try addManager(to: keeper)
    system.at(1) { [system] in
      #expect(try! manager.receive() == ["STATUS=waiting"])
      system.last.report(.init(.firstPicture))
      system.tell(Self.part(100))
    }
    system.at(2.5) { [system] in
      // 100 % is shown only when the run is done.
      #expect(try! manager.receive() == ["READY=1", "STATUS=running, 99 %"])
      system.end(system.last, .killed(9))
    }
    system.at(3) { [system] in system.last.report(.init(.firstPicture)) }
    system.at(4) { [system] in system.tell(.done(.empty)) }
    system.at(4.5) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(try manager.receive() == ["STATUS=done, 100 %", "STOPPING=1\nSTATUS=done, 100 %"])
  }

  @Test func status_isToldOnceASecond() throws {
    let keeper = try system.keeper()
    let manager = try addManager(to: keeper)
    for number in 0..<99 {
      system.at(1.01 + Double(number) / 50) { [system] in
        system.tell(Self.part(Int64(number)))
      }
    }
    system.at(9) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(
      try manager.receive() == [
        "STATUS=waiting", "STATUS=running, 0 %", "STATUS=running, 50 %", "STATUS=running, 98 %",
        "READY=1", "STOPPING=1\nSTATUS=running, 98 %",
      ])
  }

  @Test func watchdog_isToldTwiceWithinItsTime() throws {
    let keeper = try system.keeper()
    let manager = try addManager(
      to: keeper, heartbeat: ServiceManager.heartbeat(period: "200000", owner: nil))
    // The socket has room for few messages.
    system.at(0.55) {
      #expect(try! manager.receive().count { $0 == "WATCHDOG=1" } == 6)
    }
    system.at(1.05) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(try manager.receive().count { $0 == "WATCHDOG=1" } == 5)
  }

  @Test(
    arguments: [
      ("200000", "1", nil), (nil, nil, nil), ("0", nil, nil), ("x", nil, nil),
      ("60000000", nil, .seconds(30)),
    ] as [(ByteString?, ByteString?, Duration?)])
  func watchdog_isThatOfThisProcess(
    period: ByteString?, owner: ByteString?, heartbeat: Duration?
  ) {
    #expect(ServiceManager.heartbeat(period: period, owner: owner) == heartbeat)
    let own = ByteString(Environment.processIdentifier)
    let ownHeartbeat = ServiceManager.heartbeat(period: period, owner: own)
    #expect(ownHeartbeat == (owner == nil ? heartbeat : .milliseconds(100)))
  }

  // MARK: - A successor

  /// The file stays for a successor after a signal with `on-exit=keep`, and after no other end.
  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func session_staysForASuccessorAlone(keeps: Bool, isSignaled: Bool) throws {
    let path = path("session")
    let keeper = try system.keeper(("on-exit", keeps ? "keep" : "restore"), ("outcome-time", "0"))
    keeper.file = SessionFile(path)
    system.at(1) { [system] in
      system.last.report(.init(.firstPicture))
      system.tell(.title(SanitizedText("Core")), Self.part(42))
    }
    system.at(2) { [system] in
      let last = SessionFile(path).read(at: system.now)
      #expect(last?.start == SystemInMemory.start && last?.state.title.utf8 == "Core")
      #expect(last?.state.fraction == Fraction(billionths: 420_000_000))
      if isSignaled { system.send(.terminate) } else { system.tell(.done(.empty)) }
    }
    system.at(3) { [system] in system.last.report(.init(.outcomeShown, received: 2)) }
    _ = keeper.live()
    let isLeft = SessionFile(path).read(at: system.now) != nil
    #expect(isLeft == (keeps && isSignaled))
    SessionFile(path).remove()
  }

  // MARK: - A dump

  @Test func dump_hasTheNewestState_andAsksThePresenterForAFrame() throws {
    let keeper = try system.keeper()
    system.at(1) { [system] in system.tell(.title(SanitizedText("Update")), Self.part(10)) }
    system.at(2) { [system] in system.send(.user1) }
    system.at(3) { [system] in
      system.send(.child)
      system.tell(Self.part(80))
    }
    system.at(4) { [system] in system.send(.user1) }
    system.at(5) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(system.last.orders == [.dump, .dump])
    let texts = system.dumps.map { "\($0)" }
    try #require(texts.count == 2)
    for line in ["state running", "title Update", "newest-state sent", "feed memory: open"] {
      #expect(texts[0].contains("\n" + line + "\n"), "\(texts[0])")
    }
    #expect(texts[0].contains("\npercent 10\n") && texts[1].contains("\npercent 80\n"))
  }

  /// A disk that hangs costs the later dumps, a presenter that hangs only the frame.
  @Test func dumpThatIsNotWritten_delaysNothing() throws {
    let keeper = try system.keeper()
    system.isDumpStuck = true
    system.at(1) { [system] in
      system.last.isStuck = true
      system.send(.user1)
    }
    system.at(2) { [system] in system.send(.user1) }
    system.at(3) { [system] in
      system.isDumpStuck = false
      system.send(.user1)
    }
    system.at(4) { [system] in
      #expect(system.dumps.count == 2)
      system.last.isStuck = false
    }
    system.at(5) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(system.last.orders == [.dump, .dump])
  }

  // MARK: - Another root

  @Test func newRoot_isEnteredOnce_byAllProcesses() throws {
    let keeper = try system.keeper(("new-root", "/sysroot"))
    system.at(1) { [system] in
      system.last.report(.init(.cards, paths: ["/dev/dri/card0", "/dev/dri/card1"]))
    }
    system.at(3) { [system] in system.tell(.newRoot) }
    system.at(4) { [system] in system.tell(.newRoot) }
    system.at(5) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(system.roots == ["/sysroot"])
    #expect(system.presenters.map(\.orders) == [[.enterNewRoot], [.enterNewRoot]])
  }

  @Test func newRoot_withoutASetting_isIgnored() throws {
    let keeper = try system.keeper()
    system.at(1) { [system] in system.tell(.newRoot) }
    system.at(2) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(system.roots.isEmpty && system.last.orders.isEmpty)
  }
}
