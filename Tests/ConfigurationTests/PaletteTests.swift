import Base
import Configuration
import TestSupport
import Testing

extension PaletteColor {
  fileprivate var name: ByteString { ByteString(rawValue) }
}

/// Colors by name.
@Suite struct PaletteTests {
  private func settings(_ values: [(ByteString, ByteString)]) throws -> Settings {
    var settings = Settings()
    for (key, value) in values { try settings.set(key, to: value, scope: .everywhere) }
    return settings
  }

  @Test func names_areColors() throws {
    #expect(try settings([]).color("ring.color") == 0x2346e8)
    #expect(try settings([("ring.color", "failure")]).color("ring.color") == 0xc2261d)
    #expect(try settings([("accent", "#123456")]).color("ring.color") == 0x123456)
    #expect(try settings([("accent", "warning")]).color("ring.color") == 0x8f5200)
    let seed = try settings([("ring.preset", "seed"), ("accent", "#123456")])
    #expect(seed.color("ring.color") == 0xff0000)
    #expect(try settings([("title.color", "muted")]).color("title.color") == 0x5c626b)
    #expect(try settings([]).color("title.color") == nil)
  }

  @Test(arguments: PaletteColor.allCases) func everyName_isAValue(color: PaletteColor) throws {
    let name = ByteString(color.rawValue)
    let direct = try settings([]).color(color.name)
    #expect(direct != nil)
    #expect(try settings([("ring.color", name)]).color("ring.color") == direct)
  }

  @Test func darkPalette_changesWhatIsNotSet() throws {
    let dark = try settings([("palette", "dark"), ("ink", "#ABCDEF")])
    #expect(dark.color("ground") == 0x111318 && dark.color("ring.color") == 0x7d9bff)
    #expect(dark.color("ink") == 0xabcdef)
    for color in PaletteColor.allCases where color != .ink {
      #expect(dark.color(color.name) != (try settings([]).color(color.name)))
    }
  }

  /// Displays of few grays show black, white, and dots for tracks.
  @Test(arguments: ["light", "dark"] as [ByteString]) func fewGrays_areBlackAndWhite(
    palette: ByteString
  ) throws {
    let settings = try settings([("palette", palette), ("title.color", "#FFAA00")])
    let isLight = palette == "light"
    for color in PaletteColor.allCases {
      let wanted: UInt32 =
        switch color {
        case .ground: isLight ? 0xff_ffff : 0
        case .track: isLight ? 0xbf_bfbf : 0x40_4040
        default: isLight ? 0 : 0xff_ffff
        }
      #expect(settings.color(color.name, isMonochrome: true) == wanted)
    }
    // A color that is as light as the background contrasts with it, too.
    #expect(settings.color("title.color", isMonochrome: true) == (isLight ? 0 : 0xff_ffff))
  }

  @Test func circles_areBlack() throws {
    #expect(try settings([("ink", "ink")]).color("ink") == 0)
    let circle = try settings([("ink", "muted"), ("muted", "accent"), ("accent", "ink")])
    for color in [PaletteColor.ink, .muted, .accent] { #expect(circle.color(color.name) == 0) }
    #expect(circle.color("ring.color") == 0 && circle.color("track") == 0xdeddd8)
    // A chain of all colors is not a circle.
    let names = PaletteColor.allCases.map { ByteString($0.rawValue) }
    var chain = Array(zip(names, names.dropFirst()))
    chain.append((names[names.count - 1], "#010203"))
    #expect(try settings(chain + [("ring.color", names[0])]).color("ring.color") == 0x010203)
  }

  @Test(arguments: ["acent", "Accent", "red", "", "#12345", "accent "])
  func unknownNames_areErrors(name: ByteString) {
    var settings = Settings()
    do {
      try settings.set("ring.color", to: name, scope: .everywhere)
      Issue.record("it was taken")
    } catch {
      #expect(
        error.message
          == "ring.color: invalid value '" + name
          + "'; use #RRGGBB, or a palette color such as accent")
    }
    #expect(settings.color("ring.color") == 0x2346e8)
  }
}
