extension UnsafeMutableRawPointer {
  /// Writes the first ones of 32 bytes.
  @inlinable @inline(__always)
  public func storeFirst(_ count: Int, of bytes: SIMD8<UInt32>) {
    if count == 32 { return unsafe storeBytes(of: bytes, as: SIMD8<UInt32>.self) }
    var place = unsafe self
    var four = bytes.lowHalf
    if count & 16 != 0 {
      unsafe place.storeBytes(of: four, as: SIMD4<UInt32>.self)
      unsafe place += 16
      four = bytes.highHalf
    }
    var two = four.lowHalf
    if count & 8 != 0 {
      unsafe place.storeBytes(of: two, as: SIMD2<UInt32>.self)
      unsafe place += 8
      two = four.highHalf
    }
    var one = two.x
    if count & 4 != 0 {
      unsafe place.storeBytes(of: one, as: UInt32.self)
      unsafe place += 4
      one = two.y
    }
    if count & 2 != 0 {
      unsafe place.storeBytes(of: UInt16(truncatingIfNeeded: one), as: UInt16.self)
      unsafe place += 2
      one &>>= 16
    }
    if count & 1 != 0 {
      unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: one), as: UInt8.self)
    }
  }
}
