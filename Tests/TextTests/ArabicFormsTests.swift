import Testing

@testable import Text

@Suite struct ArabicFormsTests {
  private func forms(_ text: String) -> [UInt32] {
    let bytes = Array(text.utf8)
    var (reader, forms, result) = (CharacterReader(), ArabicForms(), [UInt32]())
    while let character = reader.next(of: bytes.span) {
      if let form = forms.form(of: character, &reader, of: bytes.span) { result.append(form) }
    }
    return result
  }

  @Test(
    arguments: [
      ("سلام", [0xfeb3, 0xfefc, 0xfee1]), ("تحديث", [0xfe97, 0xfea4, 0xfeaa, 0xfef3, 0xfe9a]),
      ("لا", [0xfefb]), ("شيء", [0xfeb7, 0xfef2, 0xfe80]), ("ﺍ", [0xfe8d]),
      // Marks neither show nor part; Latin letters and blanks part.
      ("مُحَمَّد", [0xfee3, 0xfea4, 0xfee4, 0xfeaa]), ("ب ب", [0xfe8f, 0x20, 0xfe8f]),
      ("بaب", [0xfe8f, 0x61, 0xfe8f]), ("لَا", [0xfefb]), ("بـ", [0xfe91, 0x640]),
      // A joiner that does not join parts, as Persian writes it.
      ("می\u{200c}خ", [0xfee3, 0xfbfd, 0x200c, 0xfea5]), ("گچ", [0xfb94, 0xfb7b]),
      ("٤٢", [0x664, 0x662]), ("", []),
    ] as [(String, [UInt32])])
  func word_hasTheseForms(text: String, expected: [UInt32]) {
    #expect(forms(text) == expected)
  }

  /// Each letter alone, before, between and after a letter that joins on both sides, by the names
  /// of its forms.
  @Test func everyLetter_hasTheFormThatItsNameTells() throws {
    let known: [UInt32] =
      Array(0x621...0x63a) + Array(0x641...0x64a) + [
        0x67e, 0x686, 0x6a9, 0x6af, 0x6be, 0x6c1, 0x6cc, 0x679, 0x688, 0x691, 0x698, 0x6ba, 0x6d2,
      ]
    for value in known {
      let letter = try #require(Unicode.Scalar(value))
      let name = try #require(letter.properties.name)
      for (text, index, form) in [
        ("\(letter)", 0, "ISOLATED"), ("ب\(letter)", 1, "FINAL"), ("\(letter)ب", 0, "INITIAL"),
        ("ب\(letter)ب", 1, "MEDIAL"),
      ] {
        let shown = try #require(Unicode.Scalar(forms(text)[index])?.properties.name)
        let (isBefore, isAfter) = (form == "INITIAL" || form == "MEDIAL", form == "MEDIAL")
        // Letters that do not join the next one have the form without it.
        let other = isBefore ? (isAfter ? "FINAL" : "ISOLATED") : form
        #expect(
          shown == "\(name) \(form) FORM" || isBefore && shown == "\(name) \(other) FORM"
            || value == 0x621 && shown == "\(name) ISOLATED FORM", "\(text): \(shown)")
      }
    }
  }

  /// What comes after a letter that joins on both sides is joined, for any letters.
  @Test func twoLetters_agreeWhetherTheyJoin() throws {
    let letters = Array(0x621...0x63a) + Array(0x641...0x64a)
    for first in letters {
      for second in letters
      where !(first == 0x644 && [0x622, 0x623, 0x625, 0x627].contains(second)) {
        let text = [first, second].compactMap { Unicode.Scalar(UInt32($0)) }.map(String.init)
        let names = forms(text.joined()).compactMap { Unicode.Scalar($0)?.properties.name }
        let joins = names[0].hasSuffix("INITIAL FORM")
        #expect(joins == names[1].hasSuffix("FINAL FORM"), "\(names)")
      }
    }
  }
}
