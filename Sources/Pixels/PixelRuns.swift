// libc's memset and memcpy take long runs for repeated string instructions, which some processors and most virtual
// machines carry out slowly. Vector stores, four in a turn, so that the compiler doesn't call libc after all, are never
// far from what memory allows.
extension UnsafeMutableRawPointer {
  /// Writes a pixel over and over, given eight of it.
  @_optimize(size) @inline(never)
  func fill(_ eight: SIMD8<UInt32>, pixelCount: Int, _ bytesPerPixel: Int) {
    switch bytesPerPixel {
    case 2:
      let twice = SIMD8(lowHalf: eight.lowHalf, highHalf: eight.lowHalf)
      unsafe fill(twice, byteCount: 2 &* pixelCount)
    case 4: unsafe fill(eight, byteCount: 4 &* pixelCount)
    default:
      var place = unsafe self
      var left = pixelCount
      while left >= 8 {
        unsafe place.store(eight, first: 24)
        unsafe place += 24
        left &-= 8
      }
      unsafe place.store(eight, first: 3 &* left)
    }
  }

  /// Writes 32 bytes over and over.
  @_optimize(size) @inline(never)
  func fill(_ eight: SIMD8<UInt32>, byteCount: Int) {
    var place = unsafe self
    var left = byteCount
    while left >= 128 {
      for step in 0..<4 {
        unsafe place.storeBytes(of: eight, toByteOffset: 32 * step, as: SIMD8<UInt32>.self)
      }
      unsafe place += 128
      left &-= 128
    }
    while left >= 32 {
      unsafe place.storeBytes(of: eight, as: SIMD8<UInt32>.self)
      unsafe place += 32
      left &-= 32
    }
    unsafe place.store(eight, first: left)
  }

  /// Copies bytes.
  @_optimize(size) @inline(never)
  func copy(_ source: UnsafeRawPointer, byteCount: Int) {
    var place = unsafe self
    var source = unsafe source
    var left = byteCount
    while left >= 128 {
      for step in 0..<4 {
        let eight = unsafe source.loadUnaligned(fromByteOffset: 32 * step, as: SIMD8<UInt32>.self)
        unsafe place.storeBytes(of: eight, toByteOffset: 32 * step, as: SIMD8<UInt32>.self)
      }
      unsafe place += 128
      unsafe source += 128
      left &-= 128
    }
    for index in 0..<(left / 4) {
      let word = unsafe source.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
      unsafe place.storeBytes(of: word, toByteOffset: 4 &* index, as: UInt32.self)
    }
    // What is left of pixels that are no words.
    for index in (left & -4)..<left {
      let byte = unsafe source.load(fromByteOffset: index, as: UInt8.self)
      unsafe place.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
  }

  /// Packs words of a row that begin at a column.
  @_optimize(speed) @inline(never)
  func pack(
    _ words: UnsafeRawPointer, byteCount: Int, _ x: Int, _ y: Int, _ format: PixelFormat
  ) {
    let bytesPerPixel = format.bytesPerPixel
    var place = unsafe self
    var words = unsafe words
    var x = x
    var left = byteCount
    while left >= 32 {
      let eight = unsafe words.loadUnaligned(as: SIMD8<UInt32>.self)
      unsafe place.store(format.pack(eight, x, y), first: 8 &* bytesPerPixel)
      unsafe place += 8 &* bytesPerPixel
      unsafe words += 32
      x &+= 8
      left &-= 32
    }
    if left == 0 { return }
    var rest = SIMD8<UInt32>(repeating: 0)
    for lane in 0..<(left / 4) {
      rest[lane] = unsafe words.loadUnaligned(fromByteOffset: 4 &* lane, as: UInt32.self)
    }
    unsafe place.store(format.pack(rest, x, y), first: left / 4 &* bytesPerPixel)
  }

  /// Writes the first ones of 32 bytes.
  @inline(__always)
  func store(_ bytes: SIMD8<UInt32>, first count: Int) {
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
