import CHarfBuzz
import Testing

@testable import FontPacking

/// Kerning comes back as HarfBuzz tells it.
@Suite struct KerningTests {
  static let characters = "U+0021-002F,U+003A-007E,U+00C0-00FF,U+0413-042F,U+0391-03A1,U+2018-201E"

  @Test(arguments: [Fonts.inter, Fonts.noto])
  func everyPair_isHarfBuzzs(font: String) throws {
    let reader = try PackReader(packed(["--font", font, "--characters", Self.characters]))
    let reference = Reference(font)
    var kerned = 0
    for (left, a) in reader.characters {
      for (right, b) in reader.characters {
        guard let value = Self.value(left, right, in: reference) else { continue }
        #expect(
          reader.kern(a, b) == value, "U+\(String(left, radix: 16)) U+\(String(right, radix: 16))")
        if value != 0 { kerned += 1 }
      }
    }
    #expect(kerned > 1000)
  }

  @Test func kerning_canBeLeftOut() throws {
    let arguments = ["--font", Fonts.inter, "--characters", Self.characters, "--no-kerning"]
    let reader = try PackReader(packed(arguments))
    #expect(reader.kerning == [0])
    #expect(reader.glyphs.allSatisfy { $0.left == 0 && $0.right == 0 })
  }

  @Test(arguments: [28, 56])
  func anAllowedError_isNotExceeded(error: Int) throws {
    let arguments = ["--font", Fonts.inter, "--characters", Self.characters]
    let exact = try PackReader(packed(arguments))
    let loose = try PackReader(packed(arguments + ["--kerning-error", String(error)]))
    #expect(loose.kerning.count < exact.kerning.count)
    for (left, a) in exact.characters {
      for (right, b) in exact.characters {
        let mine = loose.kern(try #require(loose.characters[left]), loose.characters[right] ?? 0)
        let allowed = left < 0x80 && right < 0x80 ? 0 : error
        #expect(abs(mine - exact.kern(a, b)) <= allowed)
      }
    }
  }

  @Test func classes_beyondTheMost_goInOrderOfWeight() {
    // Each row has its own values, the first ones the smallest.
    let (count, most) = (60, 40)
    let values = (0..<count).map { row in (0..<count).map { row == $0 ? row + 1 : 0 } }
    let classes = KerningClasses(glyphs: Array(0..<count), values: values, most: most)
    #expect(classes.table.count == most && classes.table[0].count == most)
    #expect(classes.dropped == count - (most - 1))
    #expect(classes.left[count - most] == nil && classes.left[count - (most - 1)] == 1)
    for glyph in (count - (most - 1))..<count {
      let (row, column) = (Int(classes.left[glyph] ?? 0), Int(classes.right[glyph] ?? 0))
      #expect(classes.table[row][column] == glyph + 1)
    }
  }

  /// HarfBuzz's kerning of a pair; nil if the two become something else together.
  private static func value(_ left: UInt32, _ right: UInt32, in reference: Reference) -> Int? {
    let off = ["liga", "clig", "calt"].map { (name: $0, range: 0..<2) }
    let shaped = reference.shape([left, right], isRightToLeft: false, off: off)
    let alone = [reference.glyph(of: left), reference.glyph(of: right)]
    guard shaped.map(\.glyph) == alone else { return nil }
    // A pair of two scripts is never set in one run.
    let scripts = Set(
      [left, right].compactMap { Unicode.Scalar($0) }.map(Scripts.script)
        .filter { !Scripts.isShared($0) }.map(\.rawValue))
    guard scripts.count < 2 else { return 0 }
    return shaped[0].advance - reference.advance(of: alone[0])
  }
}
