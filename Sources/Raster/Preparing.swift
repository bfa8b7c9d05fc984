import Graphics
import Pixels
import RasterKernels

// Before rows are drawn, each item is prepared: values that all of its rows share are computed
// once.

extension Rasterizer {
  /// Prepares the items that are visible in a damaged area, without those that a later item hides.
  @_optimize(speed)
  func prepare(
    _ list: DisplayList, within bounds: PixelRect, where difference: ListDifference,
    for frame: inout PixelSurface
  ) {
    items.removeAll()
    nesting.begin()
    paints.begin()
    pathMasks.begin()
    base = 0
    for index in 0..<list.count {
      if !list.layers.isEmpty { nesting.step(to: index, of: list, into: &items) }
      if !nesting.isInside, let word = list[index].wordHiding(bounds) {
        items.removeAll()
        base = word
        continue
      }
      let area = list.pixels(at: index).intersection(bounds)
      if area.isEmpty || !difference.mayTouch(area) { continue }
      items.add()
      let isShown = items.modify(items.count &- 1) { item in
        (item.left, item.top, item.right, item.bottom) = (
          area.left, area.top, area.right, area.bottom
        )
        item.index = index
        item.alpha = list[index].alphaLevel
        if !paints.prepare(index, of: list, for: &frame, &item) { return false }
        prepareShape(index, of: list, frame.bounds, &item)
        return true
      }
      if !isShown {
        items.removeLast()
        continue
      }
      let hidesAll = items.modify(items.count &- 1) { item in
        // An item in a layer is blended, so it is never drawn alone and hides nothing behind the
        // layer.
        if nesting.isInside { item.isOpaque = false }
        item.selectFastPath()
        let hidesAll = item.hides(bounds)
        item.fillsAll = hidesAll && item.source == .column
        return hidesAll
      }
      if hidesAll { items.removeOthers() }
    }
    nesting.step(to: list.count, of: list, into: &items)
  }

  @inline(__always)
  private func prepareShape(
    _ index: Int, of list: DisplayList, _ canvas: PixelRect, _ item: inout PreparedItem
  ) {
    switch list[index].shape {
    case .rectangle(let rect):
      item.kind = .rectangle
      item.rectangle = RectangleEdges(rect)
      item.touchedColumns = item.rectangle.touchedColumns
      item.wholeColumns = item.rectangle.wholeColumns
    case .annulus(let annulus):
      item.arc = ArcEdges(annulus)
      item.kind = item.arc.annulus.isPlain ? .annulus : .smallAnnulus
    case .arc(let arc):
      item.arc = ArcEdges(arc, pathMasks.directions)
      item.kind = item.arc.isRound && item.arc.isPlain ? .arc : .generalArc
    case .path, .stroke:
      item.kind = .mask
      item.mask = pathMasks.mask(at: index, of: list, on: canvas)?.lend()
    }
  }
}

extension DisplayItem {
  /// The opaque word that the item shows in all of an area; nil if it does not hide it. This is
  /// mostly the background, which needs no preparation.
  @inline(__always)
  fileprivate func wordHiding(_ area: PixelRect) -> UInt32? {
    guard case .rectangle(let rect) = shape, case .color(let color) = paint, alphaLevel == 255,
      RectangleEdges(rect).covers(area)
    else { return nil }
    let word = color.word
    return word >> 24 == 255 ? word : nil
  }

  /// The item's opacity, `0...255`.
  @inline(__always)
  fileprivate var alphaLevel: UInt32 { alpha >= 1 ? 255 : Lanes.level(max(0, alpha)) }
}
