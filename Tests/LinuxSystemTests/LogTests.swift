import Base
import Testing

@testable import LinuxSystem

@Suite struct LogTests {
  /// The kernel refuses a record of more than 976 bytes.
  @Test func kernelRecord_isCut() {
    #expect(Log.kernelRecord("hello", .warning) == "<28>hello\n")
    let long = ByteString([UInt8](repeating: 0x61, count: 2_000))
    #expect(Log.kernelRecord(long, .info) == "<30>" + long[0..<900] + "\n")
    let fits = long[0..<900]
    #expect(Log.kernelRecord(fits, .info) == "<30>" + fits + "\n")
  }
}
