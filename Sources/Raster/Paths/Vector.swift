import CVectors
import Graphics

/// A point or a vector of an outline, with both coordinates in one register.
typealias Vector = SIMD2<Double>

extension Vector {
  /// Converts a point, with coordinates clamped to ±10⁷.
  @inline(__always)
  init(bounding point: Point) {
    let near = vector_pair_lesser(Vector(point.x, point.y), Vector(repeating: 1e7))
    self = vector_pair_greater(near, Vector(repeating: -1e7))
  }

  /// The dot product.
  @inline(__always)
  func dot(_ other: Vector) -> Double {
    let products = self * other
    return products.x + products.y
  }

  /// The squared length.
  @inline(__always)
  var squaredLength: Double { dot(self) }

  /// The unit vector to the left (y points down); nil for a length of almost zero.
  @inline(__always)
  var leftNormal: Vector? {
    let square = squaredLength
    if square < 1e-16 { return nil }
    return Vector(y, -x) * (1 / square.squareRoot())
  }

  /// Whether both coordinates are equal.
  @inline(__always)
  func isSame(as other: Vector) -> Bool { vector_pair_equal(self, other) == 3 }

  /// Whether a coordinate is less than a number.
  @inline(__always)
  func goesBelow(_ number: Double) -> Bool {
    vector_pair_below(self, Vector(repeating: number)) != 0
  }

  /// The coordinates of `other` if their squares exceed a number, else its own.
  @inline(__always)
  func replaced(by other: Vector, whereItsSquareIsAbove number: Double) -> Vector {
    vector_pair_where_above(other * other, Vector(repeating: number), other, self)
  }

  /// Both coordinates in Float.
  @inline(__always)
  var single: SIMD2<Float> { vector_pair_single(self) }
}
