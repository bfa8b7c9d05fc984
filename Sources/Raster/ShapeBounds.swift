import Graphics
import Pixels
import RasterKernels

extension DisplayList {
  /// Whether only the paint of an item changed, in a way that does not change its pixels'
  /// positions.
  @inline(never)
  func item(at index: Int, isWhere other: DisplayList) -> Bool {
    switch (self[index].paint, other[index].paint) {
    case (.color, .color), (.gradient, .gradient), (.conic, .conic):
      hasSameShape(at: index, as: other)
    default: false
    }
  }

  /// The pixels that an item's shape may touch. A picture as its paint may cover fewer.
  @inline(never) @_optimize(speed)
  func shapePixels(at index: Int) -> PixelRect { self[index].shape.bounds }

  /// The pixels that an item may touch.
  @inline(never) @_optimize(speed)
  func pixels(at index: Int) -> PixelRect {
    let pixels = shapePixels(at: index)
    switch self[index].paint {
    case .color, .gradient, .conic: return pixels
    case .image(let image, let x, let y):
      return pixels.intersection(
        PixelRect(left: x, top: y, right: x + image.width, bottom: y + image.height))
    }
  }
}

extension Shape {
  /// The pixels that the shape may touch.
  @inline(__always)
  var bounds: PixelRect {
    switch self {
    case .rectangle(let rect):
      PixelRect(
        from: Point(x: rect.x, y: rect.y),
        to: Point(x: rect.x + rect.width, y: rect.y + rect.height))
    case .annulus(let annulus): annulus.centre.surrounded(by: annulus.outerRadius)
    case .arc(let arc): arc.centre.surrounded(by: arc.annulus.outerRadius)
    case .path(let path):
      PixelRect(from: path.topLeft, to: path.bottomRight).moved(by: path.origin)
    case .stroke(let path, let style):
      path.topLeft.surrounded(by: max(0, style.width / 2), to: path.bottomRight)
        .moved(by: path.origin)
    }
  }
}

extension Point {
  /// The pixels within a distance of the point, plus one on each side, because coverage near edges
  /// is estimated from pixel centers.
  @inline(never) @_optimize(speed)
  func surrounded(by distance: Double) -> PixelRect { surrounded(by: distance, to: self) }

  /// The pixels within a distance of the rectangle between two corners, plus one on each side.
  @inline(__always)
  fileprivate func surrounded(by distance: Double, to other: Point) -> PixelRect {
    PixelRect(
      from: Point(x: x - distance - 1, y: y - distance - 1),
      to: Point(x: other.x + distance + 1, y: other.y + distance + 1))
  }
}

extension PixelRect {
  /// The rectangle, moved right and down.
  @inline(__always)
  func moved(by offset: SIMD2<Int32>) -> PixelRect {
    var moved = self
    (moved.left, moved.right) = (left &+ Int(offset.x), right &+ Int(offset.x))
    (moved.top, moved.bottom) = (top &+ Int(offset.y), bottom &+ Int(offset.y))
    return moved
  }

  /// The pixels between two corners, including partial ones. Coordinates are clamped to ±100,000,
  /// or off by one there.
  @_optimize(speed)
  init(from topLeft: Point, to bottomRight: Point) {
    let limit = 100_000.0
    self.init(
      left: topLeft.x.floor(within: limit), top: topLeft.y.floor(within: limit),
      right: bottomRight.x.ceiling(within: limit), bottom: bottomRight.y.ceiling(within: limit))
  }
}
