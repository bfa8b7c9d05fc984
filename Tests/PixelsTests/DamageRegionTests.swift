import Pixels
import TestSupport
import Testing

@Suite struct DamageRegionTests {
  @Test func randomRectangles_areCovered_andNeverOverlap() {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<300 {
      var region = DamageRegion()
      var wanted = Set<Int>()
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        let left = Int.random(in: 0..<60, using: &random)
        let top = Int.random(in: 0..<60, using: &random)
        let rect = PixelRect(
          left: left, top: top, right: left + Int.random(in: 0...20, using: &random),
          bottom: top + Int.random(in: 0...20, using: &random))
        region.insert(rect)
        for y in rect.top..<rect.bottom {
          for x in rect.left..<rect.right { wanted.insert(y * 1_000 + x) }
        }
      }
      var held = Set<Int>()
      for rect in region.rects {
        #expect(!rect.isEmpty)
        for y in rect.top..<rect.bottom {
          for x in rect.left..<rect.right {
            let isNew = held.insert(y * 1_000 + x).inserted
            #expect(isNew, "seed 31: overlap")
          }
        }
      }
      #expect(held.isSuperset(of: wanted), "seed 31")
      #expect(region.rects.count <= DamageRegion.capacity)
      #expect(region.area == held.count)
    }
  }

  @Test func distantRectangles_stayApart() {
    var region = DamageRegion(PixelRect(left: 0, top: 0, right: 2, bottom: 2))
    region.insert(PixelRect(left: 90, top: 90, right: 92, bottom: 92))
    #expect(region.area == 8)
    #expect(region.bounds == PixelRect(left: 0, top: 0, right: 92, bottom: 92))
  }
}
