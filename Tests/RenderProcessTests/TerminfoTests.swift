import Base
import Foundation
import TestSupport
import Testing

@testable import RenderProcess

/// Entries that `tic` compiles.
@Suite struct TerminfoTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "fbprogress-terminfo-\(UUID().uuidString)")

  /// Compiles an entry, and returns its bytes.
  private func compile(_ source: String, named name: String) throws -> [UInt8] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "source")
    try Data("\(name)|made by a test,\n\t\(source)\n".utf8).write(to: file)
    let tic = Process()
    tic.executableURL = URL(filePath: "/usr/bin/tic")
    tic.arguments = ["-x", "-o", folder.path, file.path]
    try tic.run()
    tic.waitUntilExit()
    try #require(tic.terminationStatus == 0)
    let first = try #require(name.first)
    let found = folder.appending(path: "\(first)/\(name)")
    let hex = String(try #require(first.asciiValue), radix: 16)
    return try Array(
      Data(
        contentsOf: FileManager.default.fileExists(atPath: found.path)
          ? found : folder.appending(path: "\(hex)/\(name)")))
  }

  private static func parse(_ bytes: [UInt8]) -> Terminfo? { Terminfo(bytes.span) }

  private static func bytes(_ text: String) -> ByteString { ByteString(Array(text.utf8)) }

  @Test(arguments: [
    ("am, colors#256, cols#80, el=\\E[K, cuu1=\\E[A,", 256, true),
    ("colors#8, el=\\E[K$<3>,", 8, true), ("cols#80, el=\\E[K,", nil, true),
    ("colors#0x1000000, el=\\E[K, user#70000,", 0x100_0000, true),
    ("colors#64, el=\\EK,", 64, false), ("am, bel=^G,", nil, false),
    ("am, xenl, bce, colors#16, kbs=^H, clear=\\E[H\\E[J, el=\\E[K,", 16, true),
  ])
  func entry_tellsColors(source: String, colors: Int?, isECMA48: Bool) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // The names' length decides about the padding.
    for name in ["fbp-test", "fbp-test2"] {
      let entry = Self.parse(try compile(source, named: name))
      #expect(entry == Terminfo(colors: colors, isECMA48: isECMA48), "\(name)")
      #expect(Terminfo.find(Self.bytes(name), in: ["/nowhere", Self.bytes(folder.path)]) == entry)
    }
  }

  /// A file that is cut anywhere is ignored, or tells what the whole tells.
  @Test(arguments: ["colors#256, el=\\E[K,", "colors#0x1000000, el=\\E[K,"])
  func cutFile_isIgnored(source: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = try compile(source, named: "fbp-cut")
    let whole = Self.parse(bytes)
    #expect(whole != nil)
    var ignored = 0
    for count in 0..<bytes.count {
      let entry = Self.parse(Array(bytes[..<count]))
      #expect(entry == nil || entry == whole, "\(count)")
      if entry == nil { ignored += 1 }
    }
    #expect(ignored > bytes.count / 2)
  }

  @Test func changedBytes_neverTrap() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = try compile("colors#256, el=\\E[K,", named: "fbp-changed")
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      _ = Self.parse(changed)
    }
  }

  @Test func folderOfHexadecimalNames_isFound() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = try compile("colors#8, el=\\E[K,", named: "fbp-hex")
    let other = folder.appending(path: "other/66")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    try Data(bytes).write(to: other.appending(path: "fbp-hex"))
    let folders = [Self.bytes(folder.appending(path: "other").path)]
    #expect(Terminfo.find("fbp-hex", in: folders)?.colors == 8)
    // A file of garbage is passed over.
    let bad = folder.appending(path: "bad/f")
    try FileManager.default.createDirectory(at: bad, withIntermediateDirectories: true)
    try Data("garbage".utf8).write(to: bad.appending(path: "fbp-hex"))
    #expect(
      Terminfo.find("fbp-hex", in: [Self.bytes(folder.appending(path: "bad").path)] + folders)?
        .colors == 8)
  }

  @Test(arguments: ["", ".", "..", "a/b", "../passwd", String(repeating: "a", count: 300)])
  func nameThatIsNoName_isNotLookedFor(name: String) {
    #expect(Terminfo.find(Self.bytes(name), in: ["/", "/etc"]) == nil)
  }

  // MARK: - The form

  @Test(arguments: [
    (Terminfo(colors: 8, isECMA48: true), "vt100", true),
    (Terminfo(colors: nil, isECMA48: true), "xterm", false),
    (Terminfo(colors: 2, isECMA48: true), "xterm-256color", false),
  ])
  func colors_areThoseOfTheEntry(terminfo: Terminfo, type: String, hasColors: Bool) {
    let form = TerminalRenderer.Form.of(
      isTerminal: true, type: Self.bytes(type), terminfo: terminfo, charset: "C.UTF-8",
      hasNoColor: false)
    #expect(form == .block(hasColors: hasColors, hasBlocks: true))
  }

  @Test func otherSequences_areNoneOfOurs() {
    let form = TerminalRenderer.Form.of(
      isTerminal: true, type: "wy50", terminfo: Terminfo(colors: nil, isECMA48: false),
      charset: "C.UTF-8", hasNoColor: false)
    #expect(form == .log)
  }
}
