import Base
import Testing

@testable import FeedProcess

@Suite struct PictureQuarantineTests {
  @Test func pictureThatIsRead_whenThePresenterEnds_isRefused() {
    var pictures = PictureQuarantine()
    pictures.readingBegan("/a.png")
    pictures.readingEnded()
    #expect(pictures.presenterEnded() == nil)
    pictures.readingBegan("/b.png")
    #expect(pictures.presenterEnded() == "/b.png")
    // The next presenter has read none.
    #expect(pictures.presenterEnded() == nil)
    #expect(pictures.refused == ["/b.png"])
  }

  @Test func manyPictures_areForgottenInOrder() {
    var pictures = PictureQuarantine()
    for number in 0..<40 {
      pictures.readingBegan(ByteString(number))
      #expect(pictures.presenterEnded() == ByteString(number))
    }
    #expect(pictures.refused == (24..<40).map { ByteString($0) })
  }
}
