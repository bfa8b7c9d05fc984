import Foundation
import Testing

@testable import FontPacking

/// All languages say the same things.
@Suite struct CatalogueTests {
  @Test func everyLanguage_isThere_andNoOther() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root + "/share/locale")
    #expect(Set(files) == Set(Repository.languages.map { $0 + ".conf" }))
  }

  @Test(arguments: Repository.languages)
  func keysAndPlaceholders_areThoseOfEnglish(language: String) throws {
    let english = try Catalogue(path: Repository.catalogue("en"))
    let catalogue = try Catalogue(path: Repository.catalogue(language))
    #expect(catalogue.language == language)
    #expect(catalogue.entries.map(\.key) == english.entries.map(\.key))
    for (mine, original) in zip(catalogue.entries, english.entries) {
      #expect(
        Self.placeholders(mine.value).sorted() == Self.placeholders(original.value).sorted(),
        "\(language): \(mine.key)")
      // The one that is for themes to say.
      #expect(mine.value.isEmpty == (mine.key == "title"))
      #expect(
        Array(mine.value.utf8) == Array(mine.value.precomposedStringWithCanonicalMapping.utf8))
      #expect(!mine.value.contains("  "))
    }
  }

  /// The board looks words up by their bytes, so a value has none of the marks that nobody sees.
  @Test(arguments: Repository.languages)
  func values_haveNoHiddenCharacters_butBlanks(language: String) throws {
    for entry in try Catalogue(path: Repository.catalogue(language)).entries {
      for scalar in entry.value.unicodeScalars where StaticBytes.isIgnorable(scalar) {
        #expect(scalar == "\u{200b}", "\(language): \(entry.key)")
      }
    }
  }

  @Test func splitting_isAtBlanksAndBraces() {
    #expect(StaticBytes.split("Noch {time}\u{a0}min") == ["Noch", "min"])
    #expect(StaticBytes.split("{size}/s") == ["/s"])
    #expect(StaticBytes.split("MB\u{2060}/s") == ["MB", "/s"])
    #expect(StaticBytes.split("ห้าม\u{200b}ปิด\u{202f}x") == ["ห้าม", "ปิด", "x"])
    #expect(
      StaticBytes.split("cafe\u{301} {n}a{m}b").map { Array($0.unicodeScalars).count } == [4, 1, 1])
    #expect(StaticBytes.split(" \t{a {b} c} ") == [])
  }

  @Test func aLineWithoutEquals_isNamed() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("xx.conf").path
      try "a = b\nnonsense\n".write(toFile: path, atomically: true, encoding: .utf8)
      let error = #expect(throws: PackingError.self) { try Catalogue(path: path) }
      #expect(error?.message.contains("xx.conf:2:") == true)
    }
  }

  private static func placeholders(_ value: String) -> [String] {
    value.matches(of: /\{[a-z]+\}/).map { String($0.output) }
  }
}
