import CVectors
import Kernels
import TestSupport
import Testing

#if arch(x86_64)
  import KernelsAVX2
#endif

@Suite struct AreaKernelTests {
  private static func edges(_ random: inout SeededGenerator, width: Float) -> [Edge] {
    (0..<Int.random(in: 1...40, using: &random)).map { index in
      let top = Float.random(in: -3...20, using: &random)
      let x = Float.random(in: 0...width, using: &random)
      // Most are short, and some stand on the grid.
      let reach: Float = index % 4 == 0 ? width : 2
      let other = max(0, min(width, x + Float.random(in: -reach...reach, using: &random)))
      let isWhole = index % 5 == 0
      return Edge(
        topX: isWhole ? x.rounded() : x, topY: isWhole ? top.rounded() : top, bottomX: other,
        bottomY: top + Float.random(in: 1e-3...9, using: &random),
        winding: Bool.random(using: &random) ? 1 : -1,
        section: Int32.random(in: 0...6, using: &random))
    }
  }

  /// The levels and bits of all rows, after edges were added.
  private static func rows(
    _ edges: [Edge], width: Int, firstBit: Int, isEvenOdd: Bool, isWide: Bool
  ) throws -> (levels: [SIMD8<UInt8>], bits: [UInt64], overlaps: [Bool]) {
    var rows = AreaRows()
    let groupCount = (width + 7) / 8
    rows.begin(count: 16, stride: groupCount * 8 + 8, firstBit: firstBit)
    try unsafe edges.withUnsafeBufferPointer {
      let lent = try unsafe LentRow(base: #require($0.baseAddress), count: $0.count)
      #if arch(x86_64)
        if isWide { return KernelsAVX2.AreaKernels.add(lent, to: &rows, from: 2, top: 1) }
      #endif
      Kernels.AreaKernels.add(lent, to: &rows, from: 2, top: 1)
    }
    var levels = [SIMD8<UInt8>](repeating: SIMD8(), count: 16 * groupCount)
    var bits = [UInt64](repeating: 0, count: 16 * 2 * rows.wordCount)
    let overlaps = (0..<16).map { rows.mayOverlap($0) }
    let wordCount = rows.wordCount
    for row in 0..<16 {
      let (first, last) = rows.markedGroups(row)
      if first > last { continue }
      let groups = first..<max(first, min(last + 1, groupCount))
      try unsafe levels.withUnsafeMutableBufferPointer { levels in
        try unsafe bits.withUnsafeMutableBufferPointer { bits in
          let level = try unsafe LentRoom(
            base: #require(levels.baseAddress) + row * groupCount + first, count: groups.count)
          let bit = try unsafe LentRoom(
            base: #require(bits.baseAddress) + row * 2 * wordCount, count: 2 * wordCount)
          #if arch(x86_64)
            if isWide {
              return KernelsAVX2.AreaKernels.sum(
                row, of: &rows, groups: groups, levels: level, bits: bit, isEvenOdd: isEvenOdd)
            }
          #endif
          Kernels.AreaKernels.sum(
            row, of: &rows, groups: groups, levels: level, bits: bit, isEvenOdd: isEvenOdd)
        }
      }
    }
    return (levels, bits, overlaps)
  }

  /// How much edges pass of a row's pixels, by their definition: each covers what lies right of it.
  private static func oracle(_ edges: [Edge], row: Int, x: Int) -> Double {
    var sum = 0.0
    for edge in edges {
      // Exact but for 64 strips.
      for strip in 0..<64 {
        let y = Double(row - 2 + 1) + (Double(strip) + 0.5) / 64
        if y < Double(edge.topY) || y >= Double(edge.bottomY) { continue }
        let part = (y - Double(edge.topY)) / Double(edge.bottomY - edge.topY)
        let place = Double(edge.topX) + Double(edge.bottomX - edge.topX) * part
        sum += max(0, min(1, Double(x + 1) - place)) / 64 * Double(edge.winding)
      }
    }
    return sum
  }

  @Test(arguments: [false, true]) func rows_haveTheAreasOfEdges(isWide: Bool) throws {
    if isWide && vector_has_avx2() == 0 { return }
    var random = SeededGenerator(seed: 307)
    for round in 0..<40 {
      let width = [1, 8, 61, 200][round % 4]
      let edges = Self.edges(&random, width: Float(width))
      let (levels, _, _) = try Self.rows(
        edges, width: width, firstBit: 60, isEvenOdd: false, isWide: isWide)
      let groupCount = (width + 7) / 8
      for row in stride(from: 2, to: 16, by: 3) {
        for x in stride(from: 0, to: width, by: 5) {
          // Levels end behind the last edge: contours would be closed there.
          let level = levels[row * groupCount + x / 8][x % 8]
          let sum = abs(Self.oracle(edges, row: row, x: x))
          if level == 0 && sum > 0.01 { continue }
          #expect(
            abs(Double(level) - min(1, sum) * 255) <= 6, "seed 307, round \(round), \(row), \(x)")
        }
      }
    }
  }

  #if arch(x86_64)
    @Test(.enabled(if: vector_has_avx2() != 0)) func wideKernels_giveTheSameBits() throws {
      var random = SeededGenerator(seed: 311)
      for round in 0..<600 {
        let width = Int.random(in: 1...900, using: &random)
        let edges = Self.edges(&random, width: Float(width))
        let firstBit = Int.random(in: 0...63, using: &random)
        let one = try Self.rows(
          edges, width: width, firstBit: firstBit, isEvenOdd: round % 2 == 0, isWide: false)
        let other = try Self.rows(
          edges, width: width, firstBit: firstBit, isEvenOdd: round % 2 == 0, isWide: true)
        #expect(one == other, "seed 311, round \(round)")
      }
    }
  #endif
}

@Suite struct MaskKernelTests {
  @Test(arguments: [false, true]) func groups_showTheWordOverTheOther(isWide: Bool) throws {
    if isWide && vector_has_avx2() == 0 { return }
    var random = SeededGenerator(seed: 313)
    for round in 0..<300 {
      let word = 0xff00_0000 | UInt32.random(in: 0...0xff_ffff, using: &random)
      let base = 0xff00_0000 | UInt32.random(in: 0...0xff_ffff, using: &random)
      let groups = UInt64.random(in: 0...UInt64.max, using: &random)
      let covered = groups & UInt64.random(in: 0...UInt64.max, using: &random)
      let levels = (0..<600).map { _ in UInt8.random(in: 0...255, using: &random) }
      var frame = [UInt32](repeating: 1, count: 512)
      try unsafe frame.withUnsafeMutableBytes { frame in
        try unsafe levels.withUnsafeBytes { levels in
          let start = try unsafe #require(frame.baseAddress)
          let place = try unsafe #require(levels.baseAddress)
          #if arch(x86_64)
            if isWide {
              return unsafe KernelsAVX2.MemoryKernels.lay(
                word, over: base, place, at: 17, groups: groups, covered: covered, to: start)
            }
          #endif
          unsafe Kernels.MemoryKernels.lay(
            word, over: base, place, at: 17, groups: groups, covered: covered, to: start)
        }
      }
      for x in 0..<512 {
        let bit: UInt64 = 1 << UInt64(x / 8)
        var shown: UInt32 = 1
        if covered & bit != 0 {
          shown = SourceOver.scalar(word, coverage: levels[17 + x], over: base)
        } else if groups & bit != 0 {
          shown = base
        }
        if frame[x] != shown {
          Issue.record("seed 313, round \(round), column \(x)")
          return
        }
      }
    }
  }
}
