import Base
import Pixels

/// Encodes rectangles of a frame as Sixel graphics: bands of six rows, each with a row of
/// characters for each of its colors.
///
/// A picture of up to 256 colors keeps them, in Sixel's color steps, which are percents. A picture
/// with more colors is dithered in steps of 2 to 20 percent.
struct SixelEncoder: Sendable {
  private static let colorLimit = 256
  /// The dither thresholds of a square of 4 × 4 pixels, `0...15`.
  private static let thresholds: [UInt8] = [
    0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5,
  ]

  // The colors as percents, 0xRRGGBB, and a hash table of their indices; -1 for an empty slot.
  private var colors: [UInt32] = []
  private var places = [Int16](repeating: -1, count: 1_024)
  // The color index of each pixel, row by row.
  private var pixels: [UInt8] = []
  // The first and the last column of each color in a band; the last is -1 for an unused color.
  private var extents: [(first: Int, last: Int)] = []

  /// Appends a picture with its upper left corner at the cursor position.
  mutating func append(_ rect: PixelRect, of picture: borrowing Pixmap, to out: inout ByteString) {
    for step: UInt32 in [1, 2, 3, 5, 10, 20] where takeColors(rect, picture, step) { break }
    // No background, square pixels.
    out += "\u{1b}P0;1;0q\"1;1;" + ByteString(rect.width) + ";" + ByteString(rect.height)
    for (index, color) in colors.enumerated() {
      out += "#" + ByteString(index) + ";2;" + ByteString(color >> 16) + ";"
      out += ByteString(color >> 8 & 255) + ";" + ByteString(color & 255)
    }
    for top in stride(from: 0, to: rect.height, by: 6) {
      if top > 0 { out += "-" }
      appendBand(top..<min(top + 6, rect.height), width: rect.width, to: &out)
    }
    out += "\u{1b}\\"
  }

  private mutating func appendBand(_ rows: Range<Int>, width: Int, to out: inout ByteString) {
    extents.removeAll(keepingCapacity: true)
    for _ in colors { extents.append((Int.max, -1)) }
    for y in rows {
      for x in 0..<width {
        let color = Int(pixels[y * width + x])
        let (first, last) = extents[color]
        extents[color] = (min(first, x), max(last, x))
      }
    }
    for (color, extent) in extents.enumerated() where extent.last >= 0 {
      out += "#" + ByteString(color)
      repeated(0, extent.first, to: &out)
      var (bits, count) = (UInt8(0), 0)
      for x in extent.first...extent.last {
        var next: UInt8 = 0
        for y in rows where Int(pixels[y * width + x]) == color {
          next |= 1 << UInt8(y - rows.lowerBound)
        }
        if next != bits {
          repeated(bits, count, to: &out)
          (bits, count) = (next, 0)
        }
        count += 1
      }
      repeated(bits, count, to: &out)
      // Carriage return: back to the first column.
      out += "$"
    }
  }

  private func repeated(_ bits: UInt8, _ count: Int, to out: inout ByteString) {
    if count > 3 { out += "!" + ByteString(count) }
    for _ in 0..<(count > 3 ? 1 : count) { out.append(0x3f + bits) }
  }

  // MARK: - Colors

  /// Finds the picture's colors in steps of `step` percents; false if they are too many.
  @inline(never)
  private mutating func takeColors(
    _ rect: PixelRect, _ picture: borrowing Pixmap, _ step: UInt32
  ) -> Bool {
    colors.removeAll(keepingCapacity: true)
    pixels.removeAll(keepingCapacity: true)
    for index in places.indices { places[index] = -1 }
    var (last, isExact, number): (UInt32?, Bool, UInt8) = (nil, false, 0)
    for y in rect.top..<rect.bottom {
      for x in rect.left..<rect.right {
        let word = picture[x, y] & 0xff_ffff
        if word != last || !isExact {
          // Flat areas are not dithered: they would differ from those of other tiles. The largest
          // step dithers all areas, so that the colors always suffice.
          let step = word == last && step < 20 ? 1 : step
          // In 32nds of a step: a half rounds; 1 to 31 dither.
          let threshold = step == 1 ? 16 : 2 * UInt32(Self.thresholds[(y & 3) * 4 + (x & 3)]) + 1
          var color: UInt32 = 0
          for shift: UInt32 in [16, 8, 0] {
            let level = (word >> shift & 255) * 3_200 / 255 + step * threshold
            color = color << 8 | level / (32 * step) * step
          }
          guard let found = place(of: color) else { return false }
          (last, isExact, number) = (word, step == 1, found)
        }
        pixels.append(number)
      }
    }
    return true
  }

  /// The index of a color, which is added if it is new; nil if there are too many.
  private mutating func place(of color: UInt32) -> UInt8? {
    var slot = Int(truncatingIfNeeded: (color &* 0x9e37_79b1) >> 22)
    while places[slot] >= 0 {
      if colors[Int(places[slot])] == color { return UInt8(places[slot]) }
      slot = (slot + 1) % places.count
    }
    if colors.count == Self.colorLimit { return nil }
    places[slot] = Int16(colors.count)
    colors.append(color)
    return UInt8(colors.count - 1)
  }
}
