import Base
import CommandLine
import Configuration
import Foundation
import Scenes
import TestSupport
import Testing

@testable import RenderProcess
@testable import Text

@Suite struct LetteringLoaderTests {
  private func fonts(_ name: String) -> ByteString {
    ByteString(Shared.folder.appending(path: "fonts/\(name).fbfont").path)
  }

  private func settings(_ values: [(ByteString, ByteString)]) throws -> Settings {
    var settings = Settings()
    for (key, value) in values { try settings.set(key, to: value, scope: .commandLine) }
    return settings
  }

  @Test func eachStackEndsWithTheOnesForOtherTexts() throws {
    let settings = try settings([
      ("fonts", fonts("default") + ":" + fonts("world")), ("bold-fonts", fonts("bold")),
      ("numeral-fonts", fonts("numeral")),
    ])
    let lettering = try #require(LetteringLoader.load(settings))
    #expect(lettering.fonts.packs.count == 3)
    #expect(lettering.bold.packs.count == 4)
    #expect(lettering.numeral.packs.count == 5)
    // A character comes from the first pack that has it.
    for (character, places) in [("7", [0, 0, 0]), ("A", [0, 0, 1]), ("の", [1, 2, 3])] {
      let scalar = try #require(character.unicodeScalars.first).value
      let stacks = [lettering.fonts, lettering.bold, lettering.numeral]
      #expect(stacks.map { $0.find(scalar)?.font } == places, "\(character)")
    }
    #expect(lettering.numeral.find(0x1f600) == nil)
    // Bold is wider, though its letters stand closer.
    let widths = [lettering.fonts, lettering.bold].compactMap { stack in
      stack.packs[0].glyph(of: 0x6d).map { stack.packs[0].advance(of: $0) }
    }
    #expect(widths.count == 2 && widths[1] > widths[0])
  }

  @Test func thereAreWordsWithoutAnyFile() throws {
    let settings = try settings([
      ("fonts", "/nowhere.fbfont"), ("bold-fonts", "none"), ("numeral-fonts", "none"),
    ])
    let lettering = try #require(LetteringLoader.load(settings))
    for stack in [lettering.fonts, lettering.bold, lettering.numeral] {
      #expect(stack.packs.count == 1)
      #expect(stack.find(0x41) != nil)
    }
  }

  @Test func fontsNoneMeansNoTexts() throws {
    #expect(try LetteringLoader.load(settings([("fonts", "none")])) == nil)
  }
}
