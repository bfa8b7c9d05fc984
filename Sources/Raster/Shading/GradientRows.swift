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
//
// Any other gradient takes its colors from a table of equidistant places. It is fine enough that
// half a step changes a color by at most a tenth of a level. Colors that change too fast for that
// have no table.

/// The strips and the tables of recently drawn gradients.
struct GradientRows {
  /// A row of words.
  final class Row {
    // The gradient of a strip, without its stops; nil for a table.
    fileprivate var gradient: AxialGradient?
    // A copy: to retain a list's own stops would force the list to copy them.
    fileprivate var stops: [ColorStop] = []
    // The columns of the canvas of a strip; 0 for a table.
    fileprivate var width = 0
    // Stops that change in each frame need different lengths; the memory does not shrink.
    fileprivate var words = Pixmap(size: PixelSize(width: 0, height: 1))
    fileprivate var count = 0
    /// Whether all words are opaque.
    fileprivate(set) var isOpaque = false
    /// The words of a strip in packed form, for dithered formats.
    fileprivate(set) lazy var packed = PackedRows()

    @_optimize(speed)
    fileprivate func shows(
      _ other: AxialGradient?, _ otherStops: ArraySlice<ColorStop>, _ otherWidth: Int
    ) -> Bool {
      width == otherWidth && gradient == other && otherStops.elementsEqual(stops)
    }

    /// The words, one row. The length of a table is a power of two.
    var rows: PixelRows { words.rows(isOpaque: false).firstWords(count) }
  }

  /// Sixteen phases of one moving gradient, one more strip, and four tables.
  private static let capacity = 21
  private static let longestTable = 16_384
  private var all: [Row] = []
  private var oldest = 0
  private var lastFound = 0

  /// The strip of a horizontal gradient, computed unless it is cached. A strip that the caller
  /// retains is not overwritten.
  ///
  /// - Parameter width: columns of the canvas.
  /// - Returns: the strip, and its column that corresponds to the canvas's column 0.
  mutating func strip(
    _ gradient: AxialGradient, stops: ArraySlice<ColorStop>, width: Int
  ) -> (strip: Row, first: Int) {
    let (gradient, first) = Self.moved(gradient)
    if let known = find(gradient, stops, width) { return (known, first) }
    // Eight more columns, so that a span may begin at the last column.
    let count = width + (Self.period(gradient) ?? 0) + 8
    let strip = add(gradient, stops, width, count: count)
    strip.packed.removeAll()
    let length = gradient.end.x - gradient.start.x
    strip.words.withMutableRow(0, columns: 0..<count) { words in
      var ramp = ColorRamp(stops)
      for x in words.indices {
        var place = length != 0 ? (Double(x) + 0.5 - gradient.start.x) / length : 0
        if gradient.repeats { place -= Double(place.floor) }
        words[x] = ramp.word(at: Float(place))
      }
    }
    return (strip, first)
  }

  /// The table of some stops, computed unless it is cached; nil if the colors change too fast. A
  /// table that the caller retains is not overwritten.
  mutating func table(_ stops: ArraySlice<ColorStop>) -> Row? {
    if let known = find(nil, stops, 0) { return known }
    var count = 256
    let steepness = Self.steepness(stops)
    while Float(count) < 5 * steepness {
      if count == Self.longestTable { return nil }
      count *= 2
    }
    let table = add(nil, stops, 0, count: count)
    table.words.withMutableRow(0, columns: 0..<count) { words in
      var ramp = ColorRamp(stops)
      for index in words.indices {
        words[index] = ramp.word(at: (Float(index) + 0.5) / Float(count))
      }
    }
    return table
  }

  private mutating func find(
    _ gradient: AxialGradient?, _ stops: ArraySlice<ColorStop>, _ width: Int
  ) -> Row? {
    // The phases of a moving gradient repeat in order, so search from the last one found.
    for step in 0..<all.count {
      let place = lastFound + step < all.count ? lastFound + step : lastFound + step - all.count
      if all[place].shows(gradient, stops, width) {
        lastFound = place
        return all[place]
      }
    }
    return nil
  }

  /// Adds a row, whose words the caller writes.
  private mutating func add(
    _ gradient: AxialGradient?, _ stops: ArraySlice<ColorStop>, _ width: Int, count: Int
  ) -> Row {
    let place = all.count < Self.capacity ? all.count : oldest
    if place == all.count {
      all.append(Row())
    } else {
      oldest = (oldest + 1) % Self.capacity
      if !isKnownUniquelyReferenced(&all[place]) { all[place] = Row() }
    }
    let row = all[place]
    (row.gradient, row.width, row.count) = (gradient, width, count)
    row.stops.removeAll(keepingCapacity: true)
    for stop in stops { row.stops.append(stop) }
    row.isOpaque = stops.allSatisfy { $0.color.alpha >= 1 }
    if row.words.size.width < count {
      row.words = Pixmap(size: PixelSize(width: count, height: 1))
    }
    return row
  }

  /// The period of a gradient in pixels; nil if it does not repeat after a whole number of pixels.
  private static func period(_ gradient: AxialGradient) -> Int? {
    let length = gradient.end.x - gradient.start.x
    guard gradient.repeats, length >= 0.5, length <= 16_384 else { return nil }
    // The difference of two sums, so not exactly integral.
    let whole = (length + 0.5).floor
    return abs(length - Double(whole)) < 1e-6 ? whole : nil
  }

  /// The gradient moved so that it begins in the first column, without its stops, and the place of
  /// column 0 in its strip.
  private static func moved(_ gradient: AxialGradient) -> (AxialGradient, Int) {
    var moved = gradient
    moved.stops = .none
    guard let period = period(gradient) else { return (moved, 0) }
    let sixteenths = (gradient.start.x * 16 + 0.5).floor
    let first = -(sixteenths >> 4) % period
    moved.start.x = Double(sixteenths & 15) / 16
    moved.end.x = moved.start.x + Double(period)
    return (moved, first < 0 ? first + period : first)
  }

  /// The greatest change of a component in levels, per unit of place.
  private static func steepness(_ stops: ArraySlice<ColorStop>) -> Float {
    var most: Float = 0
    for index in stops.indices.dropFirst() {
      let (one, other) = (stops[index - 1], stops[index])
      let (before, after) = (one.color, other.color)
      let step = max(
        abs(after.red - before.red), abs(after.green - before.green), abs(after.blue - before.blue))
      // Components are premultiplied, so a change of alpha counts, too.
      let change = 255 * (step + abs(after.alpha - before.alpha))
      let length = other.place - one.place
      if change == 0 { continue }
      // Infinite for two stops at one place, or for NaN.
      let part = change / length
      most = part >= 0 && part < .infinity ? max(most, part) : .infinity
    }
    return most
  }
}
