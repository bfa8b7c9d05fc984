/// Error correction by Reed–Solomon codes over GF(256), the field of polynomials modulo
/// x⁸ + x⁴ + x³ + x² + 1.
enum ReedSolomon {
  /// Returns the polynomial whose zeros are the first powers of 2: its coefficients from the
  /// highest but one to the constant. The highest is 1.
  ///
  /// - Parameter degree: the number of zeros, at least 1.
  static func polynomial(degree: Int) -> [UInt8] {
    var polynomial = [UInt8](repeating: 0, count: degree)
    var zero: UInt8 = 1
    for _ in 0..<degree {
      var higher: UInt8 = 1
      for index in 0..<degree {
        let coefficient = polynomial[index]
        polynomial[index] = coefficient ^ product(higher, zero)
        higher = coefficient
      }
      zero = product(zero, 2)
    }
    return polynomial
  }

  /// Multiplies two elements of the field.
  @inline(never) static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var (sum, shifted, rest) = (0 as UInt8, left, right)
    while rest != 0 {
      if rest & 1 != 0 { sum ^= shifted }
      shifted = shifted &<< 1 ^ (shifted & 0x80 != 0 ? 0x1d : 0)
      rest &>>= 1
    }
    return sum
  }
}
