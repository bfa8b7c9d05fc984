import Base
import TestSupport
import Testing

@testable import Configuration

/// The keys of the code, compared with the table of the program.
@Suite struct SettingsTableTests {
  private static let table = SettingsTable.program

  private func check<Key: SettingKey>(_: Key.Type, _ kinds: [String]) throws {
    for key in Key.allCases {
      let row = Self.table.rows[Self.table.index(of: key.rawValue)]
      let letters = row.name.description.filter { $0 != "." && $0 != "-" }
      #expect(letters == "\(key)".lowercased())
      #expect(kinds.contains { row.form.bytes.hasPrefix(ByteString($0)) }, "\(key)")
    }
  }

  @Test func eachKey_isASettingOfItsKind() throws {
    try check(NumberKey.self, ["number", "count"])
    try check(FlagKey.self, ["flag"])
    try check(ChoiceKey.self, ["choice"])
    try check(ColorKey.self, ["color"])
    try check(TextKey.self, ["text", "texts", "path", "paths", "list"])
  }

  /// A key finds its setting by the hash alone.
  @Test func hashes_areUnique() {
    #expect(Set(Self.table.rows.map(\.hash)).count == Self.table.rows.count)
  }

  @Test func parts_haveTheirSettings() {
    let settings = Settings()
    for part in ScreenPart.allCases {
      let keys = PartKey.allCases.filter {
        Self.table.index(ByteString(part.rawValue) + "." + ByteString($0.rawValue)) != nil
      }
      #expect(!keys.isEmpty, "\(part)")
      if keys.contains(.box) { _ = (settings.box(of: part), settings.hasBox(part)) }
      if keys.contains(.size) { _ = settings.size(of: part) }
    }
    #expect(settings.size(of: .percent) == 8 && settings.lines(of: .percent) == 1)
    #expect(settings.size(of: .title) == nil && settings.box(of: .picture3)?[3] == 100)
    #expect(settings.revealCurve == [0.42, 0, 0.58, 1] && settings.sceneBox == nil)
  }

  /// Each fallback is a value of its setting, and each section's line a setting of each name.
  @Test func fallbacks_areValues() {
    for definition in Self.table.definitions {
      switch definition.fallback {
      case .absent: break
      case .value(let value): #expect(definition.kind.allows(value), "\(definition.name)")
      case .preset(let seed, let kiosk):
        #expect(definition.kind.allows(seed) && definition.kind.allows(kiosk), "\(definition.name)")
        #expect(Self.table.index(Settings.group(of: definition.name) + ".preset") != nil)
      case .palette(let light, let dark):
        #expect(definition.kind.allows(light) && definition.kind.allows(dark), "\(definition.name)")
      }
      #expect(!definition.help.isEmpty && !definition.help.hasSuffix("."), "\(definition.name)")
    }
    #expect(Self.table.definitions.count > 250)
  }

  @Test func names_areExact() {
    for name: ByteString in ["ring.radius", "stall-after", "picture4.state", "stall.size"] {
      #expect(Self.table.definition(name)?.name == name)
    }
    for name: ByteString in ["ringRadius", "ring-radius", "stallafter", "Ring.radius", "", "ring"] {
      #expect(Self.table.definition(name) == nil, "\(name)")
    }
  }
}
