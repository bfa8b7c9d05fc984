import CVectors
import RasterKernels
import TestSupport
import Testing

#if arch(x86_64)
  import RasterKernelsAVX2
#endif

@Suite struct MemoryKernelTests {
  /// Bytes arrive wherever a run begins and ends, and no others change.
  @Test(arguments: [false, true]) func copies_areTheBytes(isWide: Bool) {
    if isWide && vector_has_avx2() == 0 { return }
    var random = SeededGenerator(seed: 421)
    let source = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    for round in 0..<2_000 {
      let byteCount = Int.random(in: round & 1 == 0 ? 1_024...1_200 : 0...4_000, using: &random)
      let from = Int.random(in: 0...(source.count - byteCount), using: &random)
      let to = Int.random(in: 0...500, using: &random)
      var expected = [UInt8](repeating: 0xa5, count: 5_000)
      expected.replaceSubrange(to..<(to + byteCount), with: source[from..<(from + byteCount)])
      var copied = [UInt8](repeating: 0xa5, count: 5_000)
      unsafe source.withUnsafeBytes { source in
        unsafe copied.withUnsafeMutableBytes { copied in
          guard let place = copied.baseAddress, let base = source.baseAddress else { return }
          #if arch(x86_64)
            if isWide {
              unsafe RasterKernelsAVX2.MemoryKernels.copy(
                place + to, base + from, byteCount: byteCount)
            }
          #endif
          if !isWide {
            unsafe RasterKernels.MemoryKernels.copy(
              place + to, base + from, byteCount: byteCount)
          }
        }
      }
      #expect(copied == expected, "seed 421, round \(round)")
    }
  }
}

extension MemoryKernelTests {
  /// Lengths on both sides of each way to fill, and any other.
  private static func length(_ round: Int, _ random: inout SeededGenerator) -> Int {
    switch round & 3 {
    case 0: Int.random(in: 0...140, using: &random)
    case 1: Int.random(in: 32_700...40_000, using: &random)
    default: Int.random(in: 0...4_000, using: &random)
    }
  }

  /// Eight bytes are written over and over, wherever the memory begins and ends.
  @Test(arguments: KernelForm.here) func fills_areTheBytes(form: KernelForm) {
    var random = SeededGenerator(seed: 449)
    for round in 0..<600 {
      let byteCount = Self.length(round, &random)
      let to = Int.random(in: 0...500, using: &random)
      let bytes = UInt64.random(in: 0...UInt64.max, using: &random)
      var expected = [UInt8](repeating: 0xa5, count: byteCount + 1_000)
      for place in 0..<byteCount {
        expected[to + place] = UInt8(truncatingIfNeeded: bytes >> UInt64(8 * (place & 7)))
      }
      var filled = [UInt8](repeating: 0xa5, count: byteCount + 1_000)
      unsafe filled.withUnsafeMutableBytes {
        guard let base = $0.baseAddress else { return }
        #if arch(x86_64)
          if form == .wide {
            return unsafe RasterKernelsAVX2.MemoryKernels.fill(
              base + to, bytes, byteCount: byteCount)
          }
        #endif
        unsafe RasterKernels.MemoryKernels.fill(base + to, bytes, byteCount: byteCount)
      }
      #expect(filled == expected, "seed 449, round \(round)")
    }
  }

  /// A frame, and what is written into it.
  private static let (frameWidth, frameHeight) = (150, 21)

  private static func columns(_ random: inout SeededGenerator) -> (start: Int, end: Int, y: Int) {
    let start = Int.random(in: 0..<frameWidth, using: &random)
    return (
      start, Int.random(in: start...frameWidth, using: &random),
      Int.random(in: 0..<frameHeight, using: &random)
    )
  }

  /// Runs of words, and what mirrors them, are written, and nothing beside them.
  @Test(arguments: KernelForm.here) func runs_areFilled(form: KernelForm) {
    var random = SeededGenerator(seed: 457)
    for round in 0..<400 {
      let mirror = round % 2 == 0 ? -1 : Self.frameHeight - 1
      let runs = (0..<round % 9).map { number in
        let (start, end, y) = Self.columns(&random)
        return WordRun(from: start, to: end, y, 0xff00_0000 | UInt32(number))
      }
      let width = Self.frameWidth
      var expected = [UInt32](repeating: 7, count: width * Self.frameHeight)
      for run in runs {
        for x in run.start..<run.end { expected[Int(run.y) * width + Int(x)] = run.word }
      }
      // The mirrored ones follow, from the last one back.
      for run in runs.reversed() where mirror >= 0 {
        for x in run.start..<run.end { expected[(mirror - Int(run.y)) * width + Int(x)] = run.word }
      }
      var frame = [UInt32](repeating: 7, count: width * Self.frameHeight)
      unsafe frame.withUnsafeMutableBytes { bytes in
        unsafe runs.withUnsafeBufferPointer { runs in
          guard let base = bytes.baseAddress, let first = runs.baseAddress else { return }
          let lent = unsafe UnsafeSlice(base: first, count: runs.count)
          #if arch(x86_64)
            if form == .wide {
              return unsafe RasterKernelsAVX2.MemoryKernels.fill(
                base, stride: 4 * width, width: width, height: Self.frameHeight, lent,
                mirror: mirror)
            }
          #endif
          unsafe RasterKernels.MemoryKernels.fill(
            base, stride: 4 * width, width: width, height: Self.frameHeight, lent, mirror: mirror)
        }
      }
      #expect(frame == expected, "seed 457, round \(round)")
    }
  }

  /// Columns of rows, and of those that mirror them, are copied, and nothing beside them.
  @Test(arguments: KernelForm.here) func runs_areCopied(form: KernelForm) {
    var random = SeededGenerator(seed: 461)
    let (width, sourceWidth) = (Self.frameWidth, Self.frameWidth + 13)
    let source = (0..<sourceWidth * Self.frameHeight).map { UInt32($0) }
    for round in 0..<400 {
      let mirror = round % 2 == 0 ? -1 : Self.frameHeight - 1
      let runs = (0..<round % 9).map { _ in
        let (start, end, y) = Self.columns(&random)
        return ColumnRun(from: start, to: end, y)
      }
      var expected = [UInt32](repeating: .max, count: width * Self.frameHeight)
      for run in runs {
        for y in [Int(run.y)] + (mirror < 0 ? [] : [mirror - Int(run.y)]) {
          for x in Int(run.start)..<Int(run.end) {
            expected[y * width + x] = source[y * sourceWidth + x]
          }
        }
      }
      var frame = [UInt32](repeating: .max, count: width * Self.frameHeight)
      unsafe frame.withUnsafeMutableBytes { bytes in
        unsafe source.withUnsafeBytes { source in
          unsafe runs.withUnsafeBufferPointer { runs in
            guard let base = bytes.baseAddress, let first = runs.baseAddress else { return }
            let (lent, from) = (
              unsafe UnsafeSlice(base: first, count: runs.count),
              Int(bitPattern: source.baseAddress)
            )
            #if arch(x86_64)
              if form == .wide {
                return unsafe RasterKernelsAVX2.MemoryKernels.copy(
                  base, stride: 4 * width, from, sourceStride: 4 * sourceWidth, lent,
                  mirror: mirror)
              }
            #endif
            unsafe RasterKernels.MemoryKernels.copy(
              base, stride: 4 * width, from, sourceStride: 4 * sourceWidth, lent, mirror: mirror)
          }
        }
      }
      #expect(frame == expected, "seed 461, round \(round)")
    }
  }
}

@Suite struct WordRunTests {
  /// Rows beside each other are written one after the other, on both sides of a centre.
  @Test(arguments: [
    (-1, [(5, 2), (10, 2), (10, 3), (10, 4)]),
    (20, [(5, 2), (10, 2), (10, 3), (10, 4), (10, 16), (10, 17), (10, 18), (5, 18)]),
  ])
  func rows_areInTheOrderOfMemory(mirror: Int, expected: [(start: Int, y: Int)]) {
    let runs = [
      WordRun(from: 5, to: 9, 2, 8), WordRun(from: 10, to: 12, 2, 7),
      WordRun(from: 10, to: 20, 3, 9),
      WordRun(from: 10, to: 30, 4, 10),
    ]
    unsafe runs.withUnsafeBufferPointer {
      guard let base = $0.baseAddress else { preconditionFailure("no runs") }
      let lent = unsafe UnsafeSlice(base: base, count: $0.count)
      #expect(lent.turns(mirror: mirror) == expected.count)
      for turn in 0..<lent.turns(mirror: mirror) {
        let (run, y) = lent.turn(turn, mirror: mirror)
        #expect((Int(run.start), y) == expected[turn])
      }
    }
  }
}
