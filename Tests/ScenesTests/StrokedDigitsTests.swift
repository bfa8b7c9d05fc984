import Foundation
import Graphics
import Pixels
import TestSupport
import Testing

@testable import Scenes

@Suite struct StrokedDigitsTests {
  static let all = "0123456789%.:"

  static func text(_ characters: String) -> DigitText {
    var text = DigitText()
    for character in characters.utf8 { text.append(character) }
    return text
  }

  /// Draws a text, white on black, in the middle of a frame with an offset.
  static func frame(
    _ characters: String, height: Double, size: PixelSize, offset: Point = Point(x: 0, y: 0),
    transform: Transform = .identity
  ) -> Pixmap {
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: 0, y: 0, width: 1e4, height: 1e4)), with: Color(0))
    let centre = Point(x: Double(size.width) / 2 + offset.x, y: Double(size.height) / 2 + offset.y)
    StrokedDigits.draw(
      text(characters), centredAt: centre, height: height, color: Color(0xff_ffff),
      transform: transform, into: &list)
    return Canvas.draw(list, size: size)
  }

  static func levels(_ frame: borrowing Pixmap) -> [[Int]] {
    (0..<frame.size.height).map { y in
      (0..<frame.size.width).map { x in Int(frame[x, y] & 0xff) }
    }
  }

  static func greatestDifference(_ one: borrowing Pixmap, _ other: borrowing Pixmap) -> Int {
    zip(levels(one).joined(), levels(other).joined()).map { abs($0 - $1) }.max() ?? 0
  }

  // MARK: - Texts

  @Test(arguments: [
    (0, 0, "0%"), (7, 0, "7%"), (42, 0, "42%"), (100, 0, "100%"), (9_987, 2, "99.87%"),
    (5, 2, "0.05%"), (10_000, 2, "100.00%"), (100_000, 3, "100.000%"), (-3, 1, "0.0%"),
    (Int.max, 0, "999999%"), (Int.max, 3, "999.999%"),
  ]) func percentages(value: Int, decimals: Int, expected: String) {
    #expect(DigitText(percent: value, decimals: decimals) == Self.text(expected))
  }

  @Test func text_leavesOutWhatCannotBeDrawn() {
    #expect(Self.text("\u{0}1a/;2 é%\u{7f}") == Self.text("12%"))
    #expect(Self.text("1234567890") == Self.text("12345678"))
    for byte in UInt8.min...UInt8.max {
      let isKnown = Self.all.utf8.contains(byte)
      #expect((StrokedDigits.outline(of: byte) != nil) == isKnown)
    }
  }

  // MARK: - Measures

  @Test func digits_areEquallyWide() {
    let width = StrokedDigits.width(of: Self.text("0"), height: 100)
    for digit in "123456789" {
      #expect(StrokedDigits.width(of: Self.text(String(digit)), height: 100) == width)
    }
    let sum = StrokedDigits.width(of: Self.text("12345678"), height: 100)
    #expect(abs(sum - 8 * width) < 1e-9)
    #expect(StrokedDigits.width(of: Self.text("."), height: 100) < width / 2)
    #expect(StrokedDigits.width(of: Self.text(":"), height: 100) < width / 2)
    #expect(StrokedDigits.width(of: Self.text("%"), height: 100) > width)
  }

  @Test(arguments: [10, 14, 20, 64]) func ink_fillsTheHeightAndStaysInItsCell(height: Int) {
    for character in Self.all {
      let frame = Self.frame(
        String(character), height: Double(height),
        size: PixelSize(width: 2 * height, height: 2 * height))
      let levels = Self.levels(frame)
      let rows = levels.indices.filter { y in levels[y].contains { $0 > 0 } }
      let columns = levels[0].indices.filter { x in levels.contains { $0[x] > 0 } }
      let cell = StrokedDigits.width(
        of: Self.text(String(character)), height: Double(height))
      let left = Double(height) - cell / 2
      #expect(Double(columns[0]) >= left.rounded(.down))
      #expect(Double(columns[columns.count - 1]) < (left + cell).rounded(.up))
      if character == ":" {
        #expect(rows[0] > height / 2 && rows[rows.count - 1] < height * 3 / 2)
      } else {
        if character != "." { #expect(rows[0] == height / 2) }
        #expect(rows[rows.count - 1] == height * 3 / 2 - 1)
      }
    }
  }

  // MARK: - Shapes

  @Test func six_isNineTurned() {
    let size = PixelSize(width: 100, height: 100)
    let centre = Point(x: 50, y: 50)
    let turned = Self.frame(
      "6", height: 80, size: size,
      transform: Transform(moving: centre, to: centre, turns: 0.5))
    let nine = Self.frame("9", height: 80, size: size)
    #expect(Self.greatestDifference(turned, nine) <= 2)
  }

  /// At ten pixels, at any offset within a pixel, at least nine pixels distinguish two digits by a
  /// quarter of the range from black to white. The closest pair is 3 and 8.
  @Test func tenPixels_tellDigitsApart() {
    let size = PixelSize(width: 12, height: 12)
    var least = Int.max
    for step in 0..<4 {
      let offset = Point(x: Double(step) / 4, y: 0)
      let frames = "0123456789".map {
        Array(Self.levels(Self.frame(String($0), height: 10, size: size, offset: offset)).joined())
      }
      for one in frames.indices {
        for other in 0..<one {
          let count = zip(frames[one], frames[other]).count { abs($0 - $1) > 64 }
          least = min(least, count)
        }
      }
    }
    #expect(least >= 9)
  }

  /// The number of background areas that a frame's ink encloses, at half of its level.
  static func counters(_ frame: borrowing Pixmap) -> Int {
    var isOpen = levels(frame).map { $0.map { $0 < 128 } }
    var count = -1
    for y in isOpen.indices {
      for x in isOpen[y].indices where isOpen[y][x] {
        count += 1
        var pending = [(x, y)]
        while let (x, y) = pending.popLast() {
          guard isOpen.indices.contains(y), isOpen[y].indices.contains(x), isOpen[y][x]
          else { continue }
          isOpen[y][x] = false
          pending += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        }
      }
    }
    return count
  }

  @Test(arguments: [10.0, 12, 14, 20, 32]) func bowls_areOpen(height: Double) {
    let size = PixelSize(width: Int(1.4 * height), height: Int(height) + 2)
    for (character, expected) in zip(Self.all, [1, 0, 0, 0, 1, 0, 1, 0, 2, 1, 2, 0, 0]) {
      for step in 0..<8 {
        let frame = Self.frame(
          String(character), height: height, size: size,
          offset: Point(x: Double(step) / 8, y: 0))
        let counters = Self.counters(frame)
        // The smallest slash touches a bowl at some offsets.
        let met = character == "%" && height < 12 ? counters - 1 : counters
        #expect(
          counters == expected || met == expected, "\(character) at \(height), \(step)/8")
      }
    }
  }

  // MARK: - Drawing

  @Test(arguments: [
    (400.0, 0.14, 56.0), (100, 0.05, 5), (20, 0.14, 2.8), (14, 0.14, 1.916), (10, 0.14, 1.3),
    (8, 0.14, 1.2), (20, 0.05, 1.2), (4, 0.14, 0.8),
  ]) func smallStrokes_areThinnerYetLines(height: Double, weight: Double, expected: Double) {
    var list = DisplayList()
    let shape = StrokedDigits.shape(
      of: DigitText(percent: 8), centredAt: Point(x: 0, y: 0), height: height, weight: weight,
      in: &list)
    guard case .stroke(_, let style) = shape else {
      Issue.record("\(shape) is no stroke")
      return
    }
    #expect(abs(style.width - expected) < 1e-9)
    #expect(style.join == .round && style.cap == .round)
  }

  @Test func transform_scalesTheStroke() {
    let size = PixelSize(width: 200, height: 100)
    let half = Transform(
      right: Point(x: 0.5, y: 0), down: Point(x: 0, y: 0.5), origin: Point(x: 50, y: 25))
    let scaled = Self.frame("42%", height: 100, size: size, transform: half)
    #expect(Self.greatestDifference(scaled, Self.frame("42%", height: 50, size: size)) <= 2)
  }

  @Test func transform_mirrors() {
    let size = PixelSize(width: 100, height: 40)
    let mirror = Transform(
      right: Point(x: -1, y: 0), down: Point(x: 0, y: 1), origin: Point(x: 100, y: 0))
    let mirrored = Self.levels(Self.frame("27%", height: 30, size: size, transform: mirror))
    let plain = Self.levels(Self.frame("27%", height: 30, size: size))
    let difference = zip(mirrored.joined(), plain.map { $0.reversed() }.joined()).map {
      abs($0 - $1)
    }
    #expect((difference.max() ?? 255) <= 2)
  }

  @Test func text_isOneItem_andDrawnAgainTakesNoMoreRoom() {
    var list = DisplayList()
    func draw() {
      StrokedDigits.draw(
        DigitText(percent: 9_987, decimals: 2), centredAt: Point(x: 50, y: 20), height: 20,
        color: Color(0), into: &list)
    }
    draw()
    let (steps, points) = (list.pen.steps.capacity, list.pen.points.capacity)
    #expect(list.items.count == 1)
    list.removeAll()
    draw()
    #expect(list.items.count == 1)
    #expect((list.pen.steps.capacity, list.pen.points.capacity) == (steps, points))
  }

  @Test(arguments: [0, -10, .infinity, .nan]) func text_ofNoHeight_isNotDrawn(height: Double) {
    let size = PixelSize(width: 8, height: 8)
    let blank = Self.frame("", height: 10, size: size)
    #expect(Canvas.firstDifference(Self.frame("8", height: height, size: size), blank) == nil)
    let flat = Transform(
      right: Point(x: 0, y: 0), down: Point(x: 0, y: 1), origin: Point(x: 4, y: 0))
    let turnedAway = Self.frame("8", height: 6, size: size, transform: flat)
    #expect(Canvas.firstDifference(turnedAway, blank) == nil)
  }

  // MARK: - Pictures checked by eye

  @Test(arguments: [10, 12, 14, 20, 32, 64]) func digits_areThoseLookedAt(height: Int) throws {
    let lines =
      height > 32
      ? ["0%", "42%"]
      : height > 20
        ? ["01234", "56789", "42%.:"]
        : ["01234567", "890%7%", "42%100%", "99.87%", "12:45"]
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: 0, y: 0, width: 1e4, height: 1e4)), with: Color(0x18_2030))
    let row = height + height / 2
    let widest = lines.map { StrokedDigits.width(of: Self.text($0), height: Double(height)) }.max()
    for (index, line) in lines.enumerated() {
      let text = Self.text(line)
      StrokedDigits.draw(
        text,
        centredAt: Point(
          x: 3 + StrokedDigits.width(of: text, height: Double(height)) / 2,
          y: Double(3 + index * row) + Double(height) / 2),
        height: Double(height), color: Color(0xff_ffff), into: &list)
    }
    let frame = Canvas.draw(
      list, size: PixelSize(width: Int(widest ?? 0) + 6, height: lines.count * row))
    #expect(try GoldenImage.compare(frame, with: "digits/\(height)") == nil)
  }

  @Test func digits_tiltAndFlip_asLookedAt() throws {
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: 0, y: 0, width: 1e4, height: 1e4)), with: Color(0x18_2030))
    let origin = Point(x: 0, y: 0)
    let transforms = [
      Transform(moving: origin, to: Point(x: 50, y: 40), turns: 0.06),
      Transform(
        right: Point(x: -1, y: 0), down: Point(x: 0, y: 1), origin: Point(x: 140, y: 25)),
      Transform(
        right: Point(x: 0.3, y: 0), down: Point(x: 0, y: 1), origin: Point(x: 140, y: 65)),
    ]
    for transform in transforms {
      StrokedDigits.draw(
        DigitText(percent: 42), centredAt: origin, height: 30, color: Color(0xff_ffff),
        transform: transform, into: &list)
    }
    let frame = Canvas.draw(list, size: PixelSize(width: 190, height: 90))
    #expect(try GoldenImage.compare(frame, with: "digits/turned") == nil)
  }
}
