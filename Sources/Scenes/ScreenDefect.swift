public import Base
import Graphics
import Text

/// A defect of a frame that a person would see.
public enum ScreenDefect: Equatable, Sendable {
  /// A text does not fit, and ends with an ellipsis.
  case cut(StaticBytes)
  /// The letters of two texts meet.
  case overlap(StaticBytes, StaticBytes)
  /// A picture is behind a text.
  case picture(StaticBytes, behind: StaticBytes)
  /// A text leaves the screen.
  case outside(StaticBytes)
  /// A text's contrast to the background is below 4.5, in tenths.
  case contrast(StaticBytes, tenths: Int)

  /// The text or picture to correct.
  public var item: StaticBytes {
    switch self {
    case .cut(let name), .overlap(let name, _), .picture(let name, _), .outside(let name),
      .contrast(let name, _):
      name
    }
  }

  /// The defect without its measure: equal where it has the same cure.
  public var kind: ScreenDefect {
    if case .contrast(let name, _) = self { return .contrast(name, tenths: 0) }
    return self
  }
}

extension Screen {
  /// The defects of the texts of the frame drawn last.
  ///
  /// - Parameter input: that frame's parameters.
  public func defects(_ input: SceneInput) -> [ScreenDefect] {
    guard let captions = captions(of: input) else { return [] }
    var defects: [ScreenDefect] = []
    @inline(never) func add(_ defect: ScreenDefect) { defects.append(defect) }
    let texts = captions.texts.filter { captions.isVisible($0, input) }
    let pictures = backdrop.shown(input)
    for (index, one) in texts.enumerated() {
      let name = one.caption.name
      if !one.block.isWhole { add(.cut(name)) }
      let bounds = Self.bounds(one.words)
      if bounds.x < 0 || bounds.y < 0 || bounds.x + bounds.width > input.canvas.width
        || bounds.y + bounds.height > input.canvas.height
      {
        add(.outside(name))
      }
      for other in texts[..<index] where bounds.meets(Self.bounds(other.words)) {
        add(.overlap(name, other.caption.name))
      }
      for picture in pictures where bounds.meets(picture.rect) {
        add(.picture(picture.name, behind: name))
      }
    }
    if let scene = sceneBounds {
      for picture in pictures where scene.meets(picture.rect) {
        add(.picture(picture.name, behind: "scene"))
      }
    }
    let grounds = backdrop.colors(input)
    for text in texts {
      let (color, alpha) = captions.color(of: text, input, grounds[0], isPalette(input))
      for ground in grounds {
        let ratio = Self.contrast(ground.mixed(with: color, by: alpha), ground)
        if ratio < 4.5 { add(.contrast(text.caption.name, tenths: Int(ratio * 10))) }
      }
    }
    return defects
  }

  /// The rectangle that the scene fills, pixels; nil for one in a box of its own.
  private var sceneBounds: Rect? {
    guard isComposed, let room = parts[0].room else { return nil }
    let unit = arrangement.unit * arrangement.sceneScale
    let origin = arrangement.origin
    return Rect(
      x: origin.x - room.half * unit, y: origin.y - room.above * unit,
      width: 2 * room.half * unit, height: (room.above + room.below) * unit)
  }

  @inline(never) private static func bounds(_ text: SetText) -> Rect {
    var (left, top, right, bottom) = (
      Double.infinity, Double.infinity, -Double.infinity, -Double.infinity
    )
    for index in 0..<text.count {
      let word = text[index]
      (left, top) = (min(left, word.topLeft.x), min(top, word.topLeft.y))
      (right, bottom) = (max(right, word.bottomRight.x), max(bottom, word.bottomRight.y))
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The contrast ratio of two colors (WCAG 2.2, "contrast ratio").
  static func contrast(_ one: Color, _ other: Color) -> Double {
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  private static func luminance(_ color: Color) -> Double {
    // The power 2.4 of sRGB as 2 + 0.4: the square, and a fifth root squared by Newton's method.
    func linear(_ part: Float) -> Double {
      let value = Double(part)
      if value <= 0.040_45 { return value / 12.92 }
      let base = (value + 0.055) / 1.055
      var root = 1.0
      for _ in 0..<30 {
        root -= (root * root * root * root * root - base) / (5 * root * root * root * root)
      }
      return base * base * root * root
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }
}

extension Rect {
  /// Whether the rectangles have a point in common.
  fileprivate func meets(_ other: Rect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }
}
