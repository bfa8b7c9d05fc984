/// Items of a list that are composed by themselves, then laid over the background as one picture.
///
/// So the background does not show through twice where two items overlap.
@frozen public struct DisplayLayer: Equatable, Sendable {
  /// The items, as indices into the list.
  public var items: Range<Int>
  /// The layer's opacity; above 0 and below 1.
  public var alpha: Float

  /// The deepest nesting of layers. Deeper layers apply their opacity to each item.
  public static var maximumDepth: Int { 8 }
}

extension DisplayList {
  /// Adds items as a layer.
  ///
  /// - Parameters:
  ///   - alpha: the layer's opacity. At 1 and above the items are added without a layer, at 0 and
  ///     below none is added.
  ///   - draw: adds the items.
  public mutating func layer(alpha: Float, _ draw: (inout DisplayList) -> Void) {
    if alpha >= 1 { return draw(&self) }
    let (first, place) = (count, layers.count)
    let isWithinDepth = own().depth < DisplayLayer.maximumDepth
    if isWithinDepth {
      store.layers.append(DisplayLayer(items: first..<first, alpha: alpha))
    }
    store.depth += 1
    draw(&self)
    let store = own()
    store.depth -= 1
    if !(alpha > 0) {
      // Also true if alpha is NaN.
      store.count = min(store.count, first)
      while store.layers.count > place { store.layers.removeLast() }
    } else if !isWithinDepth {
      for index in first..<count { slots[index].alpha = min(slots[index].alpha, 1) * alpha }
    } else if count == first {
      while store.layers.count > place { store.layers.removeLast() }
    } else {
      store.layers[place].items = first..<count
    }
  }
}
