import Graphics
import Pixels
import RasterKernels

/// Opens and closes the layers of a list while its items are prepared in order.
///
/// A layer is represented by an item before its members, which covers nothing and stores the index
/// of the item behind them.
struct LayerNesting: ~Copyable {
  private struct Open: BitwiseCopyable {
    /// The layer's index among the prepared items.
    var place: Int
    /// The index of the list's first item behind the layer.
    var end: Int
  }

  private var open = ReusableBuffer<Open>(capacity: 8)
  // The index of the list's next layer.
  private var next = 0

  /// Whether the current item belongs to a layer.
  var isInside: Bool { open.count > 0 }

  /// Begins a list.
  mutating func begin() {
    open.removeAll()
    next = 0
  }

  /// Closes the layers that end before an item of the list, and opens those that begin with it.
  mutating func step(
    to index: Int, of list: DisplayList, into items: inout PreparedItems
  ) {
    while open.count > 0 && open[open.count - 1].end <= index {
      let place = open[open.count - 1].place
      open.removeLast()
      if items.count == place + 1 {
        // None of the layer's items is visible.
        items.removeLast()
      } else {
        let end = items.count
        items.modify(place) { $0.index = end }
      }
    }
    while next < list.layers.count && list.layers[next].items.lowerBound == index {
      open.append(Open(place: items.count, end: list.layers[next].items.upperBound))
      items.add()
      items.modify(items.count - 1) {
        $0.source = .layer
        $0.alpha = Lanes.level(max(0, min(1, list.layers[next].alpha)))
      }
      next += 1
    }
  }
}

/// The backdrops of the layers that are open while a batch is composed.
struct LayerStack: ~Copyable {
  private struct Open: BitwiseCopyable {
    var end: Int
    var alpha: UInt32
  }

  private var open = ReusableBuffer<Open>(capacity: 8)
  // The words of the batch's spans when each layer was opened, one layer after the other.
  private var behind = ReusableBuffer<SIMD8<UInt32>>(capacity: 8 * SpanBatch.capacity)

  /// Saves the words of a batch, and clears the batch for the layer.
  ///
  /// - Parameters:
  ///   - end: the index of the first item behind the layer.
  ///   - alpha: the layer's opacity, `0...255`.
  mutating func open(until end: Int, alpha: UInt32, over batch: inout SpanBatch) {
    open.append(Open(end: end, alpha: alpha))
    for index in 0..<batch.count { behind.append(batch.words[index]) }
    batch.fill(0)
  }

  /// Blends the layers that end before an item over their saved backdrops.
  @inline(__always)
  mutating func close(before index: Int, over batch: inout SpanBatch) {
    while open.count > 0 && open[open.count - 1].end <= index { closeLast(over: &batch) }
  }

  @_optimize(speed) @inline(never)
  private mutating func closeLast(over batch: inout SpanBatch) {
    let alpha = SIMD8<UInt32>(repeating: open[open.count - 1].alpha)
    open.removeLast()
    for index in stride(from: batch.count - 1, through: 0, by: -1) {
      batch.words[index] = SourceOver.simd(
        batch.words[index], coverage: alpha, over: behind[behind.count - 1])
      behind.removeLast()
    }
  }
}

extension ListDifference {
  /// Adds the items of all layers that differ between two lists.
  @inline(never)
  func insertLayers(from older: DisplayList, to newer: DisplayList) {
    if older.layers == newer.layers { return }
    insertLayers(of: older, unlike: newer)
    insertLayers(of: newer, unlike: older)
  }

  private func insertLayers(of list: DisplayList, unlike other: DisplayList) {
    for layer in list.layers where !list.hasSameLayers(of: layer.items, as: other) {
      for index in layer.items {
        insert(list.pixels(at: index))
        if index < other.count { insert(other.pixels(at: index)) }
      }
    }
  }
}

extension DisplayList {
  /// Whether the layers with exactly these items are equal in both lists, including their nesting.
  fileprivate func hasSameLayers(of items: Range<Int>, as other: DisplayList) -> Bool {
    var next = 0
    for layer in layers where layer.items == items {
      while next < other.layers.count && other.layers[next].items != items { next += 1 }
      if next == other.layers.count || other.layers[next].alpha != layer.alpha { return false }
      next += 1
    }
    while next < other.layers.count && other.layers[next].items != items { next += 1 }
    return next == other.layers.count
  }
}
