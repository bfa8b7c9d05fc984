// This file is compiled twice, as `SpanKernels.swift` is.
//
// libc's memset and memcpy use repeated string instructions for long runs, which some processors
// and many virtual machines execute slowly. Vector stores reach nearly the bandwidth of memory.
// Each loop is unrolled by four, so that the compiler does not replace it by a call of libc.
import CVectors

#if AVX2
  public import RasterKernels
#endif

/// Fills and copies memory.
@safe public enum MemoryKernels {
  /// Fills memory with eight bytes, repeated, the lowest byte first.
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
    /// Fills whole cache lines by a string instruction, which does not fetch the lines that it
    /// overwrites, and both ends by vectors. Without it, drawing a whole ring takes a sixth longer.
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

  /// Writes runs of words. Traps if a run exceeds the frame.
  ///
  /// - Parameters:
  ///   - base: the address of row 0.
  ///   - stride: bytes from one row to the next.
  ///   - width: columns of the frame.
  ///   - height: rows of the frame.
  ///   - mirror: the sum of a row and its mirrored row, which is filled too; negative for none.
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

  /// Fills memory without branching on the remaining length, which differs in each row and would be
  /// mispredicted. The last stores end at the end of the memory, and overlap earlier ones. Long
  /// runs also overlap at the start, because stores that cross a cache line take twice the time.
  ///
  /// - Parameter isWord: whether `eight` repeats one word and the memory consists of whole words.
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
    // The last three vectors are stored below.
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

  /// Copies bytes between regions that do not overlap.
  @export(interface) @inline(never) @_optimize(size)
  public static func copy(
    _ place: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, byteCount: Int
  ) {
    if byteCount < 32 { return unsafe copyFew(place, source, byteCount) }
    // The last 32 bytes may overlap bytes that were copied before.
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

  /// Copies runs of columns.
  ///
  /// - Parameters:
  ///   - base: the address of row 0 of the destination.
  ///   - stride: bytes from one row of the destination to the next.
  ///   - source: the address of row 0 of the source, which itself may lie outside the source.
  ///   - sourceStride: bytes from one row of the source to the next.
  ///   - mirror: the sum of a row and its mirrored row, which is copied too; negative for none.
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

  /// Copies a run without branching on the remaining length, as `fill` does.
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

  /// Copies less than 32 bytes, as two pieces that may overlap.
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
  /// The repeating pattern of these eight bytes, starting at a later byte.
  @inline(__always)
  fileprivate func turned(by byteCount: Int) -> UInt64 {
    let bits = UInt64(truncatingIfNeeded: byteCount &* 8)
    return self &>> bits | self &<< (0 &- bits)
  }
}

extension SIMD8<UInt32> {
  /// Repeats eight bytes four times.
  @inline(__always)
  fileprivate init(fourTimes bytes: UInt64) {
    // SAFETY: both types are 32 bytes in which every bit pattern is a value.
    self = unsafe unsafeBitCast(SIMD4(repeating: bytes), to: SIMD8<UInt32>.self)
  }
}
