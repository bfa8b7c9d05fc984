import Base
import Configuration
import Graphics
import ProgressModel
import TestSupport
import Testing

@testable import Scenes

/// The color of progress in each state.
@Suite struct StateColorsTests {
  static let usual = Color(0x2346e8)

  private func color(
    _ events: [(Double, ProgressEvent)], at time: Double, palette: String = "light"
  ) -> Color {
    let colors = StateColors(SceneSettings(Stage.settings(["palette": palette])))
    let show = Show("ring", ["palette": palette], size: (160, 120))
    return colors.color(
      show.input(events, at: time), usual: Self.usual, done: colors.success,
      failed: colors.failure)
  }

  private func distance(_ one: Color, _ other: Color) -> Float {
    max(abs(one.red - other.red), abs(one.green - other.green), abs(one.blue - other.blue))
  }

  static let outcomes: [(event: ProgressEvent, name: ColorKey)] = [
    (.done(.empty), .success), (.fail(.empty), .failure), (.cancel, .muted),
    (.interruption, .warning),
  ]

  /// At rest a state has its palette color, exactly.
  @Test(arguments: outcomes.indices, ["light", "dark"])
  func atRest_itIsThePalettes(outcome: Int, palette: String) {
    let (event, name) = Self.outcomes[outcome]
    let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.4)), (2, event)]
    #expect(color(events, at: 1.9, palette: palette) == Self.usual)
    let expected = Stage.settings(["palette": palette]).paint(name)
    for time in [5.0, 500] {
      #expect(distance(color(events, at: time, palette: palette), expected) < 1e-6)
    }
  }

  @Test func pause_isMuted() {
    let events: [(Double, ProgressEvent)] = [(0, Stage.fraction(0.4)), (2, .paused(.empty))]
    #expect(color(events, at: 3) == Stage.settings().paint(.muted))
  }

  /// The color moves from one state's to the other's, in small steps and never back.
  @Test(arguments: outcomes.indices) func change_isMonotonic(outcome: Int) {
    let events: [(Double, ProgressEvent)] = [
      (0, Stage.fraction(0.4)), (2, Self.outcomes[outcome].event),
    ]
    let last = color(events, at: 5)
    var before = color(events, at: 1.9)
    for step in 0...90 {
      let now = color(events, at: 1.9 + Double(step) / 100)
      #expect(distance(now, last) <= distance(before, last) + 1e-5, "step \(step)")
      #expect(distance(now, before) < 0.16, "step \(step)")
      before = now
    }
    #expect(before == last)
  }

  /// A stalled run has the warning's color; after the next record it has its own again.
  @Test func stall_comesAndGoes() {
    let events: [(Double, ProgressEvent)] = [
      (0, Stage.fraction(0.2)), (1, Stage.fraction(0.3)), (14, Stage.fraction(0.4)),
    ]
    let warning = Stage.settings().paint(.warning)
    #expect(color(events, at: 10.9) == Self.usual)
    #expect(color(events, at: 11.3) == warning && color(events, at: 13.9) == warning)
    #expect(color(events, at: 14.3) == Self.usual)
    var before = color(events, at: 10.9)
    for step in 0...400 {
      let now = color(events, at: 10.9 + Double(step) / 100)
      #expect(distance(now, before) < 0.16, "step \(step)")
      before = now
    }
  }

  /// A stall that is shorter than the change of color is not a jump.
  @Test func shortStall_doesNotJump() {
    let events: [(Double, ProgressEvent)] = [
      (0, Stage.fraction(0.2)), (1, Stage.fraction(0.3)), (11.1, Stage.fraction(0.4)),
      (11.15, .done(.empty)),
    ]
    var before = color(events, at: 10.9)
    for step in 0...120 {
      let now = color(events, at: 10.9 + Double(step) / 100)
      #expect(distance(now, before) < 0.2, "step \(step)")
      before = now
    }
  }

  /// On displays of one bit the shapes of outcomes are seen on the outcomes' backgrounds.
  @Test(arguments: ["mono", "recovery", "signal", "plain"])
  func oneBit_showsOutcomes(theme: String) throws {
    let settings = try CaptionTests.settings(theme: theme)
    func color(_ name: ByteString) -> UInt32? { settings.color(name, isMonochrome: true) }
    let ground = color("ground")
    for style in ["ring", "spinner", "wave", "pencil"] as [ByteString] {
      let done = settings.background(of: .done, isMonochrome: true) ?? ground
      let failed = settings.background(of: .failed, isMonochrome: true) ?? ground
      #expect(color(style + ".done-color") != done)
      #expect(color(style + ".fail-color") != failed)
      #expect(color("success") != done && color("failure") != failed)
    }
  }

  /// The default colors are legible: texts by 4.5 to 1, shapes by 3 to 1.
  @Test(arguments: ["light", "dark"]) func palette_isLegible(palette: String) {
    let colors = StateColors(SceneSettings(Stage.settings(["palette": palette])))
    for color in [
      colors.ink, colors.body, colors.muted, colors.accent, colors.success, colors.warning,
      colors.failure,
    ] {
      #expect(Contrast.ratio(color, colors.ground) >= 4.5)
    }
    #expect(Contrast.ratio(colors.track, colors.ground) <= 1.4)
  }

  /// The colors of tiles and lists move to those of an outcome's background in small steps.
  @Test(
    arguments: ["plain", "recovery", "handheld", "mono"],
    [ProgressEvent.done(.empty), .fail(.empty)])
  func outcomesGround_fadesWithItsColors(theme: String, outcome: ProgressEvent) throws {
    let canvas = Size(width: 160, height: 120)
    let settings = try CaptionTests.settings(theme: theme)
    let screen = Screen("", settings, canvas: canvas)
    var state = ProgressState()
    state.apply(Stage.fraction(0.4), at: .zero)
    state.apply(outcome, at: .seconds(2))
    func colors(_ time: Double) -> [Color] {
      let input = SceneInput(state: state, time: Stage.duration(time), canvas: canvas)
      let colors = screen.suitedColors(input)
      return [colors.ink, colors.muted, colors.track, colors.success, colors.failure]
    }
    let began = state.outcomeBegan.seconds
    var before = colors(began - 0.1)
    #expect(
      before
        == [0, 1, 4, 2, 3].map {
          screen.colors.shade($0, on: screen.colors.ground, isPalette: true)
        })
    for step in 0...80 {
      let now = colors(began - 0.1 + Double(step) / 200)
      for (one, other) in zip(before, now) {
        #expect(distance(one, other) < 0.06, "\(theme) at \(step)")
      }
      before = now
    }
    let ground = screen.backdrop.color(
      SceneInput(state: state, time: .seconds(9), canvas: canvas))
    for (index, color) in colors(9).enumerated() where index != 2 {
      #expect(Contrast.ratio(color, ground) >= 3, "\(theme), color \(index)")
    }
  }

  /// An outcome that a theme tells by the background is seen on the usual one, too.
  @Test(arguments: ["mono", "recovery", "handheld", "plain", "minimal-565", "night"])
  func outcomes_areSeenOnTheGround(theme: String) throws {
    let colors = StateColors(SceneSettings(try CaptionTests.settings(theme: theme)))
    for outcome in 2...3 {
      let color = colors.shade(outcome, on: colors.ground, isPalette: true)
      #expect(Contrast.ratio(color, colors.ground) >= 3)
    }
  }
}
