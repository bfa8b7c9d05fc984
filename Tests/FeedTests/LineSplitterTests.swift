import Base
import TestSupport
import Testing

@testable import Feed

/// Streams of bytes as records: lines, marked records, commands of a terminal.
@Suite struct LineSplitterTests {
  /// A record in words: its kind, how many bytes came late, whether it is cut, its text.
  private static func told(_ bytes: Span<UInt8>, _ record: LineSplitter.Record) -> String {
    let kind =
      switch record.kind {
      case .line: ""
      case .marked: "marked "
      case .terminalCommand: "command "
      }
    let late = record.lateCount > 0 ? "late \(record.lateCount) " : ""
    let text = (0..<bytes.count).map { bytes[$0] }
    let shown = bytes.count > 90 ? "\(bytes.count)" : String(decoding: text, as: UTF8.self)
    return kind + late + (record.isCut ? "cut " : "") + shown
  }

  private static func split(_ text: String, _ splitter: inout LineSplitter) -> [String] {
    var found: [String] = []
    splitter.split(Array(text.utf8).span) { found.append(told($0, $1)) }
    return found
  }

  static let long = String(repeating: "x", count: LineSplitter.capacity)

  static let rows: [(String, [String])] = [
    ("a\nb\r\nc\0d\u{8}e", ["a", "b", "c", "d", "e"]), ("\n\r\n\0\u{8}x\n", ["x"]),
    ("a\u{1b}8b\n", ["a", "b"]), ("a\u{1b}[31mb\u{1b}7\n", ["a\u{1b}[31mb\u{1b}7"]),
    ("\u{1b}\u{1b}8x\n", ["\u{1b}", "x"]), ("a\u{1b}", ["a"]),
    // A record of `send` in the middle of another one.
    ("ab\u{2}fail x\ncd\n", ["marked fail x", "abcd"]), ("\u{2}\nx\n", ["x"]),
    ("ab\u{2}x\rcd\u{2}y\n\n", ["abx", "marked y", "cd"]), ("ab\u{2}x\u{1}y\n", ["abx\u{1}y"]),
    ("\u{2}open", ["open"]), ("a\u{2}b\u{2}c\nd\n", ["marked c", "abd"]),
    // Commands of a terminal, ended by either terminator, or by none.
    ("a\u{1b}]9;4;1;42\u{7}b\n", ["command 9;4;1;42", "ab"]),
    ("\u{1b}]0;t\u{1b}\\x\n", ["command 0;t", "x"]), ("\u{1b}]\u{7}x\n", ["x"]),
    ("\u{1b}]9;4;1;50\nz\u{1b}]9;4;1;60\u{7}\n", ["9;4;1;50", "command 9;4;1;60", "z"]),
    ("\u{1b}]0;t\u{1b}8x\n", ["0;t", "x"]),
    ("\u{1b}]0;t\u{1b}]1;u\u{7}x\n", ["command 1;u", "0;tx"]),
    ("\u{1b}]open", ["open"]),
    // Limits.
    (long + "\n", ["4096"]), (long + "y\nz\n", ["cut 4096", "z"]),
    ("\u{2}" + long + "\n", ["marked 4096"]), ("\u{2}" + long + "y\nz\n", ["cut 4096", "z"]),
    ("\u{1b}]" + long + "yy\u{7}z\n", ["command 4096", "z"]),
    ("a" + long, ["cut 4096"]),
  ]

  @Test(arguments: rows.indices) func bytes_becomeRecords(row: Int) {
    let (text, expected) = Self.rows[row]
    var random = SeededGenerator(seed: 499)
    for round in 0..<20 {
      var splitter = LineSplitter()
      var (found, rest) = ([String](), Array(text.utf8)[...])
      while !rest.isEmpty {
        // All at once, one by one, or in pieces.
        let most = round == 0 ? rest.count : round == 1 ? 1 : min(rest.count, 1 + round * round)
        let count = Int.random(in: (round == 0 ? most : 1)...most, using: &random)
        splitter.split(Array(rest.prefix(count)).span) { found.append(Self.told($0, $1)) }
        rest = rest.dropFirst(count)
      }
      splitter.flush { found.append(Self.told($0, $1)) }
      #expect(found == expected, "seed 499, round \(round)")
      #expect(!splitter.hasUnfinishedRecord && !splitter.holdsPartialRecord)
    }
  }

  /// A partial record that is declared late: what it is then, and what follows its rest.
  @Test(
    arguments: [
      ("", false, "x\n", ["x"]), ("42", true, "7\n8\n", ["late 2 427", "8"]),
      ("a\n", false, "b\n", ["b"]), ("\u{2}ab", true, "c\nd\n", ["late 2 abc", "d"]),
      ("\u{1b}", true, "]0;t\u{7}x\n", ["command 0;t", "x"]),
      ("\u{1b}]0;", true, "t\u{7}x\n", ["command 0;t", "x"]),
      (long + "y", false, "z\n", ["z"]),
    ] as [(String, Bool, String, [String])])
  func lateRecord_isKnownAsSuch(text: String, isThere: Bool, rest: String, expected: [String]) {
    var splitter = LineSplitter()
    _ = Self.split(text, &splitter)
    let hadPartial = splitter.holdsPartialRecord
    let isLate = splitter.markLate()
    #expect(isLate == isThere && (hadPartial || !isThere))
    #expect(!splitter.holdsPartialRecord && splitter.hasUnfinishedRecord == isThere)
    let found = Self.split(rest, &splitter)
    #expect(found == expected)
    let afterwards = Self.split("q\n", &splitter)
    #expect(afterwards == ["q"])
  }

  @Test(arguments: ["42", "\u{2}ab", "\u{1b}", "\u{1b}]0;", "\u{1b}]0;\u{1b}", long + "y"])
  func droppedRecord_isGone(text: String) {
    var splitter = LineSplitter()
    _ = Self.split(text, &splitter)
    #expect(splitter.hasUnfinishedRecord)
    splitter.drop()
    #expect(!splitter.hasUnfinishedRecord && !splitter.holdsPartialRecord)
    let found = Self.split("x\n\u{2}y\n", &splitter)
    #expect(found == ["x", "marked y"])
  }
}
