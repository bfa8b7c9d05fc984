import Foundation
import Testing

@testable import PNGCodec

@Suite struct GzipFileTests {
  /// gzip's own file of "CONFIG_DRM=y\n", a thousand times.
  private func packed() throws -> [UInt8] {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "yes CONFIG_DRM=y | head -n 1000 | gzip -n"]
    process.standardOutput = output
    try process.run()
    return Array(try #require(try output.fileHandleForReading.readToEnd()))
  }

  private func unpack(_ packed: [UInt8], limit: Int) -> [UInt8]? {
    GzipFile.unpack(packed.span, limit: limit)
  }

  @Test func file_isUnpacked() throws {
    let bytes = try #require(unpack(try packed(), limit: 13_000))
    #expect(
      String(decoding: bytes, as: UTF8.self) == String(repeating: "CONFIG_DRM=y\n", count: 1000))
  }

  /// Fields that the head may have: further ones, a name, a comment, a checksum.
  @Test(arguments: 0..<16) func head_mayHaveFields(set: Int) throws {
    let packed = try packed()
    var file = Array(packed[..<10])
    let fields: [(flag: UInt8, bytes: [UInt8])] = [
      (4, [3, 0, 1, 2, 0]), (8, Array("config".utf8) + [0]), (16, [0]), (2, [7, 7]),
    ]
    for (index, field) in fields.enumerated() where set >> index & 1 == 1 {
      file[3] |= field.flag
      file += field.bytes
    }
    #expect(unpack(file + packed[10...], limit: 13_000)?.count == 13_000)
    for count in 0..<file.count { #expect(unpack(Array(file[..<count]), limit: 13_000) == nil) }
  }

  @Test func damagedCutOrLargeFile_isRefused() throws {
    let packed = try packed()
    #expect(unpack(packed, limit: 12_999) == nil)
    #expect(unpack(Array(packed.dropLast(9)), limit: 13_000) == nil)
    var damaged = packed
    // The checksum.
    damaged[packed.count - 5] ^= 1
    #expect(unpack(damaged, limit: 13_000) == nil)
    #expect(unpack([], limit: 10) == nil)
    #expect(unpack(Array("plain".utf8), limit: 10) == nil)
  }
}
