import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import Raster
import TestSupport
import Testing

@testable import Scenes

/// Frames that were checked by eye: `STYLE/PRESET-SIZE-SESSION-MILLISECONDS`.
@Suite struct GoldenTests {
  /// Sessions, and the times of their frames. Times after the first event count from the end of the
  /// intro.
  static let sessions: [(name: String, events: [(Double, ProgressEvent)], times: [Int])] = [
    (
      "run", [(0, Stage.fraction(0.25)), (1, Stage.fraction(0.75)), (2, .done(.empty))],
      [100, 900, 1_080, 1_900, 2_100, 2_300, 2_500, 2_750, 3_100, 3_300]
    ),
    ("fail", [(0, Stage.fraction(0.6)), (1, .fail(.empty))], [1_100, 1_180, 1_500, 2_000, 4_000]),
    ("cancel", [(0, Stage.fraction(0.6)), (1, .cancel)], [1_100, 1_350, 1_600, 2_000]),
    ("interrupted", [(0, Stage.fraction(0.6)), (1, .interruption)], [2_000]),
    ("unknown", [(0, .bytes(completed: 1, total: nil))], [300, 800]),
  ]
  /// The original styles are the same on screens of any size; otherwise there is another picture
  /// below 96 pixels.
  static func sizes(_ preset: String) -> [(Int, Int)] {
    [(200, 113), preset == "seed" ? (90, 160) : (120, 200)]
  }

  @Test(arguments: SceneStyle.all, ["seed", "kiosk"]) func frames_areThoseLookedAt(
    style: SceneStyle, preset: String
  ) throws {
    let isSmall = ["ring", "rainbow"].contains("\(style.name)") && preset == "seed"
    for (width, height) in Self.sizes(preset) {
      let image = Stage.picture(width, height)
      let show = Show(
        "\(style.name)", ["\(style.name).preset": preset, "reveal.preset": preset],
        size: (width, height), scale: isSmall ? 2 : nil)
      func look(
        _ name: String, _ events: [(Double, ProgressEvent)], at milliseconds: Int, _ image: Image?
      ) throws {
        let frame = show.frame(events, at: Double(milliseconds) / 1_000, image: image)
        let suffix = image == nil ? "" : "-picture"
        let session = "\(name)-\(milliseconds)\(suffix)"
        let name = "\(style.name)/\(preset)-\(width)x\(height)-\(session)"
        #expect(try GoldenImage.compare(frame, with: name) == nil)
      }
      let intro = Int((show.intro.seconds * 1_000).rounded())
      for part in 0..<(intro == 0 ? 0 : 8) {
        try look("intro", [(0, Stage.fraction(0.3))], at: intro * part / 8, nil)
      }
      for session in Self.sessions {
        let events = session.events.enumerated().map {
          ($0.element.0 + ($0.offset == 0 ? 0 : Double(intro) / 1_000), $0.element.1)
        }
        for time in session.times {
          let isOver = session.name == "run" && time >= 2_250
          for picture in isOver ? [image, nil] : [nil] {
            try look(session.name, events, at: time + intro, picture)
          }
        }
      }
    }
  }
}
