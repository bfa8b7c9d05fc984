import Configuration
import Foundation
import Graphics
import Pixels
import ProgressModel
import Raster
import Scenes
import TestSupport
import Testing

/// Frames that somebody has looked at: `References/STYLE/PRESET-SESSION-MILLISECONDS.png`.
@Suite struct GoldenTests {
  static let sessions: [(name: String, events: [(Double, ProgressEvent)], times: [Int])] = [
    (
      "run", [(0, Stage.fraction(0.25)), (1, Stage.fraction(0.75)), (2, .done(.empty))],
      [100, 900, 1_080, 1_900, 2_100, 2_300, 2_750, 3_100, 3_300]
    ),
    ("fail", [(0, Stage.fraction(0.6)), (1, .fail(.empty))], [1_100, 1_180, 2_000]),
    ("cancel", [(0, Stage.fraction(0.6)), (1, .cancel)], [1_100, 1_350]),
    ("interrupted", [(0, Stage.fraction(0.6)), (1, .interruption)], [2_000]),
    ("unknown", [(0, .bytes(completed: 1, total: nil))], [300, 800]),
  ]
  static let sizes = [(200, 113), (90, 160)]

  @Test(arguments: SceneStyle.all, ["seed", "kiosk"]) func frames_areThoseLookedAt(
    style: SceneStyle, preset: String
  ) throws {
    let scene = style.makeScene(Stage.settings(["\(style.name).preset": preset]))
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "References/\(style.name)")
    for (width, height) in Self.sizes {
      let image = Stage.picture(width, height)
      for session in Self.sessions {
        for time in session.times {
          for picture in session.name == "run" && time >= 2_250 ? [image.reference, nil] : [nil] {
            let input = Stage.input(
              session.events, at: Double(time) / 1_000, size: (width, height), picture: picture,
              scale: preset == "seed" ? 2 : nil)
            let frame = Stage.frame(scene, input, images: [image])
            let suffix = picture == nil ? "" : "-picture"
            let name = "\(preset)-\(width)x\(height)-\(session.name)-\(time)\(suffix).png"
            let finding = try GoldenImage.compare(frame, with: folder.appending(path: name))
            #expect(finding == nil)
          }
        }
      }
    }
  }
}
