import Graphics
import Pixels
import Testing

@testable import Raster

@Suite struct DamagePartsTests {
  private static func parts() -> DamageParts {
    let parts = DamageParts()
    parts.append(PixelRect(left: 3, top: 10, right: 9, bottom: 14))
    let centre = Point(x: 50, y: 100)
    if let band = DamagedBand(centre, 8, 5) { parts.append(DamagedBands(band, nil)) }
    let arc = Arc(centre: centre, radius: 40, width: 6, start: 0, sweep: 0.5, cap: .round)
    parts.appendSweep(
      arc, from: Arc.direction(turns: 0.25), to: Arc.direction(turns: 0.26), isTrimmed: true,
      meetsStart: false)
    return parts
  }

  /// From what is between two parts the next one is found, and no part is passed over.
  @Test func nextRow_isTheFirstOneWithAPart() {
    let parts = Self.parts()
    let tops = [10, 91, 136]
    let bottoms = [14, 109, 143]
    for row in -3...160 {
      let next = parts.nextRow(from: row)
      if let inside = tops.indices.first(where: { row >= tops[$0] && row < bottoms[$0] - 1 }) {
        #expect(next == row, "in part \(inside)")
      }
      for index in tops.indices where bottoms[index] > row && next > row {
        #expect(next <= max(row, tops[index]), "part \(index) passed over from \(row)")
      }
    }
    let next = [-3, 20, 115, 500].map { parts.nextRow(from: $0) }
    #expect(next[0] == 10 && (85...91).contains(next[1]) && (130...137).contains(next[2]))
    let end = parts.bounds.bottom
    #expect(next[3] == end)
  }

  @Test func bounds_holdAllParts_andGoWithThem() {
    let parts = Self.parts()
    let (all, isRectangle) = (parts.bounds, parts.isRectangle)
    #expect(all.contains(PixelRect(left: 3, top: 10, right: 9, bottom: 14)))
    #expect(all.contains(PixelRect(left: 43, top: 93, right: 57, bottom: 140)))
    #expect(!isRectangle)
    parts.removeAll()
    let (none, isStillOne) = (parts.bounds, parts.isRectangle)
    #expect(none.isEmpty && !isStillOne)
    for _ in 0..<2 { parts.append(PixelRect(left: 1, top: 1, right: 5, bottom: 5)) }
    let (isOne, isMirrored, isOther) = (
      parts.isRectangle, parts.isMirrored(5), parts.isMirrored(6)
    )
    #expect(isOne, "the same one twice")
    #expect(isMirrored && !isOther)
  }
}
