import Pixels
import TestSupport
import Testing

@Suite struct PictureScalingTests {
  private func picture(_ width: Int, _ height: Int, _ word: (Int, Int) -> UInt32) -> Pixmap {
    var picture = Pixmap(size: PixelSize(width: width, height: height))
    for y in 0..<height {
      picture.withMutableRow(y, columns: 0..<width) { row in
        for x in row.indices { row[x] = word(x, y) }
      }
    }
    return picture
  }

  private func scaled(_ picture: borrowing Pixmap, to width: Int, _ height: Int) -> Pixmap {
    picture.scaled(
      fromLeft: 0, top: 0, width: Double(picture.size.width), height: Double(picture.size.height),
      to: PixelSize(width: width, height: height))
  }

  @Test func theSameSizeIsTheSamePicture() {
    let random = picture(17, 9) { x, y in 0xff00_0000 | UInt32((x * 7919 + y * 104_729) & 0xff_ffff)
    }
    let same = scaled(random, to: 17, 9)
    for y in 0..<9 { for x in 0..<17 { #expect(same[x, y] == random[x, y]) } }
    let part = random.scaled(
      fromLeft: 5, top: 2, width: 4, height: 3, to: PixelSize(width: 4, height: 3))
    for y in 0..<3 { for x in 0..<4 { #expect(part[x, y] == random[x + 5, y + 2]) } }
  }

  @Test(arguments: [(1, 1), (3, 50), (64, 2), (31, 33), (200, 100)])
  func oneColourStaysOneColour(width: Int, height: Int) {
    let result = scaled(picture(13, 11) { _, _ in 0x8040_2010 }, to: width, height)
    for y in 0..<height { for x in 0..<width { #expect(result[x, y] == 0x8040_2010) } }
  }

  /// A finer chequer than there are pixels for is its mean, without patterns.
  @Test func fineDetailsBecomeTheirMean() {
    let chequer = picture(400, 400) { x, y in (x ^ y) & 1 == 0 ? 0xff00_0000 : 0xffff_ffff }
    let result = scaled(chequer, to: 37, 41)
    for y in 2..<39 {
      for x in 2..<35 { #expect(abs(Int(result[x, y] & 0xff) - 128) <= 3, "\(x), \(y)") }
    }
  }

  /// A slope stays one, and nothing is moved.
  @Test(arguments: [50, 150, 333]) func slopesStayWhereTheyAre(width: Int) {
    let slope = picture(100, 3) { x, _ in 0xff00_0000 | UInt32(x * 2) }
    let result = scaled(slope, to: width, 3)
    for x in (width / 20)..<(width - width / 20) {
      let place = (Double(x) + 0.5) * 100 / Double(width) - 0.5
      #expect(abs(Double(result[x, 1] & 0xff) - place * 2) <= 1)
    }
  }

  /// No colour is more than alpha, also where edges are sharpened.
  @Test func coloursStayMultiplied() {
    let edges = picture(20, 20) { x, y in (x / 3 + y / 2) % 2 == 0 ? 0 : 0xffff_ffff }
    let result = scaled(edges, to: 77, 61)
    for y in 0..<61 {
      for x in 0..<77 {
        let word = result[x, y]
        let alpha = word >> 24
        #expect(word & 0xff <= alpha && word >> 8 & 0xff <= alpha && word >> 16 & 0xff <= alpha)
      }
    }
  }

  @Test func nothingIsMadeOfNothing() {
    #expect(scaled(Pixmap(size: PixelSize(width: 0, height: 0)), to: 3, 3)[1, 1] == 0)
    #expect(scaled(picture(3, 3) { _, _ in 1 }, to: 0, 5).bounds.isEmpty)
  }
}
