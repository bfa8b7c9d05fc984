import Base
import Foundation
import PNGCodec
import Pixels
import Testing
import Text

@testable import TestSupport

/// A reader of QR codes, zbarimg, reads symbols from pictures.
@Suite struct ReadingTests {
  /// Draws a symbol with two pixels for each module and the quiet zone, and has it read.
  private func read(_ symbol: QRCode, _ options: [String] = []) throws -> ByteString {
    let size = (symbol.side + 8) * 2
    var picture = Pixmap(size: PixelSize(width: size, height: size), filledWith: 0xffff_ffff)
    for y in 0..<(symbol.side * 2) {
      picture.withMutableRow(y + 8, columns: 8..<(size - 8)) { row in
        for x in row.indices where symbol[x / 2, y / 2] { row[x] = 0xff00_0000 }
      }
    }
    let file = FileManager.default.temporaryDirectory
      .appending(path: "fbprogress-\(UUID().uuidString).png")
    try Data(PNGEncoder.encode(picture)).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["zbarimg", "--nodbus", "--quiet", "--raw", "--oneshot"] + options
    process.arguments?.append(file.path)
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "zbarimg fails; it is in Debian's zbar-tools")
    return ByteString(Array(data))
  }

  @Test(arguments: 1...10, Symbols.Kind.allCases) func everyVersion_isRead(
    version: Int, kind: Symbols.Kind
  ) throws {
    var random = SeededGenerator(seed: Symbols.seed &+ UInt64(version))
    let limits = Symbols.limits.map {
      switch kind {
      case .alphanumeric: $0.characters
      case .ascii: $0.bytes
      case .utf8: $0.bytes - 1
      }
    }
    let fewest = version == 1 ? 1 : limits[version - 2] + 1
    for bytes in [fewest, limits[version - 1]] {
      let text = kind.text(bytes: bytes, using: &random)
      let symbol = try #require(QRCode(text))
      #expect(symbol.version == version)
      #expect(try read(symbol) == text, "FUZZ_SEED=\(Symbols.seed)")
    }
  }

  @Test(arguments: [
    "A", "7", ":", "a", "ü", "HTTPS://EXAMPLE.ORG/%20", "https://example.org/?a=1&b=%C3%A4",
    "Grüße, 日本", "line 1\nline 2\n", "  blanks  ",
  ])
  func text_isRead(text: String) throws {
    let symbol = try #require(QRCode(ByteString(text)))
    #expect(try read(symbol).description == text)
  }

  @Test func everyByteOfASCII_isRead() throws {
    let bytes = Array(0...127 as ClosedRange<UInt8>)
    let symbol = try #require(QRCode(ByteString(bytes)))
    #expect(try read(symbol, ["-Sbinary"]).bytes == bytes)
  }
}
