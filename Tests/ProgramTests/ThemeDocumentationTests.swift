import Foundation
import PNGCodec
import Pixels
import Testing

@testable import ProgramSupport

/// The example theme of docs/themes.md: it is made and rendered as the page says.
@Suite(.waiting) struct ThemeDocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The page's fenced blocks in a language.
  private func blocks(_ language: String) throws -> [String] {
    let page = try String(contentsOf: Self.root.appending(path: "docs/themes.md"), encoding: .utf8)
    return page.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```\n").first
    }
  }

  @Test func example_isATheme() throws {
    let scratch = try Scratch()
    let theme = scratch.url.appending(path: "mine")
    try FileManager.default.createDirectory(at: theme, withIntermediateDirectories: true)
    let settings = try blocks("conf")
    try #require(settings.count == 1)
    try Data(settings[0].utf8).write(to: theme.appending(path: "theme.conf"))
    let commands = try #require(try blocks("sh").last)
    func run() throws -> ProgramRun {
      // The repository's files replace those of an installation.
      let options = "--fonts \(Self.root.path)/share/fonts/default.fbfont --config /dev/null"
      return try ProgramRun(
        [],
        shell:
          "cd \(scratch.url.path) && fbprogress() { \"$0\" \(options) \"$@\"; } && set -e\n\(commands)"
      )
    }
    let without = try run()
    #expect(without.status == 2)
    #expect(without.errors.contains("mine/theme.conf:"), "\(without.errors)")
    #expect(without.errors.contains("logo.png"), "\(without.errors)")

    let logo = PNGEncoder.encode(Pixmap(size: PixelSize(width: 90, height: 30)))
    try Data(logo).write(to: theme.appending(path: "logo.png"))
    let with = try run()
    #expect(with.status == 0, "\(with.errors)")
    #expect(with.errors.isEmpty)
    let picture = Array(try Data(contentsOf: scratch.url.appending(path: "mine.png")))
    let decoded = try PNGDecoder.decode(picture.span)
    #expect(decoded.size == PixelSize(width: 800, height: 480))
    // The upper edge has the background's first color, the logo is black.
    let (corner, middle) = (decoded[0, 0], decoded[400, 43])
    #expect(corner == 0xff10_222e)
    #expect(middle == 0xff00_0000)
  }

  private static let themes = [
    "aurora", "detailed", "handheld", "minimal-565", "mono", "night", "paper", "plain", "recovery",
    "signal",
  ]

  @Test(arguments: themes) func shippedTheme_hasNoMistake_andAPicture(name: String) throws {
    let run = try ProgramRun(["check", Self.root.appending(path: "share/themes/\(name)").path])
    #expect(run.status == 0, "\(run.errors)")
    let page = try String(contentsOf: Self.root.appending(path: "docs/themes.md"), encoding: .utf8)
    #expect(page.contains("pictures/theme-\(name).png"))
  }

  /// The sheet of each shipped theme has all states; no picture of a screen is blank.
  @Test(arguments: themes, ["480x272", "180x320", "240x240"])
  func shippedTheme_hasASheet(name: String, size: String) throws {
    let scratch = try Scratch()
    let run = try ProgramRun([
      "sheet", "--theme", Self.root.appending(path: "share/themes/\(name)").path, "--size", size,
      "--output", scratch.path("sheet.png"),
    ])
    #expect((run.status, run.errors) == (0, ""))
    let sheet = try PNGDecoder.decode(
      Array(try Data(contentsOf: scratch.url.appending(path: "sheet.png"))).span)
    let sides = size.split(separator: "x").compactMap { Int($0) }
    let (width, height) = (sides[0], sides[1])
    try #require(sheet.size == PixelSize(width: 4 * width + 40, height: 3 * height + 32))
    for state in 0..<11 {
      let (left, top) = (8 + state % 4 * (width + 8), 8 + state / 4 * (height + 8))
      var colors = Set<UInt32>()
      for y in top..<(top + height) {
        for x in left..<(left + width) { colors.insert(sheet[x, y]) }
      }
      #expect(colors.count > 8, "state \(state)")
    }
  }

  /// The theme in the sample of the layer for Yocto.
  @Test func sampleTheme_hasNoMistake() throws {
    let folder = "deploy/yocto/meta-fbprogress/samples/recipes-core/fbprogress/files/acme"
    let run = try ProgramRun(["check", Self.root.appending(path: folder).path])
    #expect((run.status, run.errors) == (0, ""))
  }

  @Test func brokenPicture_isToldOfWithItsName_andTheScreenGoesOn() throws {
    let scratch = try Scratch()
    var bytes = PNGEncoder.encode(Pixmap(size: PixelSize(width: 20, height: 20)))
    bytes.removeLast(30)
    try Data(bytes).write(to: scratch.url.appending(path: "broken.png"))
    try Data("@0 42\n".utf8).write(to: scratch.url.appending(path: "session"))
    let run = try ProgramRun([
      "render", "--script", scratch.path("session"), "--at", "1", "--size", "64x48", "--fonts",
      "none",
      "--background.image", scratch.path("broken.png"), "--output", scratch.path("frame.png"),
    ])
    #expect(run.status == 0)
    #expect(
      run.errors.contains("picture \(scratch.path("broken.png")): not a readable PNG"),
      "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: scratch.path("frame.png")))
  }
}
