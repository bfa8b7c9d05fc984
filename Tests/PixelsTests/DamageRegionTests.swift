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

@Suite struct PixelFormatTests {
  /// The kernel's characters for each name, from `drm_fourcc.h`.
  static let characters = ["XRGB8888": "XR24"]

  @Test(arguments: PixelFormat.all) func fourCC_isThatOfTheName(format: PixelFormat) {
    let code = (0..<4).map { UInt8(truncatingIfNeeded: format.fourCC >> ($0 * 8)) }
    #expect(String(decoding: code, as: UTF8.self) == Self.characters[format.name.description])
  }

  @Test(arguments: PixelFormat.all) func packing_writesEveryPixelOfEveryLength(format: PixelFormat)
  {
    for count in 0...33 {
      let row: [UInt32] = (0..<UInt32(count)).map { $0 &* 0x01_0203 | 0xff00_0000 }
      var bytes = [UInt8](repeating: 0xaa, count: count * format.bytesPerPixel)
      var span = bytes.mutableSpan
      // SAFETY: bytes may have any value.
      var raw = unsafe span.mutableBytes
      format.pack(row.span, 3, 2, &raw)
      if format.name.description == "XRGB8888" {
        for x in 0..<count {
          #expect(bytes[4 * x] == UInt8(row[x] & 0xff))
          #expect(bytes[4 * x + 2] == UInt8(row[x] >> 16 & 0xff))
        }
      }
    }
  }
}
