import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import Raster
import TestSupport
import Testing

@testable import Scenes

/// Requirements of every style in the registry.
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

  @Test func names_areTheWordsOfTheSetting() {
    guard case .list(let words)? = SettingsTable.program.definition("style")?.kind else {
      Issue.record("no list")
      return
    }
    #expect(words == SceneStyle.all.map { ByteString($0.name) })
  }

  @Test(arguments: SceneStyle.all) func settings_areNamedForTheStyle(style: SceneStyle) {
    for definition in style.settings {
      #expect(definition.name.description.hasPrefix("\(style.name)."))
    }
    #expect(style.settings.contains { $0.name.description == "\(style.name).preset" })
  }

  @Test(arguments: SceneStyle.all, sessions.indices) func sameInput_givesTheSameList_inAnyOrder(
    style: SceneStyle, session: Int
  ) {
    let show = Show("\(style.name)", size: (320, 240))
    let times = (0...45).map { Double($0) / 10 }
    let lists = times.map { show.list(Self.sessions[session], at: $0) }
    for index in times.indices.reversed() {
      let again = show.list(Self.sessions[session], at: times[index])
      #expect(again.looksLike(lists[index]))
    }
  }

  /// All frames before `nextMotion` are equal.
  @Test(arguments: SceneStyle.all, sessions.indices) func stillness_isKept(
    style: SceneStyle, session: Int
  ) {
    let show = Show("\(style.name)", size: (320, 240))
    let picture = ImageReference(identifier: 1, width: 40, height: 30)
    let events = Self.sessions[session]
    for picture in [picture, nil] {
      var input = show.input(events, at: events.last?.0 ?? 0, picture: picture)
      var stillCount = 0
      for _ in 0..<1_000 {
        let next = show.screen.nextMotion(input)
        guard next != input.time else {
          input.time += Stage.duration(0.05)
          continue
        }
        stillCount += 1
        let resting = show.list(input)
        for seconds in [0.016, 0.3, 2, 77] {
          var later = input
          later.time += Stage.duration(seconds)
          if let next, later.time >= next { break }
          #expect(
            show.list(later).looksLike(resting),
            "\(style.name), session \(session), \(seconds) s after \(input.time)")
        }
        guard let next else { break }
        input.time = next
      }
      // Only endless motion may never rest.
      let isEndless = input.state.phase == .active && style.name.description != "ring"
      let shimmers = "\(style.name)" == "rainbow" && picture == nil
      #expect(stillCount > 0 || isEndless || session == 2 || shimmers)
    }
  }

  @Test(arguments: SceneStyle.all, sessions.indices) func drawnByDamage_equalsDrawnWhole(
    style: SceneStyle, session: Int
  ) {
    let image = Stage.picture(71, 53)
    for (width, height) in Self.sizes {
      let show = Show("\(style.name)", size: (width, height))
      let size = PixelSize(width: width, height: height)
      var random = SeededGenerator(seed: 61)
      let rasterizer = Rasterizer()
      rasterizer.images = [image]
      var frame = Pixmap(size: size)
      var shown: DisplayList?
      var time = 0.0
      while time < 4.2 {
        let next = show.list(Self.sessions[session], at: time, picture: image.reference)
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

  /// Only relative times count: at negative times, and after days, a session looks as at the
  /// clock's start.
  @Test(arguments: SceneStyle.all, [-100, 3, 1_000_000]) func sessions_lookTheSame_whenever(
    style: SceneStyle, start: Int
  ) {
    let show = Show("\(style.name)", size: (120, 90))
    var rules = ProgressRules()
    rules.intro = show.intro
    for session in Self.sessions {
      for time in [0.2, 0.45, 1.3, 2.3, 3.4] {
        let usual = show.input(session, at: time)
        var state = SharedState(ProgressState(at: .seconds(start), rules: rules))
        for (at, event) in session where at <= time {
          state = state.applying([event], at: .seconds(start) + Stage.duration(at))
        }
        let shifted = SceneInput(
          state, time: .seconds(start) + usual.time, canvas: show.canvas)
        let size = PixelSize(width: 120, height: 90)
        let one = Canvas.draw(show.list(usual), size: size, images: [])
        let other = Canvas.draw(show.list(shifted), size: size, images: [])
        var most = 0
        for y in 0..<90 {
          for x in 0..<120 { most = max(most, ContinuityTests.distance(one[x, y], other[x, y])) }
        }
        // Springs use a grid of the clock, which a Double of a million seconds may miss by a step.
        #expect(most <= 6, "\(session) at \(time): \(most)")
      }
    }
  }

  @Test(arguments: SceneStyle.all) func secondRun_looksLikeTheFirst(style: SceneStyle) {
    let show = Show("\(style.name)", size: (120, 90))
    let first: [(Double, ProgressEvent)] = [(0.1, Stage.fraction(0.4)), (0.7, .done(.empty))]
    let second = first + [(5, .reset)] + first.map { ($0.0 + 5, $0.1) }
    for time in stride(from: 0.05, to: 3, by: 0.13) {
      let one = show.frame(first, at: time)
      let other = show.frame(second, at: time + 5)
      #expect(Canvas.firstDifference(one, other) == nil, "\(style.name) at \(time)")
    }
  }

  /// Every number, color and choice changes a pixel of some session. Some settings matter only
  /// without a number or signs, and some only if the bubble drains.
  @Test(arguments: SceneStyle.all) func everySetting_changesPixels(style: SceneStyle) {
    let image = Stage.picture(71, 53)
    func frames(_ changes: [String: String]) -> [[UInt32]] {
      // Screens as small as this have a bar in place of any style, unless told otherwise.
      let show = Show(
        "\(style.name)", ["layout": "landscape"].merging(changes) { $1 }, size: (120, 90))
      var frames: [[UInt32]] = []
      for session in Self.sessions {
        for time in [0.15, 0.2, 0.45, 0.7, 0.9, 1.15, 1.35, 1.7, 2.1, 2.4] {
          for picture in [image, nil] {
            let frame = show.frame(session, at: time, image: picture)
            frames.append((0..<90).flatMap { y in (0..<120).map { x in frame[x, y] & 0xff_ffff } })
          }
        }
      }
      return frames
    }
    var bases: [[String: String]] = [[:]]
    for key in ["\(style.name).number", "bubble.signs"]
    where style.settings.contains(where: { $0.name.description == key }) {
      bases.append([key: "no"])
      if key == "bubble.signs" { bases.append([key: "no", "bubble.failure": "drain"]) }
    }
    let usual = bases.map { frames($0) }
    for definition in style.settings {
      let others: [String]
      switch definition.kind {
      case .number(let range, _):
        others = [0.37, 37, -37].map { "\(max(range.lowerBound, min(range.upperBound, $0)))" }
      case .count(let range, _): others = ["\(range.lowerBound)", "\(range.upperBound)"]
      case .choice(let words): others = words.map { "\($0)" }
      case .flag: others = ["yes", "no"]
      case .color: others = ["#123456"]
      case .curve: others = ["0.9,0,1,0.1"]
      case .box: others = ["10 10 30 30"]
      case .text, .texts, .path, .paths, .list: others = ["x"]
      }
      let matters = bases.indices.contains { base in
        others.contains {
          frames(bases[base].merging(["\(definition.name)": $0]) { $1 }) != usual[base]
        }
      }
      #expect(matters, Comment(rawValue: definition.name.description))
    }
  }
}

extension DisplayList {
  /// Whether every item looks the same, even if stops and points have other indices.
  func looksLike(_ other: DisplayList) -> Bool {
    items.count == other.items.count && layers == other.layers
      && items.indices.allSatisfy { item(at: $0, looksLike: other) }
  }
}
