import Base
import Foundation
import PNGCodec
import Pixels
import Presenters
import TestSupport
import Testing

@Suite struct PictureOutputTests {
  @Test func name_decidesTheForm() {
    let size = PixelSize(width: 2, height: 2)
    let single = PictureOutput(path: "a.png", size: size, framesPerSecond: 30)
    #expect(single.isSingle && !single.isAnimated)
    let row = PictureOutput(path: "a-%d.png", size: size, framesPerSecond: 30)
    #expect(!row.isSingle && !row.isAnimated)
    #expect(PictureOutput(path: "a.apng", size: size, framesPerSecond: 30).isAnimated)
  }

  @Test func missingFolder_isAnErrorThatNamesIt() {
    let output = PictureOutput(
      path: "/nowhere/a.png", size: PixelSize(width: 2, height: 2), framesPerSecond: 30)
    let frame = Pixmap(size: PixelSize(width: 2, height: 2))
    do {
      try output.append(frame, damage: DamageRegion(frame.bounds))
      Issue.record("it was written")
    } catch {
      #expect(error.message.description.contains("/nowhere/a.png: No such file"))
    }
  }
}
