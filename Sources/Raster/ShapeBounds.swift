import Graphics
import Pixels
import RasterKernels

extension DisplayList {
  /// Whether an item only has another paint, which does not tell where it is.
  @inline(never)
  func item(at index: Int, isWhere other: DisplayList) -> Bool {
    switch (self[index].paint, other[index].paint) {
    case (.color, .color), (.gradient, .gradient), (.conic, .conic):
      hasSameShape(at: index, as: other)
    default: false
    }
  }

  /// The pixels that an item's shape may touch. Its paint may be a smaller picture.
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
    case .scaledImage(_, let rect): return pixels.intersection(rect.pixels)
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
    case .path(let path, _):
      PixelRect(from: path.topLeft, to: path.bottomRight).moved(by: path.origin)
    case .stroke(let path, let style):
      path.topLeft.surrounded(by: style.reach, to: path.bottomRight).moved(by: path.origin)
    case .mask(let mask, let x, let y):
      PixelRect(left: x, top: y, right: x + mask.width, bottom: y + mask.height)
    }
  }
}

extension StrokeStyle {
  /// How far from its path a stroke may reach, pixels.
  fileprivate var reach: Double {
    if case .miter(let limit) = join { return max(0, width / 2) * max(1, limit) }
    return max(0, width / 2)
  }
}

extension Point {
  /// The pixels within a distance, and one more all round, since edges are estimated from pixel
  /// centers.
  @inline(never) @_optimize(speed)
  func surrounded(by distance: Double) -> PixelRect { surrounded(by: distance, to: self) }

  /// The same of a rectangle whose other corner is to the right and below.
  @inline(__always)
  fileprivate func surrounded(by distance: Double, to other: Point) -> PixelRect {
    PixelRect(
      from: Point(x: x - distance - 1, y: y - distance - 1),
      to: Point(x: other.x + distance + 1, y: other.y + distance + 1))
  }
}

extension PixelRect {
  /// The rectangle so many columns to the right and rows down.
  @inline(__always)
  func moved(by offset: SIMD2<Int32>) -> PixelRect {
    var moved = self
    (moved.left, moved.right) = (left &+ Int(offset.x), right &+ Int(offset.x))
    (moved.top, moved.bottom) = (top &+ Int(offset.y), bottom &+ Int(offset.y))
    return moved
  }

  /// The pixels that have a part between two corners; far outside any canvas they are cut off, to
  /// one pixel more or less.
  @_optimize(speed)
  init(from topLeft: Point, to bottomRight: Point) {
    let limit = 100_000.0
    self.init(
      left: topLeft.x.floor(within: limit), top: topLeft.y.floor(within: limit),
      right: bottomRight.x.ceiling(within: limit), bottom: bottomRight.y.ceiling(within: limit))
  }
}
