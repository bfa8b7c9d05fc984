import Base
import Testing

@testable import FeedProcess

@Suite struct PictureQuarantineTests {
  @Test func manyPictures_areForgottenInOrder() {
    var pictures = PictureQuarantine()
    for number in 0..<40 {
      pictures.refuse(ByteString(number))
    }
    #expect(pictures.refused == (24..<40).map { ByteString($0) })
  }
}
