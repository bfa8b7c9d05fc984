import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import Raster
import TestSupport
public import Testing

@testable public import Scenes

/// Makes scenes and draws their frames.
enum Stage {
  static func settings(_ changes: [String: String] = [:]) -> Settings {
    var settings = Settings()
    for (key, value) in changes {
      do {
        try settings.set(ByteString(key), to: ByteString(value), scope: .commandLine)
      } catch {
        preconditionFailure(error.message.description)
      }
    }
    return settings
  }

  static func duration(_ seconds: Double) -> Duration {
    .nanoseconds(Int64((seconds * 1e9).rounded()))
  }

  static func fraction(_ value: Double) -> ProgressEvent {
    .fraction(Fraction(billionths: Int64((value * 1e9).rounded())))
  }

  /// A picture in which adjacent pixels differ.
  static func picture(_ width: Int, _ height: Int) -> Image {
    var pixmap = Pixmap(size: PixelSize(width: width, height: height))
    for y in 0..<height {
      pixmap.withMutableRow(y, columns: 0..<width) { row in
        for x in row.indices {
          row[x] =
            0xff00_0000 | UInt32(x * 255 / width) << 16 | UInt32(y * 255 / height) << 8
            | UInt32((x * 7 ^ y * 5) & 0xff)
        }
      }
    }
    return Image(pixmap, identifier: 1)
  }
}

extension SharedState {
  /// The lean at a time.
  ///
  /// - Parameter isRelative: which lean is advanced; nil for both.
  func sway(at time: Duration, isRelative: Bool? = nil) -> Sway {
    var sway = history.sway
    sway.advance(to: time, along: state.shown, isRelative: isRelative)
    return sway
  }

  /// The value for the state after events of one time that arrive together.
  func applying(_ events: [ProgressEvent], at time: Duration) -> SharedState {
    var state = state
    for event in events { state.apply(event, at: time) }
    return SharedState(state, after: self, followsSpeed: true)
  }
}

/// A screen, and its frames for a feed's events.
struct Show {
  let screen: Screen
  let canvas: Size
  let intro: Duration

  /// - Parameter scale: pixels per design point; nil for the largest that fits the canvas.
  init(
    _ styles: String, _ changes: [String: String] = [:], size: (Int, Int), scale: Double? = nil,
    density: Double? = nil
  ) {
    canvas = Size(width: Double(size.0), height: Double(size.1))
    var changes = changes
    if let scale, let style = SceneStyle.named(ByteString(styles)) {
      let extent = style.scene(Stage.settings(changes)).extent
      changes["scale"] = "\(scale / Layout.scale(extent, in: Rect(canvas), of: canvas))"
    }
    changes["style"] = styles
    let settings = Stage.settings(changes)
    screen = Screen("", settings, canvas: canvas, density: density)
    var rules = ProgressRules()
    StyleCatalog(
      Screen.intros(settings).map { .init(name: ByteString($0.name), intro: $0.intro) },
      configured: settings.text(.style) ?? ""
    ).adapt(&rules, to: "")
    intro = rules.intro
  }

  func input(
    _ events: [(Double, ProgressEvent)], at time: Double, picture: ImageReference? = nil
  ) -> SceneInput {
    var rules = ProgressRules()
    rules.intro = intro
    var shared = SharedState(ProgressState(rules: rules))
    for (at, event) in events where at <= time {
      shared = shared.applying([event], at: Stage.duration(at))
    }
    return SceneInput(shared, time: Stage.duration(time), canvas: canvas, picture: picture)
  }

  func list(_ input: SceneInput) -> DisplayList {
    var list = DisplayList()
    screen.draw(input, into: &list)
    return list
  }

  func list(
    _ events: [(Double, ProgressEvent)], at time: Double, picture: ImageReference? = nil
  ) -> DisplayList { list(input(events, at: time, picture: picture)) }

  func frame(
    _ events: [(Double, ProgressEvent)], at time: Double, image: Image? = nil
  ) -> Pixmap {
    Canvas.draw(
      list(events, at: time, picture: image?.reference),
      size: PixelSize(width: Int(canvas.width), height: Int(canvas.height)),
      images: image.map { [$0] } ?? [])
  }

  /// The first pixel that differs between two frames, the second one of another show if one is
  /// given.
  func difference(
    _ events: [(Double, ProgressEvent)], at time: Double,
    from others: [(Double, ProgressEvent)], at otherTime: Double, on other: Show? = nil,
    image: Image? = nil
  ) -> (x: Int, y: Int)? {
    Canvas.firstDifference(
      frame(events, at: time, image: image),
      (other ?? self).frame(others, at: otherTime, image: image))
  }
}

extension Settings {
  /// A color on a display of colors.
  func paint(_ key: ColorKey) -> Color { SceneSettings(self).paint(key) }
}

extension SceneStyle {
  /// Makes a scene for a display of colors.
  func scene(_ settings: Settings) -> any Scene { makeScene(SceneSettings(settings)) }
}

extension SceneStyle: CustomTestStringConvertible {
  /// The style's name, for messages.
  public var testDescription: String { "\(name)" }
}
