import Base
import Configuration
import Graphics
import Testing
import Text

@testable import Scenes

/// The places of scene and texts, on screens of any size.
@Suite struct ArrangementTests {
  static let sizes = [
    (64, 48), (96, 64), (128, 64), (160, 80), (128, 128), (240, 135), (240, 240), (240, 320),
    (320, 240), (480, 272), (480, 320), (800, 480), (480, 800), (720, 720), (1_024, 600),
    (1_280, 720), (1_920, 480), (1_080, 1_920), (1_920, 1_080), (3_840, 2_160),
  ]
  static let slots: [Arrangement.Slot] = [.headline, .message, .facts, .warning]

  /// The screens that an arrangement suits.
  private static func suits(_ choice: LayoutChoice, _ size: (Int, Int)) -> Bool {
    let ratio = Double(size.0) / Double(size.1)
    let isTiny = min(size.0, size.1) < 96
    return switch choice {
    case .auto: true
    case .tiny: isTiny
    case .landscape: !isTiny && ratio > 1.3 && ratio < 2.4
    case .portrait: !isTiny && ratio < 1
    case .bar: !isTiny && ratio > 2.4
    case .small: !isTiny && ratio > 1.3
    case .square: !isTiny && ratio >= 1 && ratio < 1.35
    case .round: !isTiny && ratio == 1
    }
  }

  /// The rectangle of the scene with its lines and number.
  private static func scene(_ arrangement: Arrangement, _ room: SceneRoom) -> Rect {
    let scale = arrangement.sceneScale * arrangement.unit
    let origin = arrangement.origin
    return Rect(
      x: origin.x - room.half * scale, y: origin.y - room.above * scale,
      width: 2 * room.half * scale, height: (room.above + room.below) * scale)
  }

  /// The rectangle of the letters of a text: as high as the em for each line.
  private static func letters(_ frame: TextFrame, _ slot: Arrangement.Slot, lines: Int) -> Rect {
    let size = frame.size
    let first =
      slot == .message ? frame.box.y + 0.61 * size : frame.box.y + frame.box.height / 2
    return Rect(
      x: frame.box.x, y: first - size / 2, width: frame.box.width,
      height: size * (1 + 1.4 * Double(lines - 1)))
  }

  private static func isBeside(_ one: Rect, _ other: Rect) -> Bool {
    one.x >= other.x + other.width - 0.5 || other.x >= one.x + one.width - 0.5
      || one.y >= other.y + other.height - 0.5 || other.y >= one.y + one.height - 0.5
  }

  private static func isInside(_ one: Rect, _ canvas: Size, _ margin: Double) -> Bool {
    one.x >= margin - 0.5 && one.y >= margin - 0.5
      && one.x + one.width <= canvas.width - margin + 0.5
      && one.y + one.height <= canvas.height - margin + 0.5
  }

  @Test(arguments: LayoutChoice.allCases, SceneStyle.all)
  func sceneAndTexts_areOnTheScreen_apart(choice: LayoutChoice, style: SceneStyle) throws {
    let room = try #require(style.scene(Stage.settings()).room)
    for size in Self.sizes where Self.suits(choice, size) {
      let canvas = Size(width: Double(size.0), height: Double(size.1))
      let arrangement = Arrangement(
        choice, room, canvas: canvas, density: nil, factor: 1, hasTexts: true)
      let comment = Comment(rawValue: "\(style.name) \(choice) is \(arrangement.layout) at \(size)")
      var taken: [Rect] = []
      if arrangement.layout != .tiny {
        let scene = Self.scene(arrangement, room)
        #expect(arrangement.sceneScale > 0, comment)
        #expect(Self.isInside(scene, canvas, 0), "\(style.name) \(choice) at \(size): \(scene)")
        // The texts of a round screen are in its ring.
        if arrangement.layout != .round || !room.isBezel { taken.append(scene) }
      }
      for slot in Self.slots {
        guard let frame = arrangement.frame(slot) else { continue }
        #expect(frame.box.width > 0 && frame.box.height > 0 && frame.size > 0, comment)
        let letters = Self.letters(frame, slot, lines: 1)
        let margin = arrangement.layout == .tiny ? 0 : 2 * arrangement.unit
        #expect(
          Self.isInside(letters, canvas, margin),
          "\(style.name) \(choice) at \(size), \(slot): \(letters)")
        if arrangement.layout == .tiny { continue }
        for other in taken {
          #expect(
            Self.isBeside(letters, other),
            "\(style.name) \(choice) at \(size), \(slot): \(letters) \(other)")
        }
        taken.append(letters)
      }
    }
  }

  /// On an e-paper label of 250x122 the smallest line below a bar has 11 pixels.
  @Test(arguments: [SceneStyle.pencil, .bubble, .rainbow])
  func smallestLine_isLegible(style: SceneStyle) throws {
    let room = try #require(style.scene(Stage.settings()).room)
    let arrangement = Arrangement(
      .auto, room, canvas: Size(width: 250, height: 122), density: nil, factor: 1, hasTexts: true)
    for slot in [Arrangement.Slot.message, .facts] {
      let frame = try #require(arrangement.frame(slot))
      #expect(frame.size >= 10.9, "\(slot): \(frame.size)")
      #expect(frame.box.y + frame.box.height / 2 + frame.size / 2 <= 122)
    }
  }

  /// Texts of a role have one size in all states; also beside the smaller scene above a card.
  @Test(arguments: LayoutChoice.allCases, SceneStyle.all)
  func card_keepsTheTextsSizes(choice: LayoutChoice, style: SceneStyle) throws {
    let room = try #require(style.scene(Stage.settings()).room)
    for size in Self.sizes where Self.suits(choice, size) {
      let canvas = Size(width: Double(size.0), height: Double(size.1))
      func arrangement(_ hasCard: Bool) -> Arrangement {
        Arrangement(
          choice, room, canvas: canvas, density: nil, factor: 1, hasTexts: true,
          hasCode: hasCard ? true : nil)
      }
      let (usual, withCard) = (arrangement(false), arrangement(true))
      for slot in [Arrangement.Slot.headline, .message, .facts] {
        #expect(
          abs((usual.frame(slot)?.size ?? 0) - (withCard.frame(slot)?.size ?? 0)) < 1e-6,
          "\(style.name) \(choice) at \(size), \(slot)")
      }
    }
  }

  /// The message belongs to the headline: it is nearer to it than the facts are to the message.
  @Test(arguments: SceneStyle.all) func facts_standApart(style: SceneStyle) throws {
    let room = try #require(style.scene(Stage.settings()).room)
    for size in Self.sizes {
      let canvas = Size(width: Double(size.0), height: Double(size.1))
      let arrangement = Arrangement(
        .auto, room, canvas: canvas, density: nil, factor: 1, hasTexts: true)
      guard arrangement.layout != .tiny, let headline = arrangement.frame(.headline),
        let message = arrangement.frame(.message), let facts = arrangement.frame(.facts)
      else { continue }
      func middle(_ frame: TextFrame, _ slot: Arrangement.Slot) -> Double {
        let letters = Self.letters(frame, slot, lines: 1)
        let isFirst = slot == .facts && frame.anchor.y == 0
        return isFirst ? frame.box.y + 0.61 * frame.size : letters.y + letters.height / 2
      }
      let (near, far) = (
        middle(message, .message) - middle(headline, .headline),
        middle(facts, .facts) - middle(message, .message)
      )
      #expect(far >= 1.15 * near, "\(style.name) at \(size): \(near), \(far)")
    }
  }

  /// The warning is legible wherever it has room.
  @Test(arguments: SceneStyle.all, [(640, 172), (400, 128), (1_920, 480), (480, 320)])
  func warning_isLegible(style: SceneStyle, size: (Int, Int)) throws {
    let room = try #require(style.scene(Stage.settings()).room)
    let arrangement = Arrangement(
      .auto, room, canvas: Size(width: Double(size.0), height: Double(size.1)), density: nil,
      factor: 1, hasTexts: true)
    guard let warning = arrangement.frame(.warning) else { return }
    let facts = try #require(arrangement.frame(.facts))
    #expect(warning.size >= 11.99 || warning.size == facts.size, "\(warning.size)")
  }

  /// For texts from right to left, everything is where a mirror shows it.
  @Test(arguments: LayoutChoice.allCases, SceneStyle.all)
  func rightToLeft_isTheMirrorImage(choice: LayoutChoice, style: SceneStyle) throws {
    let room = try #require(style.scene(Stage.settings()).room)
    for size in Self.sizes where Self.suits(choice, size) {
      let canvas = Size(width: Double(size.0), height: Double(size.1))
      func arrangement(_ isMirrored: Bool) -> Arrangement {
        Arrangement(
          choice, room, canvas: canvas, density: nil, factor: 1, hasTexts: true,
          isMirrored: isMirrored)
      }
      let (one, other) = (arrangement(false), arrangement(true))
      #expect(abs(one.origin.x + other.origin.x - canvas.width) < 1e-6)
      for slot in Self.slots {
        guard let frame = one.frame(slot), let mirrored = other.frame(slot) else {
          #expect(one.frame(slot) == nil && other.frame(slot) == nil)
          continue
        }
        #expect(abs(frame.box.mirrored(in: canvas).x - mirrored.box.x) < 1e-6)
        #expect(frame.anchor.x + mirrored.anchor.x == 1 && frame.size == mirrored.size)
      }
    }
  }

  /// A message of two lines pushes the facts down, but neither off the screen nor into the warning.
  @Test(arguments: LayoutChoice.allCases, SceneStyle.all)
  func secondLine_hasRoom(choice: LayoutChoice, style: SceneStyle) throws {
    let room = try #require(style.scene(Stage.settings()).room)
    for size in Self.sizes where Self.suits(choice, size) {
      let canvas = Size(width: Double(size.0), height: Double(size.1))
      let arrangement = Arrangement(
        choice, room, canvas: canvas, density: nil, factor: 1, hasTexts: true)
      guard arrangement.layout != .tiny, let message = arrangement.frame(.message),
        message.lineLimit > 1,
        var facts = arrangement.frame(.facts)
      else { continue }
      facts.box.y += arrangement.linePitch
      let comment = Comment(rawValue: "\(style.name) \(choice) is \(arrangement.layout) at \(size)")
      let (lines, below) = (
        Self.letters(message, .message, lines: 2), Self.letters(facts, .facts, lines: 1)
      )
      #expect(Self.isInside(lines, canvas, 0), comment)
      #expect(Self.isInside(below, canvas, 0), comment)
      #expect(Self.isBeside(lines, below), comment)
      if let warning = arrangement.frame(.warning) {
        #expect(Self.isBeside(below, Self.letters(warning, .warning, lines: 1)), comment)
      }
    }
  }

  @Test(
    arguments: [
      (1_280, 720, nil, "landscape"), (720, 1_280, nil, "portrait"), (1_920, 480, nil, "bar"),
      (480, 272, nil, "small"), (240, 240, nil, "square"), (128, 64, nil, "tiny"),
      (800, 480, 9.2, "small"), (800, 480, 5.3, "landscape"), (480, 480, 12, "square"),
      (480, 480, 6, "landscape"),
    ] as [(Int, Int, Double?, String)])
  func arrangement_isByShapeAndSize(width: Int, height: Int, density: Double?, name: String) {
    let canvas = Size(width: Double(width), height: Double(height))
    #expect("\(Arrangement.layout(of: canvas, density))" == name)
  }

  /// Texts are at least as large as they must be for reading, or half as large again as designed.
  @Test(arguments: [(480, 320), (800, 480), (1_280, 720)], [nil, 4.0, 8])
  func texts_areLegible(size: (Int, Int), density: Double?) throws {
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    let arrangement = Arrangement(
      .auto, .disc, canvas: canvas, density: density, factor: 1, hasTexts: true)
    let plain = Arrangement(
      .auto, .disc, canvas: canvas, density: 0.01, factor: 1, hasTexts: true)
    for (slot, pixels, millimeters) in [
      (Arrangement.Slot.headline, 18.0, 2.8), (.message, 14, 2.2), (.facts, 12, 1.8),
    ] {
      let em = try #require(arrangement.frame(slot)).size
      let least = max(pixels, millimeters * (density ?? 0))
      let other = try #require(plain.frame(slot)).size
      #expect(em >= least - 0.01 || em >= 1.49 * other, "\(slot): \(em) of \(least)")
    }
  }

  /// Without texts a figure is in the middle.
  @Test(arguments: sizes) func withoutTexts_figuresAreInTheMiddle(size: (Int, Int)) {
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    let arrangement = Arrangement(
      .auto, .disc, canvas: canvas, density: nil, factor: 1, hasTexts: false)
    #expect(arrangement.origin.x == canvas.width / 2)
    if arrangement.layout != .tiny { #expect(arrangement.origin.y == canvas.height / 2) }
  }

  /// On a screen of a few lines, number, bar and texts have places of their own.
  /// Where the texts have no room beside the scene they are below it.
  @Test(arguments: [
    (480, 480), (720, 720), (640, 480), (1_024, 768), (480, 320), (800, 480), (1_920, 480),
  ])
  func bar_hasRoomForTexts(size: (Int, Int)) throws {
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    let arrangement = Arrangement(
      .bar, nil, canvas: canvas, density: nil, factor: 1, hasTexts: true)
    let frame = try #require(arrangement.frame(.message))
    #expect(frame.box.width >= 10 * frame.size)
  }

  @Test(arguments: [(64, 48), (96, 64), (128, 64), (160, 80), (128, 95)])
  func tinyScreens_haveARowABarAndALine(size: (Int, Int)) throws {
    let canvas = Size(width: Double(size.0), height: Double(size.1))
    let places = TinyLayout(canvas)
    let numeral = places.numeral
    #expect(places.bar.y >= 0 && places.bar.y + places.bar.height <= canvas.height)
    #expect(numeral.centre.y + 0.37 * numeral.em <= places.bar.y)
    #expect(numeral.centre.y - 0.37 * numeral.em >= 0)
    let frame = try #require(places.frame(.facts, isMirrored: false))
    let below = try #require(places.frame(.message, isMirrored: false))
    #expect(frame.box.y + frame.box.height <= places.bar.y)
    #expect(places.bar.x >= 0 && places.bar.x + places.bar.width <= canvas.width)
    #expect(below.box.y + below.box.height <= canvas.height)
    #expect(2 + numeral.width <= frame.box.x)
    // The last line is below the bar.
    let line = below.box.y + below.box.height - 1.2 * below.size
    #expect(line >= places.bar.y + places.bar.height - 1, "\(line) \(places.bar)")
  }
}
