import Graphics
import Pixels

extension Shape {
  /// The pixels that the shape may touch.
  ///
  /// - Parameter segments: those of the list that the shape is from.
  func bounds(segments: [Segment]) -> PixelRect {
    switch self {
    case .rectangle(let rect):
      PixelRect(
        from: Point(x: rect.x, y: rect.y),
        to: Point(x: rect.x + rect.width, y: rect.y + rect.height))
    case .annulus(let annulus): annulus.centre.surrounded(by: annulus.outerRadius)
    case .arc(let arc): arc.centre.surrounded(by: arc.annulus.outerRadius)
    case .stroke(let range, let width):
      segments[range].reduce(PixelRect(left: 0, top: 0, right: 0, bottom: 0)) {
        $0.union($1.from.surrounded(by: width / 2)).union($1.to.surrounded(by: width / 2))
      }
    }
  }
}

extension Point {
  /// The pixels within a distance, and one more all round, since edges are estimated from pixel centres.
  @inline(never)
  func surrounded(by distance: Double) -> PixelRect {
    PixelRect(
      from: Point(x: x - distance - 1, y: y - distance - 1),
      to: Point(x: x + distance + 1, y: y + distance + 1))
  }
}

extension PixelRect {
  /// The pixels that have a part between two corners; far outside any canvas they are cut off.
  init(from topLeft: Point, to bottomRight: Point) {
    func pixel(_ place: Double) -> Int { Int(max(-100_000, min(100_000, place))) }
    self.init(
      left: pixel(topLeft.x.rounded(.down)), top: pixel(topLeft.y.rounded(.down)),
      right: pixel(bottomRight.x.rounded(.up)), bottom: pixel(bottomRight.y.rounded(.up)))
  }
}
