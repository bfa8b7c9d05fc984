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
