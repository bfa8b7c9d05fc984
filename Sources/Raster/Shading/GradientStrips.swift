import Graphics
import Pixels
import RasterKernels

// A gradient along a row is the same in every row, so it is computed once, as a strip of words, and
// copied.
//
// One that comes again after a whole number of pixels is the same strip wherever it begins, but for
// the part of a pixel by which it is moved. That part is rounded to a sixteenth, which moves no
// color by more than 1/32 of what it changes over a pixel; then a moving gradient needs sixteen
// strips, made once.

/// The strips of the gradients drawn last.
struct GradientStrips {
  /// A strip.
  final class Strip {
    fileprivate var gradient: AxialGradient
    // An array that was given to a list, or a copy of the stops.
    fileprivate var shared: ArraySlice<ColorStop> = []
    fileprivate var copied: [ColorStop] = []
    fileprivate var width = 0
    fileprivate var words = Pixmap(size: PixelSize(width: 0, height: 1))
    /// Whether all of it hides what is behind it.
    fileprivate(set) var isOpaque = false
    /// Its words as they are packed for a dithered format.
    let packed = PackedRows()

    fileprivate init(_ gradient: AxialGradient) { self.gradient = gradient }

    /// Whether it is the strip of a gradient.
    @_optimize(speed)
    fileprivate func shows(
      _ other: AxialGradient, _ otherStops: ArraySlice<ColorStop>, _ otherWidth: Int
    ) -> Bool {
      guard
        width == otherWidth && gradient.start == other.start && gradient.end == other.end
          && gradient.repeats == other.repeats
      else { return false }
      return gradient.stops.isShared
        ? shared.hasSameBits(as: otherStops) : copied[...].hasSameBits(as: otherStops)
    }

    /// The words, one row.
    var rows: PixelRows { words.rows(isOpaque: false) }
  }

  /// Phases of one moving gradient, and one strip besides.
  private static let capacity = 17
  private var strips: [Strip] = []
  private var oldest = 0
  private var lastFound = 0

  /// The strip of a gradient along rows, made unless it is known. Who keeps it keeps it as it is.
  ///
  /// - Parameter width: the columns that may be asked for are `0..<width`.
  /// - Returns: the strip, and the column of it that is the canvas's column 0.
  mutating func strip(
    _ gradient: AxialGradient, stops: ArraySlice<ColorStop>, width: Int
  ) -> (strip: Strip, first: Int) {
    let (gradient, first) = Self.moved(gradient)
    // Phases of a moving gradient come again in turn: the next one is often that behind the last
    // one.
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
    strip.copied.removeAll(keepingCapacity: true)
    // Who shared the list's own would take their room from it.
    strip.shared = gradient.stops.isShared ? stops : []
    if !gradient.stops.isShared { strip.copied.append(contentsOf: stops) }
    strip.isOpaque = stops.allSatisfy { $0.color.alpha >= 1 }
    // Eight more, so that a group of eight may begin at the last column.
    let count = width + (Self.period(gradient) ?? 0) + 8
    if strip.words.size.width != count {
      strip.words = Pixmap(size: PixelSize(width: count, height: 1))
    }
    strip.packed.removeAll()
    strip.words.withMutableRow(0, columns: 0..<count) { Self.fill(&$0, gradient, stops) }
    return (strip, first)
  }

  /// After how many whole pixels a gradient comes again.
  private static func period(_ gradient: AxialGradient) -> Int? {
    let length = gradient.end.x - gradient.start.x
    guard gradient.repeats, length >= 0.5, length <= 16_384 else { return nil }
    // The difference of two sums is whole but for their rounding.
    let whole = (length + 0.5).floor
    return abs(length - Double(whole)) < 1e-6 ? whole : nil
  }

  /// The same gradient beginning in the first column, and how far along it column 0 is.
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
