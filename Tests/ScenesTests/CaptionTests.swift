import Base
import Configuration
import Graphics
import ProgressModel
import TestSupport
import Testing
import Text

@testable import Scenes

@Suite struct CaptionTests {
  static let sizes = [
    (240, 320), (320, 240), (480, 800), (800, 480), (1_080, 1_920), (1_920, 1_080), (3_840, 2_160),
  ]
  static let packs = Result { () throws -> FontStack? in
    FontStack(
      try ["default", "world"].map { try FontPack(try Shared.bytes("fonts/\($0).fbfont")) })
  }
  static let locales = Result {
    try Shared.names(in: "locale").filter { $0.hasSuffix(".conf") }.map { String($0.dropLast(5)) }
  }
  static let themes = Result { try Shared.names(in: "themes") }

  static func lettering(_ locale: String) throws -> Lettering {
    let fonts = try #require(try packs.get())
    let text = try Shared.text("locale/\(locale).conf")
    var catalogue = Catalogue()
    catalogue.read(text, path: "x.conf") { Issue.record("\($0.message)") }
    return Lettering(fonts: fonts, catalogue: catalogue)
  }

  static func settings(theme: String?) throws -> Settings {
    var settings = Settings()
    guard let theme else { return settings }
    let text = try Shared.text("themes/\(theme)/theme.conf")
    // The format is the program's own setting, and does not change captions.
    let lines = text.split(at: 0x0a).filter { !$0.hasPrefix("format ") }
    var kept = ByteString()
    for line in lines { kept += line + "\n" }
    try SettingsFile.apply(kept, path: "theme.conf", to: &settings)
    return settings
  }

  /// The state of a run with many texts.
  static func state(_ text: String, _ outcome: ProgressEvent?) -> ProgressState {
    var state = ProgressState()
    let words = SanitizedText(ByteString(Array(text.utf8)))
    for event in [
      ProgressEvent.title(words), .message(words), .detail(words),
      .step(number: 12, count: 15, name: words), .bytes(completed: 0, total: 999_900_000_000),
    ] { state.apply(event, at: .zero) }
    for second in 1...20 {
      state.apply(
        .bytes(completed: UInt64(second) * 99_900_000, total: 999_900_000_000),
        at: .seconds(second))
    }
    if let outcome { state.apply(outcome, at: .seconds(21)) }
    return state
  }

  static let texts = [
    "", "OK", "Das Betriebssystem wird jetzt auf den internen Speicher geschrieben",
    "/usr/lib/x86_64-linux-gnu/dri/"
      + "averyveryveryveryveryveryverylongnamewithoutanyblankinitwhatsoever.so.1.2.3",
    "正在将新的操作系统映像写入内部存储器，请不要关闭电源，也不要断开网络连接。",
    "لا تطفئ الجهاز لا تطفئ الجهاز لا تطفئ الجهاز لا تطفئ الجهاز لا تطفئ الجهاز",
  ]

  /// Texts lose their last utterance first; the fourth, with the first, stays to the end.
  @Test func oneUtterance_isNotShortened() {
    let (a, b) = (Utterance.text("a"), Utterance.text("b"))
    let (c, d) = (Utterance.text("c"), Utterance.text("d"))
    #expect(Statement(a).shortened == nil && Statement(.nothing, b).shortened == nil)
    #expect(Statement(.nothing, .nothing, .nothing, d).shortened == nil)
    #expect(Statement(a, b).shortened == Statement(a))
    #expect(Statement(a, b, c, d).shortened == Statement(a, b, .nothing, d))
    #expect(Statement(a, b, .nothing, d).shortened == Statement(a, .nothing, .nothing, d))
    #expect(
      Statement(a, .nothing, .nothing, d).shortened == Statement(.nothing, .nothing, .nothing, d))
  }

  /// In any language, for any text and display: no caption leaves its box, and boxes that are
  /// visible at one time overlap neither each other nor the style's room.
  @Test(arguments: try ([nil] + themes.get().map { $0 }) as [String?], try locales.get())
  func everythingStaysInItsBox(theme: String?, locale: String) throws {
    let settings = try Self.settings(theme: theme)
    let lettering = try Self.lettering(locale)
    for size in Self.sizes {
      let canvas = Size(width: Double(size.0), height: Double(size.1))
      let captions = Captions(lettering, settings, canvas: canvas, factor: 1)
      for (place, text) in Self.texts.enumerated() {
        let long = SanitizedText(ByteString(Array(text.utf8)))
        // Each text with each language; some with an outcome.
        let outcomes: [ProgressEvent] = [.fail(long), .interruption, .done(long)]
        let outcome = outcomes[(place + locale.utf8.count + size.0) % 3]
        let moments: [(ProgressEvent?, Int)] =
          place % 2 == 0 ? [(nil, 22), (outcome, 23)] : [(nil, 2_000)]
        for (outcome, time) in moments {
          var list = DisplayList()
          let input = SceneInput(
            state: Self.state(text, outcome), time: .seconds(time), canvas: canvas)
          captions.draw(input, on: Color(0), into: &list)
          // A caption that the screen's arrangement places has no edge but the screen's. What counts
          // there is that the letters of two captions do not meet.
          let shown = captions.shown(input).map {
            ($0.name, $0.box, $0.words, Self.bounds($0.words))
          }
          for (index, (name, box, words, own)) in shown.enumerated() {
            // Serifs and slanted glyphs extend a little beyond their advance, and lines begin at
            // whole pixels.
            let slack = 1 + box.height / 20
            for word in words {
              let isInside =
                word.topLeft.x >= box.x - slack && word.topLeft.y >= box.y - slack
                && word.bottomRight.x <= box.x + box.width + slack
                && word.bottomRight.y <= box.y + box.height + slack
              #expect(
                isInside,
                "\(name) at \(word.topLeft)…\(word.bottomRight) leaves \(box) of \(size): \(text)")
            }
            for (other, _, _, others) in shown[..<index] {
              let isBeside =
                own.x >= others.x + others.width || others.x >= own.x + own.width
                || own.y >= others.y + others.height || others.y >= own.y + own.height
              #expect(isBeside, "\(name) and \(other) of \(theme ?? "none"), \(size): \(text)")
            }
          }
        }
      }
      #expect(captions.flaw == nil || captions.flaw != .missing([0x25]))
    }
  }

  /// The rectangle that outlines cover.
  static func bounds(_ words: [RetainedPath]) -> Rect {
    let left = words.map { $0.topLeft.x }.min() ?? 0
    let top = words.map { $0.topLeft.y }.min() ?? 0
    let right = words.map { $0.bottomRight.x }.max() ?? 0
    let bottom = words.map { $0.bottomRight.y }.max() ?? 0
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Each single fact fits without an ellipsis where themes place it, except on the smallest
  /// displays.
  @Test(arguments: try locales.get()) func factsAreWholeInTwoLines(locale: String) throws {
    let lettering = try Self.lettering(locale)
    for theme in try [nil] + Self.themes.get().map({ $0 }) as [String?] {
      let settings = try Self.settings(theme: theme)
      for size in Self.sizes {
        let canvas = Size(width: Double(size.0), height: Double(size.1))
        let captions = Captions(lettering, settings, canvas: canvas, factor: 1)
        var state = ProgressState()
        state.apply(.bytes(completed: 123_400_000, total: 567_800_000), at: .zero)
        state.apply(.bytes(completed: 153_400_000, total: 567_800_000), at: .seconds(1))
        var list = DisplayList()
        let input = SceneInput(state: state, time: .seconds(2), canvas: canvas)
        captions.draw(input, on: Color(0), into: &list)
        for caption in captions.shown(input) {
          #expect(caption.isWhole, "\(caption.name): \(locale), \(theme ?? "none"), \(size)")
        }
      }
    }
  }

  /// A reason of two lines has them wherever themes allow two lines.
  @Test(arguments: try ([nil] + themes.get().map { $0 }) as [String?])
  func messagesHaveTheirLines(theme: String?) throws {
    let settings = try Self.settings(theme: theme)
    for locale in ["en", "ja", "ar", "hi", "th"] {
      for size in [(800, 480), (320, 240), (480, 800)] {
        let canvas = Size(width: Double(size.0), height: Double(size.1))
        let lettering = try Self.lettering(locale)
        let captions = Captions(lettering, settings, canvas: canvas, factor: 1)
        var state = ProgressState()
        let words =
          ByteString("The file that came has a wrong checksum") + " "
          + lettering.catalogue.withBytes(of: .failed) { ByteString($0) }
        state.apply(.message(SanitizedText(words)), at: .zero)
        var list = DisplayList()
        let input = SceneInput(state: state, time: .seconds(2), canvas: canvas)
        captions.draw(input, on: Color(0), into: &list)
        for caption in captions.shown(input) where caption.name.description == "message" {
          #expect(caption.isWhole, "\(locale), \(theme ?? "none"), \(size)")
        }
      }
    }
  }

  /// If not everything fits, the time left or the time of silence is shown.
  @Test(arguments: try ([nil] + themes.get().map { $0 }) as [String?], try locales.get())
  func timesAreToldFirst(theme: String?, locale: String) throws {
    let lettering = try Self.lettering(locale)
    let settings = try Self.settings(theme: theme)
    for size in Self.sizes {
      let canvas = Size(width: Double(size.0), height: Double(size.1))
      let captions = Captions(lettering, settings, canvas: canvas, factor: 1)
      var state = ProgressState()
      state.apply(.step(number: 2, count: 3, name: SanitizedText("Firmware")), at: .zero)
      for second in 0...4 {
        let done = 123_400_000 + UInt64(second) * 30_000_000
        state.apply(.bytes(completed: done, total: 567_800_000), at: .seconds(second))
      }
      // A run that is known says its usual duration.
      state.apply(.usual(.seconds(3_000)), at: .seconds(4))
      for time in [5, 13, 31] {
        var list = DisplayList()
        let input = SceneInput(state: state, time: .seconds(time), canvas: canvas)
        captions.draw(input, on: Color(0), into: &list)
        for caption in captions.shown(input) where caption.name.description == "facts" {
          #expect(caption.isWhole, "\(locale), \(theme ?? "none"), \(size), \(time) s")
        }
      }
    }
  }

  /// A run that is known says its usual duration at the start, then the time left, and its usual
  /// duration again once it takes longer.
  @Test func usualDuration_isSaidWhereItTellsMost() {
    let canvas = Size(width: 800, height: 480)
    var state = ProgressState()
    state.apply(.usual(.seconds(240)), at: .zero)
    func left(at time: Double) -> Utterance {
      Caption.facts(
        SceneInput(state: state, time: .seconds(time), canvas: canvas), CaptionSet())[3]
    }
    #expect(left(at: 3) == .nothing)
    state.apply(.bytes(completed: 0, total: nil), at: .seconds(5.3))
    state.apply(.expect(.seconds(1_000)), at: .seconds(5.3))
    for time in [5.3, 5.6, 9, 15.2, 15.499] { #expect(left(at: time) == .usual(240), "\(time)") }
    for time in [15.5, 16, 100] {
      guard case .left = left(at: time) else { return #expect(Bool(false), "\(time)") }
    }
    state.apply(.bytes(completed: 1, total: nil), at: .seconds(250))
    #expect(left(at: 256) == .usual(240))
    state.apply(.reset, at: .seconds(300))
    state.apply(.usual(.seconds(30)), at: .seconds(300))
    state.apply(.bytes(completed: 0, total: nil), at: .seconds(300))
    #expect(left(at: 301) == .left(29), "a short run")
  }

  /// If no text can change, the next change is the stall.
  @Test func wordsThatStandWakeNobody() throws {
    let canvas = Size(width: 800, height: 480)
    let captions = Captions(
      try Self.lettering("en"), try Self.settings(theme: nil), canvas: canvas, factor: 1)
    func nextChange(_ state: ProgressState, at time: Double) -> Duration? {
      captions.nextChange(SceneInput(state: state, time: .seconds(time), canvas: canvas))
    }
    var state = ProgressState()
    state.apply(.fraction(Fraction(billionths: 400_000_000)), at: .seconds(1))
    #expect(nextChange(state, at: 2) == .seconds(6), "that the time left is not known")
    #expect(nextChange(state, at: 6) == .seconds(11))
    #expect(nextChange(state, at: 11.2) == .milliseconds(12_001), "the next second of silence")
    #expect(nextChange(state, at: 62) == .milliseconds(121_001), "minutes, from a minute on")
    #expect(nextChange(Self.state("x", nil), at: 22.6) == .seconds(23), "the time left goes on")
  }

  /// The countdown to a restart takes one frame a second with reduced motion, and ends.
  @Test func countdown_changesOnceASecond() throws {
    var settings = try Self.settings(theme: nil)
    try settings.set("reduced-motion", to: "yes", scope: .commandLine)
    var state = ProgressState()
    state.apply(.fraction(.whole), at: .zero)
    state.apply(.done(.empty), at: .seconds(1))
    state.apply(.restart(.seconds(8)), at: .seconds(1.25))
    let screen = Screen(
      "ring", settings, canvas: Size(width: 800, height: 480),
      lettering: try Self.lettering("en"))
    var time = Duration.seconds(4)
    var moments: [Double] = []
    func input(_ time: Duration) -> SceneInput {
      SceneInput(state: state, time: time, canvas: Size(width: 800, height: 480))
    }
    while let next = screen.nextMotion(input(time)), moments.count < 20 {
      #expect(next > time)
      time = next
      moments.append(time.seconds)
    }
    // From 4 s on 5 s are left; the last change is at 9.25 s, when the text disappears.
    #expect(moments.map { ($0 * 100).rounded() / 100 } == [4.25, 5.25, 6.25, 7.25, 8.25, 9.25])
  }

  @Test func unchangedTextsAreSetOnce() throws {
    let lettering = try Self.lettering("en")
    let canvas = Size(width: 800, height: 480)
    let captions = Captions(lettering, try Self.settings(theme: nil), canvas: canvas, factor: 1)
    var lists = [DisplayList(), DisplayList(), DisplayList()]
    var state = ProgressState()
    state.apply(.title(SanitizedText("System")), at: .zero)
    state.apply(.step(number: 2, count: 3, name: SanitizedText("Firmware")), at: .zero)
    for second in 0...20 {
      state.apply(
        .bytes(completed: UInt64(second) * 100_000_000, total: 3_500_000_000),
        at: .seconds(second))
    }
    for (index, time) in [22.5, 22.6, 25].enumerated() {
      captions.draw(
        SceneInput(state: state, time: .seconds(time), canvas: canvas), on: Color(0),
        into: &lists[index])
    }
    let count = lists[0].items.count
    #expect(count > 3 && lists[1].items.count == count && lists[2].items.count == count)
    var changed = 0
    for index in 0..<count {
      #expect(lists[1].item(at: index, looksLike: lists[0]))
      changed += lists[2].item(at: index, looksLike: lists[0]) ? 0 : 1
    }
    // The time left changed: its number, and the words that moved.
    #expect(changed > 0 && changed < count / 2, "\(changed) of \(count)")
  }
}

extension Captions {
  /// The captions of a screen with a figure of the usual size.
  convenience init(
    _ lettering: Lettering, _ settings: Settings, canvas: Size, factor: Double
  ) {
    let choice = settings.choice(.layout, as: LayoutChoice.self)
    let placed = SceneSettings(settings)
    (placed.canvas, placed.factor) = (canvas, factor)
    self.init(
      Typesetters(lettering), placed,
      Arrangement(
        choice == .auto ? Arrangement.layout(of: canvas, nil) : choice, .disc, canvas: canvas,
        density: nil, factor: factor, hasTexts: true))
  }

  /// The visible captions after a drawing: name, box, outlines, and whether the whole text fits.
  func shown(
    _ input: SceneInput
  ) -> [(name: StaticBytes, box: Rect, words: [RetainedPath], isWhole: Bool)] {
    texts.filter { isVisible($0, input) }.map { text in
      let words = (0..<text.words.count).map { text.words[$0] }
      return (text.caption.name, text.frame.box, words, text.block.isWhole)
    }
  }

  /// Draws on a ground that is not the palette's.
  func draw(_ input: SceneInput, on ground: Color, into list: inout DisplayList) {
    draw(input, on: ground, isPalette: false, into: &list)
  }
}
