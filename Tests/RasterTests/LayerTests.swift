import Graphics
import Pixels
import Raster
import TestSupport
import Testing

@Suite struct LayerTests {
  static let size = PixelSize(width: 64, height: 48)

  static func disc(_ x: Double, _ y: Double, _ radius: Double) -> Shape {
    .annulus(Annulus(centre: Point(x: x, y: y), innerRadius: 0, outerRadius: radius))
  }

  static func background(_ list: inout DisplayList) {
    list.fill(.rectangle(Rect(x: -1, y: -1, width: 99, height: 99)), with: Color(0x20_4060))
  }

  @Test func overlap_isNotSeenThrough() {
    var list = DisplayList()
    Self.background(&list)
    list.layer(alpha: 0.5) {
      $0.fill(Self.disc(24, 24, 16), with: Color(0xff_0000))
      $0.fill(Self.disc(40, 24, 16), with: Color(0x00_ff00))
    }
    let frame = Canvas.draw(list, size: Self.size)
    // Where both are, only the one in front is seen, as if it were alone.
    for (x, word) in [(14, 0x90_2030), (32, 0x10_a030), (50, 0x10_a030), (1, 0x20_4060)] {
      for shift in [0, 8, 16] {
        let level = Int(frame[x, 24] >> UInt32(shift) & 0xff)
        #expect(abs(level - (word >> shift & 0xff)) <= 1)
      }
    }
  }

  @Test func alpha_ofWhatIsComposed_isRight() {
    // On nothing: what an ARGB8888 surface then has is the layer by itself.
    var list = DisplayList()
    list.layer(alpha: 0.5) {
      $0.fill(
        .rectangle(Rect(x: 0, y: 0, width: 40, height: 48)),
        with: Color(red: 1, green: 0, blue: 0, alpha: 0.5))
      $0.fill(
        .rectangle(Rect(x: 20, y: 0, width: 44, height: 48)),
        with: Color(red: 0, green: 0, blue: 1, alpha: 0.5))
    }
    let frame = Canvas.draw(list, size: Self.size)
    for (x, alpha, red, blue) in [
      (5, 63.75, 63.75, 0.0), (30, 95.6, 31.9, 63.75), (50, 63.75, 0, 63.75),
    ] {
      #expect(abs(Double(frame[x, 9] >> 24) - alpha) <= 1.5)
      #expect(abs(Double(frame[x, 9] >> 16 & 0xff) - red) <= 1.5)
      #expect(abs(Double(frame[x, 9] & 0xff) - blue) <= 1.5)
    }
  }

  @Test func layers_withinGroups_multiply() {
    for depth in 1...(DisplayLayer.maximumDepth + 3) {
      var list = DisplayList()
      Self.background(&list)
      func nest(_ list: inout DisplayList, _ left: Int) {
        if left == 0 {
          list.fill(.rectangle(Rect(x: 0, y: 0, width: 64, height: 48)), with: Color(0xff_ffff))
        } else {
          list.layer(alpha: 0.9) { nest(&$0, left - 1) }
        }
      }
      nest(&list, depth)
      #expect(list.layers.count == min(depth, DisplayLayer.maximumDepth))
      let frame = Canvas.draw(list, size: Self.size)
      var part = 1.0
      for _ in 0..<depth { part *= 0.9 }
      let exact = 0x20 * (1 - part) + 255 * part
      #expect(abs(Double(frame[9, 9] >> 16 & 0xff) - exact) <= Double(depth) / 2 + 1)
    }
  }

  @Test func layer_ofNothing_andOfAllOrNone_isNoGroup() {
    var list = DisplayList()
    list.layer(alpha: 0.5) { _ in }
    list.layer(alpha: 0) { $0.fill(Self.disc(9, 9, 5), with: Color(1)) }
    list.layer(alpha: .nan) { $0.fill(Self.disc(9, 9, 5), with: Color(1)) }
    #expect(list.items.isEmpty && list.layers.isEmpty)
    list.fill(Self.disc(9, 9, 5), with: Color(1))
    list.layer(alpha: 0) { $0.removeAll() }
    #expect(list.items.isEmpty, "what was removed stays so")
    list.layer(alpha: 1) { $0.fill(Self.disc(9, 9, 5), with: Color(1)) }
    list.layer(alpha: 0.5) { outer in
      outer.layer(alpha: 0) { $0.fill(Self.disc(9, 9, 5), with: Color(1)) }
    }
    #expect(list.items.count == 1 && list.layers.isEmpty)
  }

  @Test func opaqueItem_inALayer_hidesNothingBehindTheGroup() {
    var list = DisplayList()
    Self.background(&list)
    list.fill(Self.disc(30, 20, 15), with: Color(0xff_ff00))
    list.layer(alpha: 0.25) {
      $0.fill(.rectangle(Rect(x: -1, y: -1, width: 99, height: 99)), with: Color(0))
    }
    let frame = Canvas.draw(list, size: Self.size)
    #expect(abs(Int(frame[30, 20] >> 16 & 0xff) - 191) <= 1)
    #expect(abs(Int(frame[60, 40] & 0xff) - 72) <= 1)
  }

  @Test func anotherAlpha_changesAllOfTheGroup_andNoMore() {
    func list(_ alpha: Float) -> DisplayList {
      var list = DisplayList()
      Self.background(&list)
      list.layer(alpha: alpha) {
        $0.fill(Self.disc(20, 20, 8), with: Color(0xff_0000))
        $0.fill(Self.disc(24, 24, 8), with: Color(0xff00))
      }
      return list
    }
    let difference = ListDifference()
    difference.find(from: list(0.4), to: list(0.4), of: PixelRect(Self.size))
    #expect(difference.bounds.isEmpty)
    difference.find(from: list(0.4), to: list(0.5), of: PixelRect(Self.size))
    #expect(difference.bounds.contains(PixelRect(left: 12, top: 12, right: 32, bottom: 32)))
    #expect(difference.bounds.area < 26 * 26)
  }

  @Test func layers_aroundTheSameItems_areToldApart() {
    func list(_ alphas: [Float]) -> DisplayList {
      var list = DisplayList()
      Self.background(&list)
      func nest(_ list: inout DisplayList, _ left: ArraySlice<Float>) {
        guard let alpha = left.first else {
          return list.fill(Self.disc(20, 20, 8), with: Color(0xff_0000))
        }
        list.layer(alpha: alpha) { nest(&$0, left.dropFirst()) }
      }
      nest(&list, alphas[...])
      return list
    }
    let all: [[Float]] = [[], [0.5], [0.5, 0.5], [0.5, 0.5, 0.5], [0.5, 0.4], [0.4, 0.5]]
    let difference = ListDifference()
    for one in all {
      for other in all {
        difference.find(from: list(one), to: list(other), of: PixelRect(Self.size))
        #expect(difference.bounds.isEmpty == (one == other), "\(one) \(other)")
      }
    }
  }
}
