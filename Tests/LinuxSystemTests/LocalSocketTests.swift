import Base
import Foundation
import TestSupport
import Testing

@testable import LinuxSystem

/// Which clients sockets take, and what becomes of descriptors.
@Suite struct LocalSocketTests {
  private static let isRoot = geteuid() == 0

  private func flags(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_GETFD) }

  @Test(.enabled(if: isRoot)) func clientOfAnotherUser_isClosed() throws {
    let name = ByteString(Array("@fbprogress-\(UUID())".utf8))
    let listener = try LocalSocket.serve(name, datagrams: false)
    let child = try ChildProcess.fork(named: "test") {
      guard setuid(65_534) == 0, let client = try? LocalSocket.connect(name) else { return 9 }
      var buffer: [UInt8] = [0]
      for _ in 0..<6_000 {
        do throws(SystemError) {
          if try client.read(into: &buffer) == 0 { return 1 }
        } catch {
          return 1
        }
        usleep(10_000)
      }
      return 2
    }
    while !listener.isReadable { usleep(1_000) }
    let isAccepted = try LocalSocket.accept(on: listener.rawValue) != nil
    #expect(!isAccepted)
    #expect(child.reap(waiting: true) == .exited(1))
    let own = try LocalSocket.connect(name)
    while !listener.isReadable { usleep(1_000) }
    let isOwnAccepted = try LocalSocket.accept(on: listener.rawValue) != nil
    #expect(isOwnAccepted && own.rawValue >= 0)
  }

  @Test func sockets_areNotInherited() throws {
    let name = ByteString(Array("@fbprogress-\(UUID())".utf8))
    let listener = try LocalSocket.serve(name, datagrams: false)
    let client = try LocalSocket.connect(name)
    guard let accepted = try LocalSocket.accept(on: listener.rawValue) else {
      Issue.record("no connection")
      return
    }
    for one in [listener.rawValue, client.rawValue, accepted.rawValue] {
      #expect(flags(one) & FD_CLOEXEC != 0)
    }
  }

  @Test func receivedDescriptor_isNotInherited() throws {
    let pair = try MessageChannel.makePair()
    let first = consume pair.first
    let second = consume pair.second
    first.send([1].span, descriptor: 2)
    var buffer: [UInt8] = [0]
    guard case .message(1, let descriptor?) = second.receive(into: &buffer) else {
      Issue.record("no descriptor")
      return
    }
    #expect(flags(descriptor) & FD_CLOEXEC != 0)
    close(descriptor)
  }
}
