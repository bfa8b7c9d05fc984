import Foundation

/// The messages of the program with their causes and cures, read from the tables of
/// `docs/diagnostics.md`.
public enum Diagnostics {
  /// A table of the page.
  public struct Section: Sendable {
    /// The heading.
    public let title: String
    /// Its rows, in order.
    public let messages: [Message]
  }

  /// A row of a table.
  public struct Message: Sendable {
    /// The message; `…` stands for a part that differs.
    public let pattern: String
    /// Why the program prints it.
    public let cause: String
    /// Empty in the table of notices.
    public let cure: String
  }

  /// The tables in the page's order. Traps if the page cannot be read.
  public static let sections: [Section] = {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../docs/diagnostics.md")
    guard let text = try? String(contentsOf: page, encoding: .utf8) else {
      preconditionFailure("no docs/diagnostics.md")
    }
    return text.components(separatedBy: "\n## ").dropFirst().map { part in
      let lines = part.components(separatedBy: "\n")
      return Section(
        title: lines[0], messages: lines.filter { $0.hasPrefix("| `") }.map(message))
    }
  }()

  private static func message(_ line: String) -> Message {
    let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    return Message(
      pattern: String(cells[0].dropFirst().dropLast()), cause: cells[1],
      cure: cells.count > 2 ? cells[2] : "")
  }

  /// Adds the tables to the manual page.
  static func add(to page: inout ManualPage) {
    for section in sections {
      page.macro("Ss \(section.title)")
      page.macro("Bl -diag")
      for message in section.messages {
        page.macro("It \(ManualPage.quoted(message.pattern))")
        page.sentences(plain(message.cause))
        page.sentences(plain(message.cure))
      }
      page.macro("El")
    }
  }

  /// A text without the marks of Markdown.
  private static func plain(_ text: String) -> String {
    text.replacing("`", with: "").replacing("*", with: "")
  }
}
