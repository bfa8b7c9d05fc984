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
  @inline(never)
  mutating func word(at place: Float) -> UInt32 {
    guard let first = stops.first, let last = stops.last else { return 0 }
    if !(place > first.place) { return first.color.word }
    if place >= last.place { return last.color.word }
    if place < stops[max(next - 1, stops.startIndex)].place { next = stops.startIndex }
    while stops[next].place <= place { next += 1 }
    let (before, after) = (stops[next - 1], stops[next])
    let part = (place - before.place) / (after.place - before.place)
    return before.color.mixed(with: after.color, by: part).word
  }
}

extension DisplayList {
  /// The word that a gradient has in all of a row.
  ///
  /// - Parameter item: the number of the item that is filled with it.
  func word(ofGradient item: Int, _ y: Int) -> UInt32 {
    guard case .gradient(let gradient) = items[item].paint else { return 0 }
    return word(
      of: gradient,
      place: (Double(y) + 0.5 - gradient.start.y) / (gradient.end.y - gradient.start.y))
  }

  @inline(never)
  private func word(of gradient: AxialGradient, place: Double) -> UInt32 {
    var ramp = ColorRamp(self[gradient.stops])
    return ramp.word(at: Float(gradient.repeats ? place - Double(place.floor) : place))
  }
}
