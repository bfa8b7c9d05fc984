/// Items of a list that are composed on nothing, and then laid as one picture over what is behind them.
///
/// So where two of them overlap, what is behind does not show through twice.
@frozen public struct DisplayLayer: Equatable, Sendable {
  /// Which of the list's items.
  public var items: Range<Int>
  /// How much of them shows; above 0 and below 1.
  public var alpha: Float

  /// How many layers may lie within each other. Those further within fade each of their items by itself.
  public static var maximumDepth: Int { 8 }
}

extension DisplayList {
  /// Adds items as a layer.
  ///
  /// - Parameters:
  ///   - alpha: how much of them shows; at 1 and above they are added as they are, at 0 and below none is.
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
      // Also where alpha is no number.
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
