import Graphics

/// The built-in digits: strokes of constant width with round ends. All digits have the same width.
///
/// A digit's height includes its stroke at any stroke width. Small digits are sharpest if
/// their top and bottom lie between two rows of pixels.
enum StrokedDigits {
  /// The default stroke width, relative to the height.
  static let weight = 0.14

  // The distance from the topmost to the lowest middle of a stroke, in units.
  private static let rows = 48.0
  // The width of a unit with the default stroke, and that of the blanks on both sides of a
  // character, relative to the height.
  private static let column = (1 - weight) / rows
  private static let blank = 0.14
  // The distance of a quarter ellipse's control points from its ends, relative to that of the
  // corner.
  private static let bulge = 0.57

  // The middle of the stroke, each step as `kind_x_y` in units from the top left corner:
  //   0_character_columns  begins a character's outline and gives its width
  //   1  moves            2  draws a line, or the parabola whose corner comes before
  //   3  draws a quarter of an ellipse that begins horizontally
  //   4  draws one that begins vertically
  //   5  is a parabola's corner: where lines along both of its ends meet
  private static let steps: [_ of UInt16] = [
    0_48_28, 1_14_00, 3_28_20, 2_28_28, 4_14_48, 3_00_28, 2_00_20, 4_14_00,
    0_49_28, 1_07_10, 2_18_00, 2_18_48,
    0_50_28, 1_01_10, 5_04_00, 2_14_00, 3_27_13, 5_27_21, 2_20_28, 2_00_48, 2_28_48,
    0_51_28, 1_02_07, 5_06_00, 2_14_00, 3_26_11, 4_14_22, 2_12_22, 1_14_22, 3_28_35, 4_14_48,
    5_05_48, 2_00_41,
    0_52_28, 1_21_48, 2_21_00, 2_00_35, 2_28_35,
    0_53_28, 1_25_00, 2_05_00, 2_02_23, 5_07_17, 2_14_17, 3_28_32, 4_14_48, 5_05_48, 2_00_41,
    0_54_28, 1_22_00, 5_00_18, 2_00_33, 4_14_48, 3_28_33, 4_14_18, 3_00_33,
    0_55_28, 1_00_00, 2_28_00, 2_10_48,
    0_56_28, 1_14_22, 3_26_11, 4_14_00, 3_02_11, 4_14_22, 3_28_35, 4_14_48, 3_00_35, 4_14_22,
    0_57_28, 1_06_48, 5_28_30, 2_28_15, 4_14_00, 3_00_15, 4_14_30, 3_28_15,
    0_37_48, 1_08_00, 3_16_10, 4_08_20, 3_00_10, 4_08_00, 1_36_00, 2_12_48, 1_40_28, 3_48_38,
    4_40_48, 3_32_38, 4_40_28,
    0_46_02, 1_01_46, 3_02_47, 4_01_48, 3_00_47, 4_01_46,
    0_58_02, 1_01_12, 3_02_13, 4_01_14, 3_00_13, 4_01_12, 1_01_34, 3_02_35, 4_01_36, 3_00_35,
    4_01_34,
  ]

  /// The index in `steps` of a character's outline; nil for none.
  static func outline(of character: UInt8) -> Int? {
    if character >= 1_00 { return nil }
    for index in 0..<steps.count where steps[index] / 1_00 == character {
      return index
    }
    return nil
  }

  /// The width of a text with the blanks at both ends, in the unit of the height.
  static func width(of text: DigitText, height: Double) -> Double {
    var (sum, rest) = (0.0, text.characters)
    while rest != 0 {
      if let outline = outline(of: UInt8(truncatingIfNeeded: rest)) { sum += advance(outline) }
      rest >>= 8
    }
    return sum * height
  }

  private static func advance(_ outline: Int) -> Double {
    Double(steps[outline] % 1_00) * column + weight + blank
  }

  /// Draws a text in one color.
  static func draw(
    _ text: DigitText, centredAt centre: Point, height: Double, color: Color, alpha: Float = 1,
    weight: Double = weight, transform: Transform = .identity, into list: inout DisplayList
  ) {
    let shape = shape(
      of: text, centredAt: centre, height: height, weight: weight, transform: transform,
      in: &list)
    list.fill(shape, with: color, alpha: alpha)
  }

  /// Makes one shape of a whole text.
  ///
  /// - Parameters:
  ///   - centre: the middle of the text's width and height, before the transform.
  ///   - height: a digit's height, before the transform.
  ///   - weight: the stroke's width relative to the height.
  ///   - transform: maps the text to the canvas. It scales the stroke's width by the square root of
  ///     its area scale.
  static func shape(
    of text: DigitText, centredAt centre: Point, height: Double, weight: Double = weight,
    transform: Transform = .identity, in list: inout DisplayList
  ) -> Shape {
    let (right, down) = (transform.right, transform.down)
    let scale = abs(right.x * down.y - right.y * down.x).squareRoot()
    let width = strokeWidth(height * scale, weight) / scale
    let unit = (height - width) / rows
    var cell = centre.x - Self.width(of: text, height: height) / 2
    let path = list.movablePath(transform) { pen in
      var rest = text.characters
      while rest != 0 {
        if let outline = outline(of: UInt8(truncatingIfNeeded: rest)) {
          let advance = advance(outline) * height
          let columns = Double(steps[outline] % 1_00) * unit
          let corner = Point(
            x: cell + (advance - columns) / 2, y: centre.y - rows / 2 * unit)
          trace(outline, from: corner, unit, with: &pen)
          cell += advance
        }
        rest >>= 8
      }
    }
    return .stroke(path, style: StrokeStyle(width: width * scale))
  }

  /// The stroke's width, pixels. Below 2.4 it is thinner than requested, so that bowls stay open,
  /// but hardly below 1.2, so that lines stay visible.
  private static func strokeWidth(_ height: Double, _ weight: Double) -> Double {
    let width = height * weight
    if width >= 2.4 { return width }
    return max(min(1.2, height / 5), 1.1 * width - 0.24)
  }

  private static func trace(
    _ outline: Int, from corner: Point, _ unit: Double, with pen: inout PathPen
  ) {
    var index = outline + 1
    var last = corner
    var start: Point?
    // A ring without ends, which would lie in each other.
    func closeRing() { if last == start { pen.close() } }
    var bend: Point?
    var part = bulge
    while index < steps.count && steps[index] >= 1_00_00 {
      let step = steps[index]
      index += 1
      let point = Point(
        x: corner.x + Double(step / 1_00 % 1_00) * unit, y: corner.y + Double(step % 1_00) * unit)
      switch step / 1_00_00 {
      case 1:
        closeRing()
        pen.move(to: point)
        start = point
      case 3: bend = Point(x: point.x, y: last.y)
      case 4: bend = Point(x: last.x, y: point.y)
      case 5:
        bend = point
        part = 2.0 / 3
        continue
      default: if bend == nil { pen.line(to: point) }
      }
      if let bend {
        pen.cubic(
          last.moved(towards: bend, by: part), point.moved(towards: bend, by: part), to: point)
      }
      bend = nil
      part = bulge
      last = point
    }
    closeRing()
  }
}
