import Configuration
import Graphics
import Pixels
import ProgressModel
import Raster
import Scenes
import TestSupport
import Testing

/// What every style keeps, tested by being listed.
@Suite struct SceneStyleTests {
  static let sessions: [[(Double, ProgressEvent)]] = [
    [], [(0.1, Stage.fraction(0.3))], [(0.1, .bytes(completed: 5, total: nil))],
    [(0, Stage.fraction(0.2)), (0.5, Stage.fraction(0.9)), (1, .done(.empty))],
    [(0, Stage.fraction(0.6)), (0.3, .fail(.empty))],
    [(0, Stage.fraction(0.6)), (0.3, .cancel)], [(0, Stage.fraction(0.6)), (0.3, .interruption)],
    [
      (0, Stage.fraction(0.6)), (0.3, .done(.empty)), (2.5, .reset), (2.6, Stage.fraction(0.5)),
      (3, .done(.empty)),
    ],
  ]
  static let sizes = [(320, 240), (480, 800), (97, 64)]

  @Test(arguments: SceneStyle.all) func settings_areNamedForTheStyle(style: SceneStyle) {
    for definition in style.settings {
      #expect(definition.key.description.hasPrefix("\(style.name)."))
    }
    #expect(style.settings.contains { $0.key.description == "\(style.name).preset" })
  }

  @Test(arguments: SceneStyle.all, sessions.indices) func sameInput_givesTheSameList_inAnyOrder(
    style: SceneStyle, session: Int
  ) {
    let scene = style.makeScene(Stage.settings())
    let times = (0...45).map { Double($0) / 10 }
    let lists = times.map {
      Stage.list(scene, Stage.input(Self.sessions[session], at: $0, size: (320, 240)))
    }
    for index in times.indices.reversed() {
      let again = Stage.list(
        scene, Stage.input(Self.sessions[session], at: times[index], size: (320, 240)))
      #expect(again.items == lists[index].items)
      #expect(again.stops == lists[index].stops)
    }
  }

  @Test(arguments: SceneStyle.all, sessions.indices) func rest_isKept(
    style: SceneStyle, session: Int
  ) {
    let scene = style.makeScene(Stage.settings())
    let picture = ImageReference(identifier: 1, width: 40, height: 30)
    for picture in [picture, nil] {
      let events = Self.sessions[session]
      let last = events.last?.0 ?? 0
      let input = Stage.input(events, at: last, size: (320, 240), picture: picture)
      guard let rest = scene.rest(input) else { continue }
      var later = input
      later.time = max(rest, input.time)
      let resting = Stage.list(scene, later)
      for seconds in [0.016, 0.3, 2, 77] {
        later.time = max(rest, input.time) + Stage.duration(seconds)
        let list = Stage.list(scene, later)
        #expect(
          list.items == resting.items,
          "\(style.name), session \(session), \(seconds) s after it rests")
        #expect(list.stops == resting.stops)
      }
    }
  }

  @Test(arguments: SceneStyle.all, sessions.indices) func drawnByDamage_equalsDrawnWhole(
    style: SceneStyle, session: Int
  ) {
    let image = Stage.picture(71, 53)
    for (width, height) in Self.sizes {
      let scene = style.makeScene(Stage.settings())
      let size = PixelSize(width: width, height: height)
      var random = SeededGenerator(seed: 61)
      let rasterizer = Rasterizer()
      rasterizer.images = [image]
      var frame = Pixmap(size: size)
      var shown: DisplayList?
      var time = 0.0
      while time < 4.2 {
        let next = Stage.list(
          scene,
          Stage.input(
            Self.sessions[session], at: time, size: (width, height), picture: image.reference))
        let changed = ListDifference(PixelRect(size), of: PixelRect(size))
        if let shown { changed.find(from: shown, to: next, of: PixelRect(size)) }
        frame.withSurface { rasterizer.draw(next, into: &$0, where: changed) }
        let whole = Canvas.draw(next, size: size, images: [image])
        let difference = Canvas.firstDifference(whole, frame)
        #expect(
          difference == nil,
          "\(style.name), session \(session), \(width)x\(height) at \(time), seed 61")
        shown = next
        time += Double.random(in: 0.01...0.3, using: &random)
      }
    }
  }

  @Test(arguments: SceneStyle.all) func secondRun_looksLikeTheFirst(style: SceneStyle) {
    let scene = style.makeScene(Stage.settings())
    let first: [(Double, ProgressEvent)] = [(0.1, Stage.fraction(0.4)), (0.7, .done(.empty))]
    let second = first + [(5, .reset)] + first.map { ($0.0 + 5, $0.1) }
    for time in stride(from: 0.05, to: 3, by: 0.13) {
      let one = Stage.frame(scene, Stage.input(first, at: time, size: (120, 90)))
      let other = Stage.frame(scene, Stage.input(second, at: time + 5, size: (120, 90)))
      #expect(Canvas.firstDifference(one, other) == nil, "\(style.name) at \(time)")
    }
  }

  /// Every number, colour and choice changes some pixel of some session.
  @Test(arguments: SceneStyle.all) func everySetting_changesPixels(style: SceneStyle) {
    let image = Stage.picture(71, 53)
    func frames(_ changes: [String: String]) -> [[UInt32]] {
      let scene = style.makeScene(Stage.settings(changes))
      var frames: [[UInt32]] = []
      for session in Self.sessions {
        for time in [0.15, 0.2, 0.45, 0.7, 0.9, 1.15, 1.35, 1.7, 2.1] {
          for picture in [image.reference, nil] {
            let frame = Stage.frame(
              scene, Stage.input(session, at: time, size: (120, 90), picture: picture),
              images: [image])
            frames.append((0..<90).flatMap { y in (0..<120).map { x in frame[x, y] & 0xff_ffff } })
          }
        }
      }
      return frames
    }
    let usual = frames([:])
    for definition in style.settings {
      let others: [String]
      switch definition.kind {
      case .number(let range, _):
        others = [0.37, 37].map { "\(max(range.lowerBound, min(range.upperBound, $0)))" }
      case .choice(let words): others = words.map { "\($0)" }
      case .flag: others = ["yes", "no"]
      case .color: others = ["#123456"]
      case .curve: others = ["0.9,0,1,0.1"]
      case .text, .texts: others = ["x"]
      }
      #expect(
        others.contains { frames(["\(definition.key)": $0]) != usual },
        Comment(rawValue: definition.key.description))
    }
  }
}
