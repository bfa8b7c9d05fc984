import Graphics
import RasterKernels

extension Color {
  /// The color as a word `0xAARRGGBB`, premultiplied.
  @_optimize(speed) @inline(never)
  var word: UInt32 {
    let components = SIMD8<Float>(blue, green, red, 1, 0, 0, 0, 0)
    let all: SIMD8<Float> =
      Lanes.min(Lanes.clampedToZero(components), SIMD8(repeating: 1)) * max(0, min(1, alpha))
    return UInt32(truncatingIfNeeded: Lanes.uint64(Lanes.bytes(Lanes.levels(all))))
  }
}

/// Interpolates between color stops.
struct ColorRamp {
  private let stops: ArraySlice<ColorStop>
  private var next: Int

  /// - Parameter stops: color stops in ascending order of their places.
  init(_ stops: ArraySlice<ColorStop>) {
    self.stops = stops
    next = stops.startIndex
  }

  /// The premultiplied word at a place. Ascending places are fast.
  ///
  /// - Parameter offset: a dither offset in levels, `-0.5..<0.5`, added between stops before
  ///   rounding; green takes the opposite sign. Exact levels do not change.
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
    color.parts += offset / 255 * SIMD4(1, -1, 1, 0)
    return color.word
  }
}

extension DisplayList {
  /// The word of a gradient along columns in a row.
  ///
  /// Rows are dithered: a fractional level is shown by a pattern of eight rows with its two
  /// neighbors. So no banding is visible, and a row is still one word.
  ///
  /// - Parameter item: the index of the item with the gradient.
  func word(ofGradient item: Int, _ y: Int) -> UInt32 {
    guard case .gradient(let gradient) = items[item].paint else { return 0 }
    // The row's three lowest bits, reversed: adjacent rows get distant thresholds.
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
