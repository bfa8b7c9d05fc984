import CVectors
import Graphics

/// A place, or a way, of an outline: both coordinates in one register.
typealias Vector = SIMD2<Double>

extension Vector {
  /// A point, or one not quite as far outside of any canvas.
  @inline(__always)
  init(bounding point: Point) {
    let near = vector_pair_lesser(Vector(point.x, point.y), Vector(repeating: 1e7))
    self = vector_pair_greater(near, Vector(repeating: -1e7))
  }

  /// How far it goes along another one, times the lengths of both.
  @inline(__always)
  func dot(_ other: Vector) -> Double {
    let products = self * other
    return products.x + products.y
  }

  /// The square of its length.
  @inline(__always)
  var squaredLength: Double { dot(self) }

  /// The unit vector to the left of this one, y down; nil if this has hardly any length.
  @inline(__always)
  var leftNormal: Vector? {
    let square = squaredLength
    if square < 1e-16 { return nil }
    return Vector(y, -x) * (1 / square.squareRoot())
  }

  /// Whether it is another one.
  @inline(__always)
  func isSame(as other: Vector) -> Bool { vector_pair_equal(self, other) == 3 }

  /// Whether one of its coordinates is below a number.
  @inline(__always)
  func goesBelow(_ number: Double) -> Bool {
    vector_pair_below(self, Vector(repeating: number)) != 0
  }

  /// Another one's coordinates where their squares are above a number, its own elsewhere.
  @inline(__always)
  func replaced(by other: Vector, whereItsSquareIsAbove number: Double) -> Vector {
    vector_pair_where_above(other * other, Vector(repeating: number), other, self)
  }

  /// Both coordinates in fewer bits.
  @inline(__always)
  var single: SIMD2<Float> { vector_pair_single(self) }
}
