// This file is compiled twice, as `SpanKernels.swift` is.
//
// libc's memset and memcpy take long runs for repeated string instructions, which some processors
// and many virtual machines carry out slowly. Vector stores, four in a turn, so that the compiler
// doesn't call libc after all, are never far from what memory allows.
import CVectors

#if AVX2
  public import RasterKernels
#endif

/// Filling and copying memory.
@safe public enum MemoryKernels {
  /// Writes eight bytes over and over, the lowest one first.
  @export(interface) @inline(never) @_optimize(size)
  public static func fill(_ place: UnsafeMutableRawPointer, _ bytes: UInt64, byteCount: Int) {
    #if AVX2 && arch(x86_64)
      if byteCount >= 1 << 15 && vector_has_fast_strings() != 0 {
        return unsafe fillLong(place, bytes, byteCount)
      }
    #endif
    unsafe fill(place, SIMD8(fourTimes: bytes), byteCount, isWord: false)
  }

  #if AVX2 && arch(x86_64)
    /// Fills whole lines of a cache by a string instruction, which does not fetch what it writes
    /// over, and both ends by vectors. Without it a ring drawn whole takes a sixth longer.
    private static func fillLong(
      _ place: UnsafeMutableRawPointer, _ bytes: UInt64, _ byteCount: Int
    ) {
      let (eight, last) = (SIMD8(fourTimes: bytes), SIMD8(fourTimes: bytes.turned(by: byteCount)))
      let head = 64 &- (Int(bitPattern: place) & 63)
      let lines = (byteCount &- head) & ~63
      for step in 0..<2 {
        unsafe place.storeBytes(of: eight, toByteOffset: 32 &* step, as: SIMD8<UInt32>.self)
        unsafe place.storeBytes(
          of: last, toByteOffset: byteCount &- 32 &* step &- 32, as: SIMD8<UInt32>.self)
      }
      unsafe vector_fill_longs(place + head, bytes.turned(by: head), lines &>> 3)
    }
  #endif

  /// Writes runs of words. Traps outside the frame.
  ///
  /// - Parameters:
  ///   - base: where the first row begins.
  ///   - stride: the bytes from one row to the next.
  ///   - width: columns of the frame.
  ///   - height: its rows.
  ///   - mirror: the sum of each two rows of which the same columns are filled; negative for none.
  @export(interface) @inline(never) @_optimize(size)
  public static func fill(
    _ base: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int,
    _ runs: UnsafeSlice<WordRun>, mirror: Int
  ) {
    for turn in 0..<runs.turns(mirror: mirror) {
      let (run, y) = runs.turn(turn, mirror: mirror)
      precondition(
        run.start >= 0 && run.start <= run.end && Int(run.end) <= width
          && UInt(bitPattern: y) < UInt(bitPattern: height), "pixels outside the frame")
      let place = unsafe base + (y &* stride &+ 4 &* Int(run.start))
      unsafe fill(
        place, SIMD8(repeating: run.word), 4 &* Int(run.end &- run.start), isWord: true)
    }
  }

  /// Lengths are other ones in each row: which last bytes there are is not asked, since that would
  /// be guessed wrong. The last stores end where the memory does, and write some bytes once more;
  /// of a long run so do the first ones, since vectors that pass from one line of a cache to the
  /// next take twice the time.
  ///
  /// - Parameter isWord: whether there are whole words, all of which are the same.
  @inline(__always)
  private static func fill(
    _ place: UnsafeMutableRawPointer, _ eight: SIMD8<UInt32>, _ byteCount: Int, isWord: Bool
  ) {
    if byteCount < 32 {
      return unsafe withUnsafeBytes(of: eight) {
        if let bytes = $0.baseAddress { unsafe copyFew(place, bytes, byteCount) }
      }
    }
    let bytes = UInt64(eight[0]) | UInt64(eight[1]) &<< 32
    let last = isWord ? eight : SIMD8(fourTimes: bytes.turned(by: byteCount))
    unsafe place.storeBytes(of: eight, as: SIMD8<UInt32>.self)
    if byteCount < 128 {
      if byteCount > 64 {
        unsafe place.storeBytes(of: eight, toByteOffset: 32, as: SIMD8<UInt32>.self)
        unsafe place.storeBytes(of: last, toByteOffset: byteCount &- 64, as: SIMD8<UInt32>.self)
      }
      return unsafe place.storeBytes(
        of: last, toByteOffset: byteCount &- 32, as: SIMD8<UInt32>.self)
    }
    var done = 32 &- (Int(bitPattern: place) & (isWord ? 28 : 31))
    let turned = isWord ? eight : SIMD8(fourTimes: bytes.turned(by: done))
    // The last three whole eights.
    let end = done &+ ((byteCount &- done) & ~31) &- 96
    while done < end {
      for step in 0..<4 {
        unsafe place.storeBytes(
          of: turned, toByteOffset: done &+ 32 &* step, as: SIMD8<UInt32>.self)
      }
      done &+= 128
    }
    for step in 0..<3 {
      unsafe place.storeBytes(of: turned, toByteOffset: end &+ 32 &* step, as: SIMD8<UInt32>.self)
    }
    unsafe place.storeBytes(of: last, toByteOffset: byteCount &- 32, as: SIMD8<UInt32>.self)
  }

  /// Copies bytes that don't overlap.
  @export(interface) @inline(never) @_optimize(size)
  public static func copy(
    _ place: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, byteCount: Int
  ) {
    if byteCount < 32 { return unsafe copyFew(place, source, byteCount) }
    // The last 32 bytes may have been copied in part before.
    let last = byteCount &- 32
    var done = 0
    if byteCount >= 2048 {
      unsafe copyEight(place, source, 0)
      done = (0 &- Int(bitPattern: place)) & 31
    }
    while done <= last &- 480 {
      for step in 0..<16 { unsafe copyEight(place, source, done &+ 32 &* step) }
      done &+= 512
    }
    while done < last {
      unsafe copyEight(place, source, done)
      done &+= 32
    }
    unsafe copyEight(place, source, last)
  }

  /// Copies columns of rows.
  ///
  /// - Parameters:
  ///   - base: where the first row begins that is written.
  ///   - stride: the bytes from one row there to the next.
  ///   - source: where the first row begins that is read, or would.
  ///   - sourceStride: the bytes from one row there to the next.
  ///   - mirror: the sum of each two rows of which the same columns are copied; negative for none.
  @export(interface) @inline(never) @_optimize(speed)
  public static func copy(
    _ base: UnsafeMutableRawPointer, stride: Int, _ source: Int, sourceStride: Int,
    _ runs: UnsafeSlice<ColumnRun>, mirror: Int
  ) {
    for index in 0..<runs.count {
      let run = runs[index]
      let (y, start) = (Int(run.y), 4 &* Int(run.start))
      let byteCount = 4 &* Int(run.end &- run.start)
      let place = source &+ y &* sourceStride &+ start
      // SAFETY: the caller has checked that the words of all runs are there.
      unsafe copyRun(
        base + (y &* stride &+ start), UnsafeRawPointer(bitPattern: place).unsafelyUnwrapped,
        byteCount)
      if mirror < 0 { continue }
      let other = mirror &- y
      let otherPlace = source &+ other &* sourceStride &+ start
      unsafe copyRun(
        base + (other &* stride &+ start),
        UnsafeRawPointer(bitPattern: otherPlace).unsafelyUnwrapped, byteCount)
    }
  }

  /// As when filling, which last bytes of a short run there are is not asked.
  @inline(__always)
  private static func copyRun(
    _ place: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ byteCount: Int
  ) {
    if byteCount < 32 || byteCount > 128 {
      return unsafe copy(place, source, byteCount: byteCount)
    }
    let last = byteCount &- 32
    unsafe copyEight(place, source, 0)
    if byteCount > 64 {
      unsafe copyEight(place, source, 32)
      unsafe copyEight(place, source, last &- 32)
    }
    unsafe copyEight(place, source, last)
  }

  @inline(__always)
  private static func copyEight(
    _ place: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ offset: Int
  ) {
    let eight = unsafe source.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt32>.self)
    unsafe place.storeBytes(of: eight, toByteOffset: offset, as: SIMD8<UInt32>.self)
  }

  /// Copies less than 32 bytes, in two pieces that may overlap.
  @inline(__always)
  private static func copyFew(
    _ place: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int
  ) {
    if count >= 16 { return unsafe copyEnds(place, source, count, SIMD4<UInt32>.self) }
    if count >= 8 { return unsafe copyEnds(place, source, count, UInt64.self) }
    if count >= 4 { return unsafe copyEnds(place, source, count, UInt32.self) }
    for index in 0..<count {
      let byte = unsafe source.load(fromByteOffset: index, as: UInt8.self)
      unsafe place.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
  }

  @inline(__always)
  private static func copyEnds<Piece: BitwiseCopyable>(
    _ place: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int, _: Piece.Type
  ) {
    let end = count &- MemoryLayout<Piece>.size
    let (first, last) = unsafe (
      source.loadUnaligned(as: Piece.self),
      source.loadUnaligned(fromByteOffset: end, as: Piece.self)
    )
    unsafe place.storeBytes(of: first, as: Piece.self)
    unsafe place.storeBytes(of: last, toByteOffset: end, as: Piece.self)
  }
}

extension UInt64 {
  /// The same eight bytes, from a later one on.
  @inline(__always)
  fileprivate func turned(by byteCount: Int) -> UInt64 {
    let bits = UInt64(truncatingIfNeeded: byteCount &* 8)
    return self &>> bits | self &<< (0 &- bits)
  }
}

extension SIMD8<UInt32> {
  /// Eight bytes four times.
  @inline(__always)
  fileprivate init(fourTimes bytes: UInt64) {
    // SAFETY: both types are 32 bytes in which every bit pattern is a value.
    self = unsafe unsafeBitCast(SIMD4(repeating: bytes), to: SIMD8<UInt32>.self)
  }
}
