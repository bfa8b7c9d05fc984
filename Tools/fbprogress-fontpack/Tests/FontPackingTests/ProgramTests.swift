import Foundation
import Testing

@testable import FontPacking

/// The program as it is called.
@Suite struct ProgramTests {
  @Test func theSameInput_givesTheSameBytes() throws {
    try withFolder { folder in
      let paths = ["a", "b"].map { folder.appendingPathComponent($0).path }
      for path in paths {
        let result = try run([
          "--output", path, "--font", Fonts.noto, "--font", Fonts.arabic, "--font", Fonts.cjk,
          "--characters", "U+0020-007E,U+00C0-00FF", "--catalogue", Repository.catalogue("ar"),
          "--catalogue", Repository.catalogue("ja"), "--kerning-error", "5",
        ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("outlines") && result.output.contains("total"))
      }
      let files = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      #expect(files[0] == files[1] && files[0].count > 10_000)
      _ = try PackReader([UInt8](files[0]))
    }
  }

  @Test func everyByteThatIsChanged_isNoticed() throws {
    let file = try packed(["--font", Fonts.noto, "--characters", "U+0041-0043"])
    // Any number of units is one, and it is not under the checksum.
    for place in file.indices where place != 6 && place != 7 {
      var broken = file
      broken[place] ^= 0x10
      #expect(throws: (any Error).self, "byte \(place)") { try PackReader(broken) }
    }
    for count in 0..<file.count {
      #expect(throws: (any Error).self) { try PackReader(Array(file[..<count])) }
    }
    #expect(throws: (any Error).self) { try PackReader(file + [0]) }
  }

  @Test func checksum_isZlibs() {
    #expect(Array("123456789".utf8).crc32 == 0xcbf4_3926)
    #expect([UInt8]().crc32 == 0)
  }

  @Test func missingCharacters_areListed_withTheirPlace() throws {
    try withFolder { folder in
      let texts = folder.appendingPathComponent("texts").path
      let output = folder.appendingPathComponent("out").path
      try "abc\nd\u{4e2d}e\u{1f600}\u{4e2d}".write(toFile: texts, atomically: true, encoding: .utf8)
      let result = try run([
        "--output", output, "--font", Fonts.inter, "--texts", texts, "--characters", "U+0E01",
      ])
      #expect(result.status == 1)
      #expect(result.errors.contains("U+4E2D 中, \(texts):2\n"))
      #expect(result.errors.contains("U+1F600"))
      #expect(result.errors.contains("U+0E01 ก, --characters"))
      #expect(result.errors.components(separatedBy: "U+4E2D").count == 2)
      #expect(!FileManager.default.fileExists(atPath: output))
    }
  }

  @Test func missingCharacters_ofWords_areListed() throws {
    let result = try run([
      "--output", "/nowhere", "--font", Fonts.inter, "--catalogue", Repository.catalogue("hi"),
    ])
    #expect(result.status == 1)
    #expect(result.errors.contains("hi.conf:") && result.errors.contains("U+0930"))
  }

  @Test(arguments: [
    [], ["--output"], ["--output", "x"], ["--font", "x"], ["--output", "x", "--font", "y"],
    ["--bogus"], ["file"], ["--output", "", "--font", "y"],
    ["--output", "x", "--font", "y", "--characters", "A"],
    ["--output", "x", "--font", "y", "--characters", "U+"],
    ["--output", "x", "--font", "y", "--characters", "U+0041-"],
    ["--output", "x", "--font", "y", "--characters", "U+0042-0041"],
    ["--output", "x", "--font", "y", "--characters", "U+0041-0042-0043"],
    ["--output", "x", "--font", "y", "--characters", "U+110000"],
    ["--output", "x", "--font", "y", "--characters", "U+FFFFFFFFFFFFFFFFFFFF"],
    ["--output", "x", "--font", "y", "--characters", "U+-1"],
    ["--output", "x", "--font", "y", "--characters", "U+0041,,U+0042"],
    ["--output", "x", "--font", "y", "--characters", "U+0041", "--units", "15"],
    ["--output", "x", "--font", "y", "--characters", "U+0041", "--units", "16385"],
    ["--output", "x", "--font", "y", "--characters", "U+0041", "--units", "99999999999999999999"],
    ["--output", "x", "--font", "y", "--characters", "U+0041", "--units=abc"],
    ["--output", "x", "--font", "y", "--characters", "U+0041", "--kerning-error", "-1"],
    ["--output", "x", "--font", "y", "--characters", "U+0041", "--tracking", "1.5"],
    ["--output", "x", "--font", "y", "--characters", "U+0041", "--tracking", "nan"],
    ["--output", "x", "--font", "y", "--characters", "U+0041", "--tracking"],
    ["--output", "x", "--font", ":0", "--characters", "U+0041"],
    ["--output", "x", "--font", "y@wght=", "--characters", "U+0041"],
    ["--output", "x", "--font", "y@wght=nan", "--characters", "U+0041"],
    ["--output", "x", "--font", "y@w=1", "--characters", "U+0041"],
  ])
  func wrongArguments_areStatus2(arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("fbprogress-fontpack: "))
    #expect(result.output.isEmpty)
  }

  @Test(arguments: [
    ["--font", "/nowhere.ttf", "--characters", "U+0041"],
    ["--font", "/etc/passwd", "--characters", "U+0041"],
    ["--font", "/", "--characters", "U+0041"],
    ["--font", Fonts.cjk + ":99", "--characters", "U+0041"],
    ["--font", Fonts.noto + "@wght=600", "--characters", "U+0041"],
    ["--font", Fonts.noto, "--texts", "/nowhere"],
    ["--font", Fonts.noto, "--catalogue", "/nowhere/de.conf"],
    ["--font", Fonts.noto, "--texts", Fonts.noto],
    ["--font", Fonts.noto, "--characters", "U+0041", "--beside", "/etc/passwd"],
    ["--font", Fonts.noto, "--characters", "U+0041", "--beside", Fonts.noto],
    ["--font", Fonts.noto, "--characters", "U+D800-DFFF,U+FFFF"],
  ])
  func wrongFiles_areStatus1(arguments: [String]) throws {
    let result = try run(["--output", "/nowhere/at/all"] + arguments)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("fbprogress-fontpack: "))
  }

  @Test func aPlaceThatCantBeWritten_isStatus1() throws {
    let result = try run([
      "--output", "/nowhere/at/all", "--font", Fonts.noto, "--characters", "U+0041",
    ])
    #expect(result.status == 1 && result.errors.contains("/nowhere/at/all"))
  }

  @Test func aWordThatIsTooLong_isNamed() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("words").path
      try String(repeating: "ا", count: 200).write(toFile: path, atomically: true, encoding: .utf8)
      let error = #expect(throws: PackingError.self) {
        try packed(["--font", Fonts.arabic, "--words", path])
      }
      #expect(error?.message.contains("too long") == true)
    }
  }

  @Test func charactersOfAPackBeside_areLeftOut() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("first").path
      try Data(packed(["--font", Fonts.noto, "--characters", "U+0041-005A"]))
        .write(to: URL(fileURLWithPath: path))
      let second = try PackReader(
        packed(["--font", Fonts.noto, "--characters", "U+0041-007A", "--beside", path]))
      #expect(Set(second.characters.keys) == Set(0x5b...0x7a))
    }
  }

  @Test func helpAndVersion_goToStandardOutput() throws {
    let help = try run(["--help"])
    #expect(help.status == 0 && help.output.hasPrefix("usage: ") && help.errors.isEmpty)
    for option in [
      "--output", "--font", "--texts", "--words", "--catalogue", "--units", "--beside",
      "--no-kerning", "--tracking",
    ] {
      #expect(help.output.contains(option))
    }
    let lines = help.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(try run(["--version"]).output.hasPrefix("fbprogress-fontpack "))
  }

  @Test func fonts_areParsed() throws {
    #expect(try Options.Font(parsing: "a.ttc:2") == .init(path: "a.ttc", face: 2))
    #expect(try Options.Font(parsing: "a:b.ttf") == .init(path: "a:b.ttf"))
    #expect(try Options.Font(parsing: "a@b.ttf") == .init(path: "a@b.ttf"))
    #expect(
      try Options.Font(parsing: "a.ttf:1@wght=600,wdth=87.5")
        == .init(
          path: "a.ttf", face: 1,
          axes: [.init(tag: "wght", value: 600), .init(tag: "wdth", value: 87.5)]))
  }
}
