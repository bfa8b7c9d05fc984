import Graphics
import RasterKernels

extension Color {
  /// The color as a word `0xAARRGGBB`, multiplied by alpha.
  @_optimize(speed) @inline(never)
  var word: UInt32 {
    let components = SIMD8<Float>(blue, green, red, 1, 0, 0, 0, 0)
    let all: SIMD8<Float> =
      Lanes.min(Lanes.clampedToZero(components), SIMD8(repeating: 1)) * max(0, min(1, alpha))
    return UInt32(truncatingIfNeeded: Lanes.uint64(Lanes.bytes(Lanes.levels(all))))
  }
}

/// Colors along a line of numbers, found by place.
struct ColorRamp {
  private let stops: ArraySlice<ColorStop>
  private var next: Int

  /// - Parameter stops: in the order of their places.
  init(_ stops: ArraySlice<ColorStop>) {
    self.stops = stops
    next = stops.startIndex
  }

  /// The word at a place. Asking for places that grow is cheap.
  ///
  /// - Parameter offset: a fraction of a level, in `-0.5..<0.5`, that is added between stops before
  ///   levels are rounded; green takes the opposite. Exact levels stay.
  @inline(never)
  mutating func word(at place: Float, offset: Float = 0) -> UInt32 {
    guard let first = stops.first, let last = stops.last else { return 0 }
    if !(place > first.place) { return first.color.word }
    if place >= last.place { return last.color.word }
    if place < stops[max(next - 1, stops.startIndex)].place { next = stops.startIndex }
    while stops[next].place <= place { next += 1 }
    let (before, after) = (stops[next - 1], stops[next])
    let part = (place - before.place) / (after.place - before.place)
    var color = before.color.mixed(with: after.color, by: part)
    color.red += offset / 255
    color.green -= offset / 255
    color.blue += offset / 255
    return color.word
  }
}

extension DisplayList {
  /// The word that a gradient has in all of a row.
  ///
  /// Rows are dithered: a level that lies between two is shown by some of eight rows having the
  /// one, the others the other. So no edge of a band is seen, and a row is still one word.
  ///
  /// - Parameter item: the number of the item that is filled with it.
  func word(ofGradient item: Int, _ y: Int) -> UInt32 {
    guard case .gradient(let gradient) = items[item].paint else { return 0 }
    // The three lowest bits of the row, reversed: neighbors are far apart.
    let threshold = (y & 1) << 2 | y & 2 | y >> 2 & 1
    return word(
      of: gradient,
      place: (Double(y) + 0.5 - gradient.start.y) / (gradient.end.y - gradient.start.y),
      offset: (Float(threshold) - 3.5) / 8)
  }

  @inline(never)
  private func word(of gradient: AxialGradient, place: Double, offset: Float) -> UInt32 {
    var ramp = ColorRamp(self[gradient.stops])
    return ramp.word(
      at: Float(gradient.repeats ? place - Double(place.floor) : place), offset: offset)
  }
}
