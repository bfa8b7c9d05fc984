// Goal: a picture at another size, as sharp as its pixels allow, without aliasing. Each picture is
// scaled once, so speed is secondary.
//
// Idea: the cubic of Catmull and Rom. It interpolates between samples for a larger picture; for a
// smaller one, it is widened in proportion and averages them. The first pass scales rows, the
// second columns, with only the rows in memory that one row of the result needs.

extension Pixmap {
  /// The part of a picture within a rectangle, at another size. Colors are multiplied by alpha
  /// before and after.
  ///
  /// - Parameters:
  ///   - left, top, width, height: the part, in pixels of this picture; they may lie between its
  ///     pixels.
  ///   - size: that of the result.
  public borrowing func scaled(
    fromLeft left: Double, top: Double, width: Double, height: Double, to size: PixelSize
  ) -> Pixmap {
    var result = Pixmap(size: size)
    if bounds.isEmpty || result.bounds.isEmpty { return result }
    let columns = (0..<size.width).map {
      ScalingWeights(of: $0, from: left, over: width, count: size.width, limit: self.size.width)
    }
    var rows = ScaledRows(capacity: 0, width: 0)
    for y in 0..<size.height {
      let weights = ScalingWeights(
        of: y, from: top, over: height, count: size.height, limit: self.size.height)
      if y == 0 { rows = ScaledRows(capacity: weights.weights.count + 2, width: size.width) }
      for index in weights.weights.indices {
        rows.prepare(weights.first + index, of: self, columns)
      }
      result.withMutableRow(y, columns: 0..<size.width) { row in
        for x in row.indices { row[x] = rows.word(x, weights) }
      }
    }
    return result
  }
}

/// The weights of the source pixels in a line that one pixel of the result depends on.
private struct ScalingWeights {
  /// The index of the first source pixel. Outside the picture, the outermost pixels repeat.
  let first: Int
  let weights: [Float]
  private let limit: Int

  init(of index: Int, from start: Double, over length: Double, count: Int, limit: Int) {
    let step = length / Double(count)
    // At least as wide as a pixel of either picture.
    let stretch = max(1, step)
    let centre = start + (Double(index) + 0.5) * step - 0.5
    let low = Int((centre - 2 * stretch).rounded(.up))
    let number = Int(4 * stretch) + 1
    var values = [Float](repeating: 0, count: number)
    var sum: Float = 0
    for offset in 0..<number {
      values[offset] = Float(Self.cubic(abs(Double(low + offset) - centre) / stretch))
      sum += values[offset]
    }
    for offset in 0..<number { values[offset] /= sum }
    (first, weights, self.limit) = (low, values, limit)
  }

  /// The source pixel of a weight.
  func pixel(_ index: Int) -> Int { max(0, min(first + index, limit - 1)) }

  /// Keys' cubic with a = −1/2, of a distance.
  private static func cubic(_ x: Double) -> Double {
    if x < 1 { return 1 + x * x * (1.5 * x - 2.5) }
    if x < 2 { return 2 + x * (-4 + x * (2.5 - 0.5 * x)) }
    return 0
  }
}

/// Rows of a picture, scaled along themselves.
private struct ScaledRows {
  private var samples: [SIMD4<Float>]
  // The row of the picture in each line of samples; below any row at first.
  private var tags: [Int]
  private let width: Int

  init(capacity: Int, width: Int) {
    samples = [SIMD4<Float>](repeating: .zero, count: capacity * width)
    tags = [Int](repeating: .min, count: capacity)
    self.width = width
  }

  private func line(_ row: Int) -> Int {
    let line = row % tags.count
    return line < 0 ? line + tags.count : line
  }

  /// Scales a row, unless it is already in memory.
  @_optimize(speed)
  mutating func prepare(_ row: Int, of picture: borrowing Pixmap, _ columns: [ScalingWeights]) {
    let line = line(row)
    if tags[line] == row { return }
    tags[line] = row
    let y = max(0, min(row, picture.size.height - 1))
    for x in 0..<width {
      var sum = SIMD4<Float>()
      for index in columns[x].weights.indices {
        let word = picture[columns[x].pixel(index), y]
        sum += columns[x].weights[index] * Self.parts(word)
      }
      samples[line * width + x] = sum
    }
  }

  /// The word at a column, from rows that `prepare` has scaled.
  @_optimize(speed)
  func word(_ x: Int, _ weights: ScalingWeights) -> UInt32 {
    var sum = SIMD4<Float>()
    for index in weights.weights.indices {
      sum += weights.weights[index] * samples[line(weights.first + index) * width + x]
    }
    let alpha = max(0, min(255, sum[3]))
    var word = UInt32(alpha + 0.5) << 24
    // The cubic overshoots at both ends, and no color may exceed alpha.
    for index in 0..<3 {
      word |= UInt32(max(0, min(alpha, sum[index])) + 0.5) << UInt32(8 * index)
    }
    return word
  }

  private static func parts(_ word: UInt32) -> SIMD4<Float> {
    SIMD4(
      Float(word & 0xff), Float(word >> 8 & 0xff), Float(word >> 16 & 0xff), Float(word >> 24))
  }
}
