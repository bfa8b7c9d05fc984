import Graphics
import Pixels
import RasterKernels

// A horizontal gradient is the same in every row, so it is computed once, as a strip of words, and
// copied.
//
// A gradient that repeats after a whole number of pixels has the same strip wherever it begins,
// except for the fraction of a pixel. The fraction is rounded to a sixteenth, which changes a color
// by at most 1/32 of its change per pixel. So a moving gradient needs sixteen strips, each computed
// once.

/// The strips of recently drawn gradients.
struct GradientStrips {
  /// A row of words.
  final class Strip {
    fileprivate var gradient: AxialGradient
    // A copy: to retain a list's own stops would force the list to copy them.
    fileprivate var stops: [ColorStop] = []
    fileprivate var width = 0
    fileprivate var words = Pixmap(size: PixelSize(width: 0, height: 1))
    /// Whether all words are opaque.
    fileprivate(set) var isOpaque = false
    /// The words in packed form, for dithered formats.
    let packed = PackedRows()

    fileprivate init(_ gradient: AxialGradient) { self.gradient = gradient }

    /// Whether the strip contains a gradient.
    @_optimize(speed)
    fileprivate func shows(
      _ other: AxialGradient, _ otherStops: ArraySlice<ColorStop>, _ otherWidth: Int
    ) -> Bool {
      width == otherWidth && gradient.start == other.start && gradient.end == other.end
        && gradient.repeats == other.repeats && otherStops.elementsEqual(stops)
    }

    /// The words, one row.
    var rows: PixelRows { words.rows(isOpaque: false) }
  }

  /// Sixteen phases of one moving gradient, and one more strip.
  private static let capacity = 17
  private var strips: [Strip] = []
  private var oldest = 0
  private var lastFound = 0

  /// The strip of a horizontal gradient, computed unless it is cached. A strip that the caller
  /// retains is not overwritten.
  ///
  /// - Parameter width: columns of the canvas.
  /// - Returns: the strip, and its column that corresponds to the canvas's column 0.
  mutating func strip(
    _ gradient: AxialGradient, stops: ArraySlice<ColorStop>, width: Int
  ) -> (strip: Strip, first: Int) {
    let (gradient, first) = Self.moved(gradient)
    // The phases of a moving gradient repeat in order, so search from the last one found.
    for step in 0..<strips.count {
      let place =
        lastFound + step < strips.count ? lastFound + step : lastFound + step - strips.count
      let strip = strips[place]
      if strip.shows(gradient, stops, width) {
        lastFound = place
        return (strip, first)
      }
    }
    let place: Int
    if strips.count < Self.capacity {
      place = strips.count
      strips.append(Strip(gradient))
    } else {
      place = oldest
      oldest = (oldest + 1) % Self.capacity
      if !isKnownUniquelyReferenced(&strips[place]) { strips[place] = Strip(gradient) }
    }
    let strip = strips[place]
    strip.width = width
    strip.gradient = gradient
    strip.stops.removeAll(keepingCapacity: true)
    for stop in stops { strip.stops.append(stop) }
    strip.isOpaque = stops.allSatisfy { $0.color.alpha >= 1 }
    // Eight more columns, so that a span may begin at the last column.
    let count = width + (Self.period(gradient) ?? 0) + 8
    if strip.words.size.width != count {
      strip.words = Pixmap(size: PixelSize(width: count, height: 1))
    }
    strip.packed.removeAll()
    strip.words.withMutableRow(0, columns: 0..<count) { Self.fill(&$0, gradient, stops) }
    return (strip, first)
  }

  /// The period of a gradient in pixels; nil if it does not repeat after a whole number of pixels.
  private static func period(_ gradient: AxialGradient) -> Int? {
    let length = gradient.end.x - gradient.start.x
    guard gradient.repeats, length >= 0.5, length <= 16_384 else { return nil }
    // The difference of two sums, so not exactly integral.
    let whole = (length + 0.5).floor
    return abs(length - Double(whole)) < 1e-6 ? whole : nil
  }

  /// The gradient moved so that it begins in the first column, and the place of column 0 in its
  /// strip.
  private static func moved(_ gradient: AxialGradient) -> (AxialGradient, Int) {
    guard let period = period(gradient) else { return (gradient, 0) }
    let sixteenths = (gradient.start.x * 16 + 0.5).floor
    let first = -(sixteenths >> 4) % period
    var moved = gradient
    moved.start.x = Double(sixteenths & 15) / 16
    moved.end.x = moved.start.x + Double(period)
    return (moved, first < 0 ? first + period : first)
  }

  private static func fill(
    _ words: inout MutableSpan<UInt32>, _ gradient: AxialGradient, _ stops: ArraySlice<ColorStop>
  ) {
    let length = gradient.end.x - gradient.start.x
    var ramp = ColorRamp(stops)
    for x in words.indices {
      var place = length != 0 ? (Double(x) + 0.5 - gradient.start.x) / length : 0
      if gradient.repeats { place -= Double(place.floor) }
      words[x] = ramp.word(at: Float(place))
    }
  }
}
