import Foundation
import Testing

@testable import ProgramSupport

/// What shells offer at the end of a line that somebody types.
@Suite struct CompletionTests {
  static let styles = ["bubble", "pencil", "rainbow", "ring", "spinner", "wave"]
  static let lines: [(line: String, offered: [String], others: [String])] = [
    ("fbprogress --style ", styles, ["render"]),
    ("fbprogress --style ring+ra", ["ring+rainbow"], ["ring+ring"]),
    ("fbprogress --ring.c", ["--ring.cap", "--ring.color"], ["--ring.radius"]),
    ("fbprogress --at-eof ", ["auto", "stay", "fail", "done"], ["keep"]),
    ("fbprogress re", ["render"], ["wrap"]),
    ("fbprogress --style ring pr", ["probe"], ["wrap"]),
    ("fbprogress --ato", ["--atomic=no"], ["--output"]),
    ("fbprogress --title.anchor bottom-", ["bottom-left", "bottom-right"], ["top"]),
    ("fbprogress send ti", ["title"], ["check"]),
    ("fbprogress --locale-folder /us", ["/usr/"], ["/etc/"]),
    ("fbprogress --fonts /us", ["/usr/"], ["/etc/"]),
    ("fbprogress --fonts no", ["none"], ["render"]),
    ("fbprogress check /us", ["/usr/"], ["/etc/"]),
    ("fbprogress list th", ["themes"], ["wrap"]),
    ("fbprogress help pro", ["probe"], ["themes"]),
    ("fbprogress --theme non", ["none"], ["render"]),
  ]

  private static func file(_ name: String) -> String {
    Checkout.root.appending(path: "deploy/completions/\(name)").path
  }

  private func check(_ number: Int, _ offered: [String]) {
    let (line, wanted, others) = Self.lines[number]
    // A folder may have its slash or not.
    let offered = offered.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    for word in wanted {
      let word = word.hasSuffix("/") ? String(word.dropLast()) : word
      #expect(offered.contains(word), "\(line): \(offered)")
    }
    for word in others { #expect(!offered.contains(word), "\(line): \(offered)") }
  }

  @Test(arguments: lines.indices) func bash_offers(number: Int) throws {
    let line = Self.lines[number].line
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    // As bash itself parts them.
    let parted = words.flatMap { word in
      word.split(separator: "=").count == 2
        ? word.replacing("=", with: " = ").split(separator: " ") : [word]
    }
    let list = parted.map { "'\($0)'" }.joined(separator: " ")
    let offered = try Shell.output(
      "bash", "--norc", "-c",
      "source '\(Self.file("fbprogress.bash"))'; COMP_WORDS=(\(list)); COMP_CWORD=\(parted.count - 1); "
        + "_fbprogress; printf '%s\\n' \"${COMPREPLY[@]}\"")
    check(number, offered.split(separator: "\n").map(String.init))
  }

  @Test(arguments: lines.indices) func fish_offers(number: Int) throws {
    let offered = try Shell.output(
      "fish", "--no-config", "-c",
      "source '\(Self.file("fbprogress.fish"))'; complete -C '\(Self.lines[number].line)'")
    check(
      number,
      offered.split(separator: "\n").map { String($0.split(separator: "\t")[0]) })
  }

  /// What it lists, or makes of the line if there is but one way to go on.
  @Test(arguments: lines.indices) func zsh_offers(number: Int) throws {
    let tool = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Tools/zsh-completions")
    let folder = Checkout.root.appending(path: "deploy/completions").path
    let shown = try Shell.output(tool.path, folder, Self.lines[number].line)
    // A flag that is on takes its value behind the equals sign, which stays away until there is one.
    let offered = shown.split(whereSeparator: \.isWhitespace).map { word in
      word == "--atomic="
        ? "--atomic=no" : word.last == "+" ? String(word.dropLast()) : String(word)
    }
    check(number, offered)
  }
}
