// Writing packed pixels, whose bytes are no multiple of a register. This file is a fence.

extension Packing {
  /// Packs words of a row.
  ///
  /// - Parameters:
  ///   - words: the first word; read only.
  ///   - place: the memory of the first pixel, with room for `count` pixels.
  ///   - x: the column of the first pixel, which dithering depends on.
  ///   - y: its row.
  @unsafe @_optimize(speed) @inline(never)
  public func packRow(
    _ words: UnsafeRawPointer, count: Int, to place: UnsafeMutableRawPointer, _ x: Int, _ y: Int
  ) {
    var done = 0
    while done <= count &- 8 {
      let eight = unsafe words.loadUnaligned(fromByteOffset: 4 &* done, as: SIMD8<UInt32>.self)
      unsafe (place + done &* bytesPerPixel).storeFirst(
        8 &* bytesPerPixel, of: pack(eight, x &+ done, y))
      done &+= 8
    }
    if done == count { return }
    var rest = SIMD8<UInt32>(repeating: 0)
    for lane in 0..<(count &- done) {
      rest[lane] = unsafe words.loadUnaligned(
        fromByteOffset: 4 &* (done &+ lane), as: UInt32.self)
    }
    unsafe (place + done &* bytesPerPixel).storeFirst(
      (count &- done) &* bytesPerPixel, of: pack(rest, x &+ done, y))
  }
}

extension UnsafeMutableRawPointer {
  /// Writes a word over and over, into memory that is aligned to 16 bytes.
  @_optimize(speed) @inline(never)
  func fillWords(_ word: UInt32, count: Int) {
    let eight = SIMD8(repeating: word)
    var done = 0
    while done <= count &- 32 {
      for step in 0..<4 {
        unsafe storeBytes(of: eight, toByteOffset: 4 &* done &+ 32 &* step, as: SIMD8<UInt32>.self)
      }
      done &+= 32
    }
    while done < count {
      unsafe storeBytes(of: word, toByteOffset: 4 &* done, as: UInt32.self)
      done &+= 1
    }
  }

  /// Writes eight packed pixels over and over.
  @_optimize(speed) @inline(never)
  func fill(_ eight: SIMD8<UInt32>, pixelCount: Int, bytesPerPixel: Int) {
    var place = unsafe self
    var left = pixelCount
    while left >= 8 {
      unsafe place.storeFirst(8 &* bytesPerPixel, of: eight)
      unsafe place += 8 &* bytesPerPixel
      left &-= 8
    }
    unsafe place.storeFirst(left &* bytesPerPixel, of: eight)
  }

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
