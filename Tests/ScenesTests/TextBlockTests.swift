import Base
import Graphics
import Testing
import Text

@testable import Scenes

@Suite struct TextBlockTests {
  static func frame(width: Double, lines: Int = 1) -> TextFrame {
    TextFrame(
      box: Rect(x: 0, y: 0, width: width, height: 20 * Double(lines)), size: 16,
      anchor: Point(x: 0, y: 0), lineLimit: lines)
  }

  static let long = Statement(.text("A text that is wider than its frame"))

  /// A text that ends with an ellipsis in its only frame is set once.
  @Test func onlyFrame_isTriedOnce() throws {
    let typesetters = Typesetters(try CaptionTests.lettering("en"))
    let block = TextBlock()
    block.set(.init(statement: Self.long, frame: Self.frame(width: 60)), typesetters)
    #expect(!block.isInLastFrame && !block.isWhole && block.lineCount == 1)
    block.set(
      .init(
        statement: Self.long, frame: Self.frame(width: 60),
        lastFrame: Self.frame(width: 200, lines: 2)), typesetters)
    #expect(block.isInLastFrame && block.isWhole && block.lineCount == 2)
    block.set(.init(statement: Self.long, frame: Self.frame(width: 200), least: 0.5), typesetters)
    #expect(block.isInLastFrame && block.isWhole && block.lineCount == 1)
  }

  /// A frame without room does not count as a text that was cut.
  @Test func frameWithoutRoom_isWhole() throws {
    let typesetters = Typesetters(try CaptionTests.lettering("en"))
    let (cut, empty) = (TextBlock(), TextBlock())
    cut.set(.init(statement: Self.long, frame: Self.frame(width: 60)), typesetters)
    empty.set(.init(statement: Self.long, frame: Self.frame(width: 0)), typesetters)
    #expect(!cut.isWhole && empty.isWhole && empty.words.count == 0)
  }
}
