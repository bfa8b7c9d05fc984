import Base
import Configuration
import Graphics
import Pixels
import ProgressModel
import TestSupport
import Testing
import Text

@testable import Scenes

/// The card with a QR code after a failure (`support-url`).
@Suite struct HelpCardTests {
  static let sizes = [
    (480, 272), (800, 480), (720, 1_280), (1_280, 720), (1_920, 480), (3_840, 2_160),
  ]

  private static func screen(
    _ size: (Int, Int), _ url: String?, _ changes: [String: String] = [:]
  ) throws -> (Screen, Size) {
    var settings = try CaptionTests.settings(theme: nil)
    for (key, value) in changes {
      try settings.set(ByteString(key), to: ByteString(value), scope: .everywhere)
    }
    if let url { try settings.set("support-url", to: ByteString(url), scope: .everywhere) }
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    return (
      Screen("", settings, canvas: canvas, lettering: try CaptionTests.lettering("en")), canvas
    )
  }

  private static func failed(code: String) -> ProgressState {
    var state = ProgressState()
    state.apply(Stage.fraction(0.4), at: .seconds(1))
    state.apply(.fail(SanitizedText("Disk full")), at: .seconds(2))
    state.apply(.code(SanitizedText(ByteString(code))), at: .seconds(2))
    return state
  }

  /// The pixels of the code are the encoder's modules, and four light ones surround them. (The
  /// encoder's own tests have its symbols read by another program.)
  @Test(arguments: sizes) func code_isOnTheScreen(size: (Int, Int)) throws {
    let (screen, canvas) = try Self.screen(size, "https://help.example/?c={code}&v={v}")
    let input = SceneInput(state: Self.failed(code: "28"), time: .seconds(9), canvas: canvas)
    var list = DisplayList()
    screen.draw(input, into: &list)
    let frame = Canvas.draw(list, size: PixelSize(width: size.0, height: size.1))
    let code = try #require(QRCode("https://help.example/?c=28&v={v}"))
    let card = try #require(
      list.items.first { item in
        if case .rectangle = item.shape, item.paint == .color(Color(0xff_ffff)) {
          true
        } else {
          false
        }
      })
    guard case .rectangle(let box) = card.shape else { return }
    let side = Int(box.width) / (code.side + 8)
    #expect(side >= 2)
    let left = Int((box.x + (box.width - Double(side * code.side)) / 2).rounded())
    let top = Int((box.y + (box.height - Double(side * code.side)) / 2).rounded())
    for y in -4..<(code.side + 4) {
      for x in -4..<(code.side + 4) {
        let isInside = (0..<code.side).contains(x) && (0..<code.side).contains(y)
        let isDark = isInside && code[x, y]
        let pixel = frame[left + x * side + side / 2, top + y * side + side / 2] & 0xff_ffff
        #expect(pixel == (isDark ? 0 : 0xff_ffff), "module \(x), \(y)")
      }
    }
    #expect(screen.defects(input).isEmpty, "\(screen.defects(input))")
    #expect(screen.nextMotion(input) == nil, "it comes to rest")
  }

  /// Another error code gives another symbol; other outcomes, and screens without room, no card.
  @Test func card_isForFailures() throws {
    func frame(_ state: ProgressState, _ size: (Int, Int), _ url: String?) throws -> Pixmap {
      let (screen, canvas) = try Self.screen(size, url)
      var list = DisplayList()
      screen.draw(SceneInput(state: state, time: .seconds(9), canvas: canvas), into: &list)
      return Canvas.draw(list, size: PixelSize(width: size.0, height: size.1))
    }
    let url = "https://help.example/{code}"
    let one = try frame(Self.failed(code: "28"), (800, 480), url)
    let other = try frame(Self.failed(code: "29"), (800, 480), url)
    #expect(Canvas.firstDifference(one, other) != nil)
    var done = ProgressState()
    done.apply(Stage.fraction(0.4), at: .seconds(1))
    done.apply(.done(.empty), at: .seconds(2))
    #expect(
      Canvas.firstDifference(
        try frame(done, (800, 480), url), try frame(done, (800, 480), nil)) == nil)
    let failed = Self.failed(code: "28")
    #expect(
      Canvas.firstDifference(
        try frame(failed, (128, 64), url), try frame(failed, (128, 64), nil)) == nil)
  }

  /// Facts about the machine stand in the address, so that a support page knows them.
  @Test func facts_areInTheAddress() throws {
    let (screen, _) = try Self.screen((800, 480), "https://h.example/{Serial}?c={code}&v={v}{")
    let card = try #require(screen.texts?.help)
    let facts = [
      IdentityFact(key: SanitizedText("serial"), value: SanitizedText("A 1/2")),
      IdentityFact(key: SanitizedText("code"), value: SanitizedText("no")),
    ]
    #expect(card.address("28", facts) == "https://h.example/A%201%2F2?c=28&v={v}{")
    #expect(card.address("ü", []) == "https://h.example/{Serial}?c=%C3%BC&v={v}{")
  }

  /// For texts from right to left the card and its address are on the screen, too.
  @Test(arguments: sizes + [(480, 480)]) func rightToLeft_isOnTheScreen(size: (Int, Int)) throws {
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    for isMirrored in [false, true] {
      let arrangement = Arrangement(
        .auto, .disc, canvas: canvas, density: nil, factor: 1, hasTexts: true, hasCode: true,
        isMirrored: isMirrored)
      guard let card = arrangement.card else { continue }
      let wide = card.width + arrangement.cardTextWidth + 2.4 * arrangement.unit
      let left =
        isMirrored && arrangement.layout != .portrait ? card.x + card.width - wide : card.x
      #expect(left >= -1 && left + wide <= canvas.width + 1, "\(isMirrored) \(card) \(wide)")
    }
  }

  /// Without an address the newest lines of the log have the card's place. Each line is whole
  /// pixels below the last one, in the safe area, and an empty log leaves the usual arrangement.
  @Test(arguments: sizes) func log_isInPlaceOfTheCard(size: (Int, Int)) throws {
    let (screen, canvas) = try Self.screen(size, nil)
    func frame(_ state: ProgressState) -> Pixmap {
      var list = DisplayList()
      screen.draw(SceneInput(state: state, time: .seconds(9), canvas: canvas), into: &list)
      return Canvas.draw(list, size: PixelSize(width: size.0, height: size.1))
    }
    let plain = Self.failed(code: "28")
    var logged = plain
    for line in 0..<20 {
      logged.apply(.logLine(SanitizedText(ByteString("line \(line)"))), at: .seconds(3))
    }
    let input = SceneInput(state: logged, time: .seconds(9), canvas: canvas)
    #expect(screen.texts?.help?.isShown(input) == true)
    #expect(
      screen.texts?.help?.isShown(SceneInput(state: plain, time: .seconds(9), canvas: canvas))
        == false)
    let box = try #require(screen.texts?.help?.arrangement.logBox)
    #expect(box.x >= 0 && box.x + box.width <= canvas.width)
    #expect(box.y + box.height <= canvas.height - 0.02 * canvas.shortSide)
    var more = logged
    more.apply(.logLine(SanitizedText("another")), at: .seconds(4))
    #expect(Canvas.firstDifference(frame(logged), frame(more)) != nil)
    // The same screen shows the newer lines, then the older ones again.
    #expect(Canvas.firstDifference(frame(logged), frame(logged)) == nil)
    #expect(screen.nextMotion(input) == nil, "it comes to rest")
    #expect(screen.defects(input).isEmpty, "\(screen.defects(input))")
  }

  /// Below centered texts the block of the log is in the middle; its lines begin at one edge.
  @Test func log_isInTheMiddle() throws {
    let (screen, canvas) = try Self.screen((480, 800), nil)
    var state = Self.failed(code: "28")
    for line in ["short", "a line that is longer"] as [ByteString] {
      state.apply(.logLine(SanitizedText(line)), at: .seconds(3))
    }
    var list = DisplayList()
    screen.draw(SceneInput(state: state, time: .seconds(9), canvas: canvas), into: &list)
    let top = try #require(screen.texts?.help?.arrangement.logBox).y
    var (left, right, starts) = (canvas.width, 0.0, [Double]())
    for item in list.items {
      guard case .path(let path) = item.shape else { continue }
      let points = list.withPen(of: path) { Array($0.points[path.points]) }
      guard let low = points.map(\.y).min(), low >= top else { continue }
      let (first, last) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
      (left, right) = (min(left, first), max(right, last))
      starts.append(first)
    }
    #expect(abs(left + right - canvas.width) < 4, "\(left) \(right)")
    #expect(starts.count { $0 < left + 3 } == 2, "\(starts)")
  }

  /// A long line loses its middle: its beginning and its end, often the reason, are visible.
  @Test(arguments: ["en", "de"]) func logLine_keepsItsEnds(language: String) throws {
    let (screen, canvas) = try Self.screen((320, 240), nil)
    func frame(_ line: String) -> Pixmap {
      var state = Self.failed(code: "28")
      state.apply(.logLine(SanitizedText(ByteString(line))), at: .seconds(3))
      var list = DisplayList()
      screen.draw(SceneInput(state: state, time: .seconds(9), canvas: canvas), into: &list)
      return Canvas.draw(list, size: PixelSize(width: 320, height: 240))
    }
    // Characters of two bytes must not be cut.
    let middle = language == "en" ? "at block 8221 of the disk" : "Größe über Länge für äöü ß"
    let long = { (start: String, part: String, end: String) in
      frame("\(start) error \(middle) \(part) \(middle) \(middle): Input/output \(end)")
    }
    let usual = long("write", "one", "error")
    #expect(Canvas.firstDifference(usual, long("write", "two", "error")) == nil)
    #expect(Canvas.firstDifference(usual, long("read", "one", "error")) != nil)
    #expect(Canvas.firstDifference(usual, long("write", "one", "okay")) != nil)
  }

  /// On a small screen a bar stays legible above a log, which has fewer lines there.
  @Test func log_leavesRoomForTheBar() {
    func scale(_ hasCard: Bool) -> Double {
      Arrangement(
        .auto, .strip, canvas: Size(width: 320, height: 240), density: nil, factor: 1,
        hasTexts: true, hasCode: hasCard ? false : nil
      ).sceneScale
    }
    #expect(scale(true) > 0.7 * scale(false), "\(scale(true)) \(scale(false))")
  }

  /// A second line of the message moves card and log down: the facts are above them.
  @Test(arguments: sizes, [nil, "https://help.example"] as [String?])
  func secondLine_movesWhatIsBelow(size: (Int, Int), url: String?) throws {
    let (screen, canvas) = try Self.screen(size, url)
    var state = ProgressState()
    state.apply(Stage.fraction(0.4), at: .seconds(1))
    state.apply(.logLine(SanitizedText("a line")), at: .seconds(1))
    let long = String(repeating: "No space left on the device ", count: 8)
    state.apply(.fail(SanitizedText(ByteString(long))), at: .seconds(2))
    state.apply(.code(SanitizedText("28")), at: .seconds(2))
    var list = DisplayList()
    let input = SceneInput(state: state, time: .seconds(9), canvas: canvas)
    screen.draw(input, into: &list)
    let help = try #require(screen.texts?.help)
    let down = (Double(help.captions.messageLines) * help.arrangement.linePitch).rounded()
    let top = try #require(help.arrangement.card).y + down
    var facts = try #require(help.arrangement.frame(.facts))
    facts.box.y += help.arrangement.linePitch * Double(help.captions.messageLines)
    let bottom = facts.box.y + (facts.anchor.y == 0 ? 1 : 1.3) * facts.size
    #expect(bottom <= top, "\(bottom) \(top)")
    #expect(top + (try #require(help.arrangement.card).height) <= canvas.height)
  }

  /// The keeper waits until the outcome was shown to its end: frames have to lead there, whatever
  /// is on the screen.
  @Test(arguments: SceneStyle.all.map(\.name.description), [false, true])
  func frames_leadToTheEndOfTheOutcome(style: String, reducesMotion: Bool) throws {
    let events: [ProgressEvent] = [
      .done(.empty), .fail(SanitizedText("x")), .cancel, .interruption,
    ]
    for (url, hasLog, hasJobs) in [
      (nil, false, false), (nil, true, false), ("https://help.example", false, false),
      (nil, true, true), ("https://help.example", false, true),
    ] as [(String?, Bool, Bool)] {
      let (screen, canvas) = try Self.screen(
        (800, 480), url, ["style": style, "reduced-motion": reducesMotion ? "yes" : "no"])
      for event in events {
        let fraction = Stage.fraction(0.1)
        let progress = hasJobs ? ProgressEvent.job(SanitizedText("a"), fraction) : fraction
        let log = hasLog ? [ProgressEvent.logLine(SanitizedText("a line"))] : []
        let state = screen.adapted(
          SharedState(ProgressState()).applying([progress] + log, at: .seconds(1))
            .applying([event], at: .seconds(4)))
        var time = Duration.seconds(4)
        func input() -> SceneInput { SceneInput(state, time: time, canvas: canvas) }
        let end = screen.outcomeEnd(input())
        var count = 0
        while time < end, count < 2_000, let next = screen.nextMotion(input()) {
          time = max(next, time + .milliseconds(16))
          count += 1
        }
        #expect(
          time >= end, "\(event), log \(hasLog), jobs \(hasJobs), card \(url != nil): \(time)")
      }
    }
  }

  /// The box that settings give the log shows it in every state.
  @Test func tail_isInItsBox() throws {
    func frame(_ lines: [String], _ changes: [String: String]) throws -> Pixmap {
      let (screen, canvas) = try Self.screen((800, 480), nil, changes)
      var state = ProgressState()
      state.apply(Stage.fraction(0.4), at: .seconds(1))
      for line in lines { state.apply(.logLine(SanitizedText(ByteString(line))), at: .seconds(2)) }
      var list = DisplayList()
      screen.draw(SceneInput(state: state, time: .seconds(3), canvas: canvas), into: &list)
      return Canvas.draw(list, size: PixelSize(width: 800, height: 480))
    }
    let box = ["tail.box": "0 0 50 10", "tail.lines": "2"]
    let none = try frame([], box)
    let one = try frame(["lll"], box)
    #expect(Canvas.firstDifference(none, try frame(["lll"], [:])) == nil)
    let place = Canvas.firstDifference(none, one)
    #expect(place.map { $0.x < 400 && $0.y < 48 } == true)
    let two = try frame(["lll", "lll"], box)
    #expect(Canvas.firstDifference(one, two) != nil)
    // Beyond two lines the oldest goes.
    #expect(Canvas.firstDifference(two, try frame(["x", "lll", "lll"], box)) == nil)
  }

  /// An address that no symbol holds stands there as text, and nothing traps.
  @Test func longAddress_isText() throws {
    let (screen, canvas) = try Self.screen(
      (800, 480), "https://" + String(repeating: "a", count: 400))
    var list = DisplayList()
    let input = SceneInput(state: Self.failed(code: ""), time: .seconds(9), canvas: canvas)
    screen.draw(input, into: &list)
    #expect(
      !list.items.contains { item in
        if case .rectangle = item.shape, item.paint == .color(Color(0xff_ffff)) {
          true
        } else {
          false
        }
      })
  }

  /// The scene moves to its place above the card, with reduced motion at once. The program waits
  /// for the card, also after an outcome in the intro.
  @Test(arguments: ["ring", "pencil"]) func scene_makesRoom(style: String) throws {
    for isStill in [false, true] {
      let (screen, canvas) = try Self.screen(
        (800, 480), "https://help.example/",
        ["style": style, "reduced-motion": isStill ? "yes" : "no"])
      let state = Self.failed(code: "28")
      func place(_ time: Duration) -> SceneInput {
        screen.placed(SceneInput(state: state, time: time, canvas: canvas), 0)
      }
      let (before, after) = (place(.seconds(1.5)), place(.seconds(9)))
      #expect(before.scale > after.scale)
      let began = state.outcomeBegan + .milliseconds(1)
      #expect((place(began).scale == after.scale) == isStill)
      let end = screen.outcomeEnd(SceneInput(state: state, time: state.phaseBegan, canvas: canvas))
      #expect(end >= state.outcomeBegan + HelpCard.moving + HelpCard.fading)
    }
  }
}
