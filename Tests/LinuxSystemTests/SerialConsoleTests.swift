import Base
import Foundation
import LinuxSystem
import Testing

@Suite struct SerialConsoleTests {
  @Test(
    arguments: [
      ("tty0 ttyS0\n", "/dev/ttyS0"), ("ttyS0 tty0\n", nil), ("tty0\n", nil), ("", nil),
      ("ttyAMA0\n", "/dev/ttyAMA0"), ("tty0 hvc0", "/dev/hvc0"),
      ("tty12 ttymxc1\n", "/dev/ttymxc1"),
      ("ttyS0 tty1\n", nil),
    ] as [(String, String?)])
  func lastConsoleCounts(list: String, device: String?) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(list.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let found = Terminal.serialConsole(in: ByteString(Array(file.path.utf8)))
    #expect(found.map { String(decoding: $0.bytes, as: UTF8.self) } == device)
  }
}
