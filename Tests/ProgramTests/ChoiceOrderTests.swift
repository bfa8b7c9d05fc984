import Base
import Configuration
import Graphics
import ProgressModel
import Scenes
import TestSupport
import Testing

@testable import CommandLine
@testable import FeedProcess
@testable import RenderProcess

/// No setting depends on the order of its words: reading the whole table with every list reversed
/// has the same result.
@Suite struct ChoiceOrderTests {
  private static let reversed: [SettingDefinition] = Options.definitions.map { row in
    guard case .choice(let words) = row.kind else { return row }
    return SettingDefinition(
      row.key, .choice(words.reversed()), row.fallback, scope: row.scope, of: row.group,
      help: row.help)
  }

  private static let cases: [(row: ByteString, word: StaticBytes)] = Options.definitions.flatMap {
    row -> [(ByteString, StaticBytes)] in
    guard case .choice(let words) = row.kind else { return [] }
    return words.map { (row.name, $0) }
  }

  private func settings(
    _ table: [SettingDefinition], _ row: ByteString, _ word: StaticBytes
  ) throws -> Settings {
    var settings = Settings(table)
    try settings.set(row, to: ByteString(word), scope: .commandLine)
    let styles = SceneStyle.all.map { ByteString($0.name) }
    for style in styles where row.hasPrefix(style + ".") {
      try settings.set("style", to: style, scope: .commandLine)
    }
    return settings
  }

  /// The frames of a run from its start to its outcome, as text.
  private func frames(_ settings: Settings, _ options: Options) -> [String] {
    let canvas = Size(width: 320, height: 240)
    let screen = Screen("", settings, canvas: canvas, density: nil, lettering: nil) { _ in nil }
    var state = options.feed.newState
    state.apply(.fraction(Fraction(billionths: 400_000_000)), at: .seconds(1))
    var frames: [String] = []
    for (time, event) in [
      (Duration.seconds(2), nil), (.seconds(3), ProgressEvent.fail(.empty)), (.seconds(5), nil),
    ] {
      if let event { state.apply(event, at: time) }
      var list = DisplayList()
      screen.draw(
        SceneInput(SharedState(state), time: time, canvas: canvas, picture: nil), into: &list)
      frames.append(String(describing: list))
    }
    return frames
  }

  /// The parsed settings of a process, except the table itself.
  private func members(_ value: some Any) -> [String] {
    Mirror(reflecting: value).children.filter { $0.label != "table" }
      .map { "\($0.label ?? ""): \($0.value)" }
      .filter { !$0.contains("FeedDescription") }
  }

  @Test func choicesAreThere() { #expect(Self.cases.count >= 70, "\(Self.cases.count)") }

  @Test func everyWord_readsTheSameFromAReversedList() throws {
    for (row, word) in Self.cases {
      let one = try settings(Options.definitions, row, word)
      let other = try settings(Self.reversed, row, word)
      let (options, others) = (try Options(one), try Options(other))
      #expect(members(options.feed) == members(others.feed), "\(row) = \(word)")
      #expect(members(options.render) == members(others.render), "\(row) = \(word)")
      #expect(frames(one, options) == frames(other, others), "\(row) = \(word)")
    }
  }
}
