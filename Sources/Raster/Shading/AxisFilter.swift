import Pixels
import RasterKernels

/// A resampling filter along one axis: the source pixels of each pixel of the result, and their
/// weights.
///
/// The kernel is a tent. When scaling up, it spans the two nearest pixels, which is bilinear
/// interpolation. When scaling down, it is two result pixels wide, so that all source pixels count
/// equally. Samples outside the picture are ignored, as if its border pixels were repeated.
struct AxisFilter {
  /// The source pixels of one pixel of the result.
  struct Tap {
    /// The index of the first source pixel.
    var first: Int
    /// The range of its weights in `weights`.
    var weights: Range<Int>
  }

  /// One tap for each pixel of the result.
  private(set) var taps: [Tap] = []
  /// The weights of all taps. Those of one tap add up to the part of the pixel that the picture
  /// covers.
  private(set) var weights: [Float] = []

  /// Creates the filter.
  ///
  /// - Parameters:
  ///   - count: pixels of the source, at least one.
  ///   - origin: the position of the source's start in the result, pixels.
  ///   - length: the length of the scaled source, pixels, above 0.
  ///   - range: the pixels of the result.
  init(count: Int, origin: Double, length: Double, range: Range<Int>) {
    // Source pixels per result pixel.
    let ratio = Double(count) / length
    let radius = max(1, ratio)
    for place in range {
      let left = Double(place)
      let covered = max(0, min(left + 1, origin + length) - max(left, origin))
      // Minus half a pixel, so that a pixel's index denotes its center.
      let middle = (left + 0.5 - origin) * ratio - 0.5
      let first = max(0, min(count - 1, (middle - radius).ceiling))
      let last = max(first, min(count - 1, (middle + radius).floor))
      let begin = weights.count
      var sum = 0.0
      for index in first...last { sum += max(0, radius - abs(Double(index) - middle)) }
      for index in first...last {
        // If the kernel meets no source pixel, use the nearest one.
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
  /// Scales a picture to the size of the filters' results.
  ///
  /// Words are premultiplied, so each component is filtered independently.
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
