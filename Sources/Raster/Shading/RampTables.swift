import Graphics
import Pixels

/// Lookup tables for the colors of recently drawn gradients, at equidistant places.
///
/// A table is fine enough that half a step changes a color by at most a tenth of a level. Colors
/// that change too fast for that have no table.
struct RampTables {
  /// The table of some stops.
  final class Table {
    fileprivate var stops: [ColorStop] = []
    fileprivate var words = Pixmap(size: PixelSize(width: 0, height: 1))

    fileprivate var count = 0

    /// The words, one row. Its length is a power of two.
    var rows: PixelRows { words.rows(isOpaque: false).firstWords(count) }
  }

  private static let capacity = 4
  private static let longest = 16_384
  private var tables: [Table] = []
  private var oldest = 0

  /// The table of some stops, computed unless it is cached; nil if the colors change too fast. A
  /// table that the caller retains is not overwritten.
  mutating func table(_ stops: ArraySlice<ColorStop>) -> Table? {
    for table in tables where stops.elementsEqual(table.stops) { return table }
    var count = 256
    let steepness = Self.steepness(stops)
    while Float(count) < 5 * steepness {
      if count == Self.longest { return nil }
      count *= 2
    }
    let place: Int
    if tables.count < Self.capacity {
      place = tables.count
      tables.append(Table())
    } else {
      place = oldest
      oldest = (oldest + 1) % Self.capacity
      if !isKnownUniquelyReferenced(&tables[place]) { tables[place] = Table() }
    }
    let table = tables[place]
    table.stops.removeAll(keepingCapacity: true)
    for stop in stops { table.stops.append(stop) }
    // Stops that change in each frame need different lengths; the memory does not shrink.
    if table.words.size.width < count {
      table.words = Pixmap(size: PixelSize(width: count, height: 1))
    }
    table.count = count
    table.words.withMutableRow(0, columns: 0..<count) { words in
      var ramp = ColorRamp(stops)
      for index in 0..<count { words[index] = ramp.word(at: (Float(index) + 0.5) / Float(count)) }
    }
    return table
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
