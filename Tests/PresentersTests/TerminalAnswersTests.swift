import Base
import Pixels
import TestSupport
import Testing

@testable import LinuxSystem
@testable import Presenters

/// What terminals answer, and how frames lie on them.
@Suite struct TerminalAnswersTests {
  private func read(_ text: String) -> TerminalAnswers {
    var answers = TerminalAnswers()
    for byte in text.utf8 { answers.take(byte) }
    return answers
  }

  @Test(arguments: [
    ("\u{1b}[?62;4;22c", false, true, true), ("\u{1b}[?4;6c", false, false, true),
    ("\u{1b}[?1;2c", false, false, true), ("\u{1b}[?62;4", false, false, false),
    ("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62c", true, false, true),
    ("\u{1b}_Gi=31;ENOTSUP\u{1b}\\\u{1b}[?62c", false, false, true),
    ("\u{1b}_Gi=30;OK\u{1b}\\", false, false, false),
    ("keys\u{1b}[A\u{1b}[?64;4c", false, true, true),
    ("\u{1b}\u{1b}[?64;4c", false, true, true), ("\u{1b}[4c", false, false, false),
    ("\u{1b}_Gi=31\u{1b}[?64;4c", false, false, false),
    ("\u{1b}[?9999999999999999999999;4c", false, true, true), ("", false, false, false),
  ])
  func answer_tellsAbilities(text: String, kitty: Bool, sixel: Bool, isWhole: Bool) {
    let answers = read(text)
    #expect(answers.hasKitty == kitty && answers.hasSixel == sixel)
    #expect(answers.hasAttributes == isWhole)
  }

  @Test func answer_tellsSizes() {
    let answers = read("\u{1b}[6;16;8t\u{1b}[4;480;640t\u{1b}[0n\u{1b}[3n\u{1b}[0n")
    #expect(answers.cell == PixelSize(width: 8, height: 16))
    #expect(answers.area == PixelSize(width: 640, height: 480))
    #expect(answers.statusCount == 2)
    #expect(read("\u{1b}[6;0;8t\u{1b}[6;16t\u{1b}[?6;16;8t").cell == nil)
  }

  /// Any bytes leave a reader that reads the next answer.
  @Test func garbage_isSkipped() {
    var random = SeededGenerator(seed: 3)
    let alphabet = Array("\u{1b}[]_G;?0123456789ctn\\ -=\u{9c}\u{7}".utf8)
    for _ in 0..<5_000 {
      var answers = TerminalAnswers()
      for _ in 0..<Int.random(in: 0...200, using: &random) {
        answers.take(alphabet.randomElement(using: &random) ?? 0)
      }
      for byte in "\u{1b}\\\u{1b}[?64;4c".utf8 { answers.take(byte) }
      #expect(answers.hasAttributes && answers.hasSixel, "seed 3")
    }
  }

  // MARK: - Tiles

  @Test(arguments: [
    (0, 24, 8, 16), (80, 0, 8, 16), (80, 24, 0, 0), (80, 24, 300, 16), (65_535, 65_535, 1, 1),
    (80, 1, 8, 16), (1, 2, 1, 1), (1_000, 500, 64, 64),
  ])
  func anySize_hasTilesThatCoverIt_orNone(columns: Int, rows: Int, width: Int, height: Int) {
    let terminal = TerminalLine.Size(
      columns: columns, rows: rows, width: columns * width, height: rows * height)
    for keepsLastRow in [true, false] {
      guard let tiles = TerminalTiles(terminal, TerminalAnswers(), keepsLastRow: keepsLastRow)
      else { continue }
      #expect(tiles.size.width <= 4_096 && tiles.size.height <= 4_096)
      var area = 0
      for row in 0..<tiles.rows {
        for column in 0..<tiles.columns {
          let rect = tiles.rect(row: row, columns: column..<(column + 1))
          #expect(!rect.isEmpty)
          area += rect.area
        }
      }
      #expect(area == tiles.size.width * tiles.size.height)
    }
  }
}
