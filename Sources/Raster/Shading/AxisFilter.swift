import Pixels
import RasterKernels

/// Which pixels of a picture's column or row make each pixel of another size, and how much each
/// counts.
///
/// The filter is a tent. Where the picture grows, it reaches to the two nearest pixels, which is
/// bilinear; where the picture shrinks, it is as wide as two pixels of the result, so that every
/// pixel of the picture counts alike. What would lie beside the picture does not count, as if its
/// outermost pixels went on.
struct AxisFilter {
  /// A pixel of the result.
  struct Tap {
    /// The first pixel that counts.
    var first: Int
    /// Where its weights begin and end.
    var weights: Range<Int>
  }

  /// One for each pixel of the result.
  private(set) var taps: [Tap] = []
  /// Those of a pixel add up to how much of it the picture covers.
  private(set) var weights: [Float] = []

  /// - Parameters:
  ///   - count: the picture's pixels, at least one.
  ///   - origin: where the first one begins in the result.
  ///   - length: how far they reach there, above 0.
  ///   - range: the pixels of the result.
  init(count: Int, origin: Double, length: Double, range: Range<Int>) {
    // Pixels of the picture for one of the result.
    let ratio = Double(count) / length
    let radius = max(1, ratio)
    for place in range {
      let left = Double(place)
      let covered = max(0, min(left + 1, origin + length) - max(left, origin))
      // Half a pixel less, so that a pixel's number is its middle.
      let middle = (left + 0.5 - origin) * ratio - 0.5
      let first = max(0, min(count - 1, (middle - radius).ceiling))
      let last = max(first, min(count - 1, (middle + radius).floor))
      let begin = weights.count
      var sum = 0.0
      for index in first...last { sum += max(0, radius - abs(Double(index) - middle)) }
      for index in first...last {
        // Of a picture that is nearly nothing, or far beside, the nearest pixel counts.
        let part =
          sum > 0
          ? max(0, radius - abs(Double(index) - middle)) / sum : (index == first ? 1 : 0)
        weights.append(Float(part * covered))
      }
      taps.append(Tap(first: first, weights: begin..<weights.count))
    }
  }
}

extension AxisFilter {
  /// A picture of another size: what of it lies in some pixels.
  ///
  /// Words are multiplied by alpha, so each component can be added up by itself.
  @_optimize(speed)
  static func scale(
    _ picture: borrowing Pixmap, columns: AxisFilter, rows: AxisFilter
  ) -> Pixmap {
    let size = PixelSize(width: columns.taps.count, height: rows.taps.count)
    var result = Pixmap(size: size)
    var sums = [SIMD4<Float>](repeating: SIMD4(), count: picture.size.width)
    for y in 0..<size.height {
      let tap = rows.taps[y]
      for x in sums.indices { sums[x] = SIMD4() }
      for index in tap.weights {
        let weight = rows.weights[index]
        let row = tap.first + index - tap.weights.lowerBound
        picture.withRow(row, columns: 0..<picture.size.width) { words in
          for x in words.indices { sums[x] += Lanes.bytes(words[x]) * weight }
        }
      }
      result.withMutableRow(y, columns: 0..<size.width) { words in
        for x in words.indices {
          let tap = columns.taps[x]
          var sum = SIMD4<Float>()
          for index in tap.weights {
            sum += sums[tap.first + index - tap.weights.lowerBound] * columns.weights[index]
          }
          words[x] = Lanes.word(sum)
        }
      }
    }
    return result
  }
}
