import Foundation
import SettingsDocs
import Testing

/// The tables of docs/diagnostics.md, compared with the messages in the sources.
@Suite struct DiagnosticsTests {
  /// Swift without comments and texts of several lines, by file; what `doctor` prints has its cure
  /// in the line.
  private static let sources: [(name: String, text: String)] = {
    let root = DocumentTests.root.appending(path: "Sources")
    let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return (files ?? []).filter { $0.hasSuffix(".swift") && !$0.contains("/DoctorCommand") }
      .compactMap { name in
        (try? String(contentsOf: root.appending(path: name), encoding: .utf8)).map {
          (name, $0.replacing(/(?m)^ *\/\/.*$/, with: "").replacing(/(?s)"""\n.*?"""/, with: ""))
        }
      }
  }()

  /// The calls that write a line, or make an error that becomes one.
  private static var calls: Regex<Substring> {
    #/
      (?: Log\.(?:write|note|detail) | (?:Command|Configuration|Presenter|KMS|FontPack)Error
        | (?:Line|Encoding|Decoding|Pattern)Error | \bFailure | \bnote | \bstop | giveUp | unusable
        | releaseCard | logOnce | died | wrong | unsupported | noOutput | unfinished ) \(
    /#
  }
  private static var literal: Regex<(Substring, Substring)> { /"((?:[^"\\]|\\.)*)"/ }

  /// The arguments of a call, up to its closing parenthesis.
  private static func arguments(_ text: Substring) -> Substring {
    var (depth, isText, isEscaped) = (1, false, false)
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
      } else if isText, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isText.toggle()
      } else if !isText, character == "(" {
        depth += 1
      } else if !isText, character == ")" {
        depth -= 1
        if depth == 0 { return text[..<index] }
      }
    }
    return text
  }

  /// The words of a message without its punctuation; nil if it has fewer than two.
  private static func words(_ text: some StringProtocol) -> String? {
    let words = String(text).replacing("\\n", with: "").trimmingCharacters(
      in: CharacterSet(charactersIn: " ;:,\'?()"))
    return words.contains(/[a-z]{2}\S* \S*[a-z]/) ? words.lowercased() : nil
  }

  /// The constant parts of the messages, with their files.
  private static let parts: [(file: String, words: String)] = {
    var parts: [(file: String, words: String)] = []
    for (name, text) in sources {
      var found: [Substring] = []
      for call in text.matches(of: calls) {
        found += arguments(text[call.endIndex...]).matches(of: literal).map(\.1)
      }
      // Reasons and hints that are put together elsewhere.
      found += text.matches(of: literal).map(\.1).filter {
        $0.contains(/^(?:[;:] [a-z]| (?:is|has|finds|makes|drives) )/)
      }
      parts += found.compactMap { words($0) }.map { (name, $0) }
    }
    return parts
  }()

  private static let messages = Diagnostics.sections.flatMap { $0.messages }

  @Test func eachMessage_isInATable() {
    #expect(Self.parts.count > 200)
    let tables = Self.messages.map { "\($0.pattern)\n\($0.cause)\n\($0.cure)\n" }.joined()
      .replacing("`", with: "").lowercased()
    for (file, words) in Self.parts {
      #expect(
        tables.contains(words), "\(file): a message that docs/diagnostics.md lacks: \(words)")
    }
  }

  @Test func eachRow_isAMessage() {
    #expect(Self.messages.count > 140)
    let known = Self.sources.flatMap {
      $0.text.matches(of: Self.literal).compactMap { Self.words($0.1) }
    }
    for message in Self.messages {
      for part in message.pattern.components(separatedBy: "…").compactMap({ Self.words($0) }) {
        #expect(
          known.contains { $0.contains(part) || $0.count * 2 > part.count && part.contains($0) },
          "no message of the program: \(message.pattern)")
      }
    }
  }

  @Test func eachRow_isUnique_andTellsACureOrIsANotice() {
    #expect(Set(Self.messages.map(\.pattern)).count == Self.messages.count)
    for section in Diagnostics.sections {
      #expect(!section.messages.isEmpty, "\(section.title)")
      for message in section.messages {
        #expect(message.cause.hasSuffix("."), "\(message.pattern)")
        #expect(
          message.cure.hasSuffix(".") == (section.title != "Notices"), "\(message.pattern)")
      }
    }
  }
}
