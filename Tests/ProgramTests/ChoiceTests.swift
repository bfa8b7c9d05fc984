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

/// Each word of each setting of the kind `choice` is a case of the enum that reads it.
@Suite struct ChoiceTests {
  private static let cases: [(row: ByteString, word: ByteString)] =
    SettingsTable.program.definitions.flatMap { row -> [(ByteString, ByteString)] in
      guard case .choice(let words) = row.kind else { return [] }
      return words.map { (row.name, $0) }
    }

  private func settings(_ row: ByteString, _ word: ByteString) throws -> Settings {
    var settings = Settings()
    try settings.set(row, to: word, scope: .commandLine)
    for style in SceneStyle.all.map({ ByteString($0.name) }) where row.hasPrefix(style + ".") {
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

  @Test func choicesAreThere() { #expect(Self.cases.count >= 70, "\(Self.cases.count)") }

  @Test func everyWord_isRead() throws {
    for (row, word) in Self.cases {
      let settings = try settings(row, word)
      #expect(try frames(settings, Options(settings)).count == 3, "\(row) = \(word)")
    }
  }
}
