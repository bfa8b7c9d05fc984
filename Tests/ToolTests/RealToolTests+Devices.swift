import Foundation
import Testing

@testable import ProgramSupport

/// Programs that write to devices. The devices are small programs behind TCP ports.
extension RealToolTests {
  private static let tools = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Tools").path

  /// Runs a command under `wrap` with a device, whose port is `$port`.
  private func session(
    with device: String, _ options: [String] = [], bytes: Int, command: String
  ) throws -> (fractions: [Double], words: [String], run: ProgramRun) {
    let scratch = try Scratch()
    return try session(
      options + ["wrap", "sh", "-c", command],
      shell: """
        cd \(scratch.url.path) && head -c \(bytes) /dev/urandom >image
        \(Self.tools)/\(device) >port & device=$!
        trap 'kill $device 2>/dev/null' EXIT
        for try in $(seq 400); do test -s port && break; sleep 0.05; done
        export port=$(cat port)
        "$0" "$@"
        """)
  }

  /// An image that is larger than the device takes at once is sent in pieces.
  @Test func fastboot() throws {
    let session = try session(
      with: "fastboot-device", bytes: 3 << 20,
      command: "exec fastboot -s tcp:127.0.0.1:$port flash system image")
    #expect(session.run.status == 0, "\(session.run.errors)")
    #expect(
      session.words.filter { $0.hasPrefix("step ") } == (1...4).map { "step \($0)/4 'system'" }
        && session.words.last == "done", "\(session.words) \(session.run.errors)")
  }

  @Test func fastboot_refused() throws {
    let session = try session(
      with: "fastboot-device", bytes: 3 << 20,
      command: "exec fastboot -s tcp:127.0.0.1:$port flash broken image")
    #expect(session.run.status == 1 && session.words.contains("step 1/4 'broken'"))
    #expect(session.words.last == "fail fastboot: error: Command failed", "\(session.words)")
  }

  private static func avrdude(_ memory: String) -> String {
    "exec avrdude -c arduino -p m328p -P net:127.0.0.1:$port -D -U \(memory)"
  }

  /// It writes 32 pages, and then reads them.
  @Test func avrdude() throws {
    let session = try session(
      with: "avr-programmer", ["--wrap-terminal", "yes"], bytes: 4_096,
      command: Self.avrdude("flash:w:image:r"))
    #expect(session.run.status == 0, "\(session.run.output)")
    let reading = try #require(session.words.firstIndex(of: "message Reading"))
    #expect(session.words[..<reading].count { $0 == "message Writing" } > 20, "\(session.words)")
    #expect(session.words[reading...].count { $0 == "message Reading" } > 20)
    #expect(session.fractions.contains(0.5) && session.fractions.contains(1))
    #expect(session.words.last == "done", "\(session.words)")
  }

  /// Verification fails. Without a terminal avrdude prints only full bars.
  @Test func avrdude_mismatch() throws {
    let session = try session(
      with: "avr-programmer broken", bytes: 4_096, command: Self.avrdude("flash:w:image:r"))
    #expect(session.run.status == 1 && session.fractions == [1, 1], "\(session.words)")
    #expect(session.run.errors.contains("avrdude error: verification mismatch"))
    let last = session.words.last ?? ""
    #expect(last.hasPrefix("fail avrdude ") && !last.contains("Thank you"), "\(last)")
  }
}
