import CVectors
import TestSupport
import Testing

@testable import RasterKernels

#if arch(x86_64)
  import RasterKernelsAVX2
#endif

@Suite struct AccumulationKernelTests {
  private static func edges(_ random: inout SeededGenerator, width: Float) -> [Edge] {
    (0..<Int.random(in: 1...40, using: &random)).map { index in
      let top = Float.random(in: -3...20, using: &random)
      let x = Float.random(in: 0...width, using: &random)
      // Most are short, and some stand on the grid.
      let reach: Float = index % 4 == 0 ? width : 2
      let other = max(0, min(width, x + Float.random(in: -reach...reach, using: &random)))
      let isWhole = index % 5 == 0
      var edge = Edge(
        topX: isWhole ? x.rounded() : x, topY: isWhole ? top.rounded() : top, bottomX: other,
        bottomY: top + Float.random(in: 1e-3...9, using: &random),
        winding: Bool.random(using: &random) ? 1 : -1,
        section: Int32.random(in: 0...6, using: &random))
      if index % 3 == 0 { edge.bend(&random) }
      return edge
    }
  }

  /// The levels and bits of all rows, after edges were added.
  private static func rows(
    _ edges: [Edge], width: Int, firstBit: Int, isCut: Bool = false, isWide: Bool
  ) throws -> (levels: [SIMD8<UInt8>], bits: [GroupFlags], overlaps: [UInt64]) {
    var rows = AccumulationBuffer()
    let groupCount = (width + 7) / 8
    rows.begin(count: 16, stride: AccumulationBuffer.stride(width: width))
    var blocks = EdgeBlocks()
    for edge in edges { blocks.append(edge) }
    #if arch(x86_64)
      if isWide {
        RasterKernelsAVX2.AccumulationKernels.add(blocks.lend(), to: &rows, from: 2, top: 1)
      }
    #endif
    if !isWide { RasterKernels.AccumulationKernels.add(blocks.lend(), to: &rows, from: 2, top: 1) }
    let overlaps = (0..<16).map { rows.overlaps(in: $0) }
    let wordCount = (firstBit + groupCount + 63) / 64
    var found = [MaskRow](repeating: MaskRow(firstGroup: -1, groupCount: -1, place: -1), count: 16)
    // Whatever is read has to be written.
    let levelCount = MaskWriter.length(groupCount: groupCount) * 16 + 4
    var packed = [SIMD8<UInt8>](repeating: SIMD8(repeating: 77), count: 1 + levelCount)
    var bits = [GroupFlags](
      repeating: GroupFlags(touched: 77, whole: 77), count: 16 * wordCount)
    try unsafe found.withUnsafeMutableBufferPointer { found in
      try unsafe packed.withUnsafeMutableBufferPointer { packed in
        try unsafe bits.withUnsafeMutableBufferPointer { bits in
          var room = try unsafe MaskWriter(
            rows: OutputSlice(base: #require(found.baseAddress), count: found.count),
            bits: OutputSlice(base: #require(bits.baseAddress), count: bits.count),
            levels: OutputSlice(base: #require(packed.baseAddress), count: packed.count),
            groupCount: groupCount, firstPlace: 1, firstBit: firstBit, wordCount: wordCount)
          #if arch(x86_64)
            if isWide {
              return RasterKernelsAVX2.AccumulationKernels.sum(
                &rows, into: &room, groupCount: groupCount, isCut: isCut)
            }
          #endif
          RasterKernels.AccumulationKernels.sum(
            &rows, into: &room, groupCount: groupCount, isCut: isCut)
        }
      }
    }
    let isEmpty = rows.isEmpty
    #expect(isEmpty)
    var levels = [SIMD8<UInt8>](repeating: SIMD8(), count: 16 * groupCount)
    for (row, groups) in found.enumerated() {
      let (before, behind) = (
        packed[Int(groups.place) - 1], packed[Int(groups.place + groups.groupCount)]
      )
      #expect(Lanes.uint64(before) == 0 && Lanes.uint64(behind) == 0)
      for group in 0..<Int(groups.groupCount) {
        let eight = packed[Int(groups.place) + group]
        let place = Int(groups.firstGroup) + group
        levels[row * groupCount + place] = eight
        let own = bits[row * wordCount + (firstBit + place) / 64]
        let bit: UInt64 = 1 << UInt64((firstBit + place) % 64)
        let isTouched = own.touched & bit != 0
        let isWhole = own.whole & bit != 0
        #expect(isTouched == (Lanes.uint64(eight) != 0))
        #expect(isWhole == (Lanes.uint64(eight) == .max))
      }
    }
    // No bits of groups that have no levels.
    for row in 0..<16 {
      let groups = Int(found[row].firstGroup)..<Int(found[row].firstGroup + found[row].groupCount)
      for bit in 0..<wordCount * 64 where !groups.contains(bit - firstBit) {
        let own = bits[row * wordCount + bit / 64]
        let both: UInt64 = own.touched | own.whole
        #expect(both >> UInt64(bit % 64) & 1 == 0)
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
        let bulge = Double(edge.bend) * (y - Double(edge.topY)) * (Double(edge.bottomY) - y)
        let place = Double(edge.topX) + Double(edge.bottomX - edge.topX) * part + bulge
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
        edges, width: width, firstBit: 56, isWide: isWide)
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

  /// Nothing is left in cells whose groups are not marked, wherever rounding leads an edge that stands on the grid.
  @Test(arguments: [false, true]) func edgesAtTheGrid_leaveNothing(isWide: Bool) throws {
    if isWide && vector_has_avx2() == 0 { return }
    var random = SeededGenerator(seed: 311)
    for _ in 0..<2_000 {
      let edges = (0..<24).map { index in
        func near(_ whole: Int) -> Float {
          let ulps = Float(Int.random(in: -3...3, using: &random))
          return max(0, Float(whole) + ulps * Float(whole).ulp)
        }
        let x = Int.random(in: 0...190, using: &random)
        let top = Float.random(in: -1...15, using: &random)
        let isTiny = index % 2 == 0
        var edge = Edge(
          topX: near(x), topY: top, bottomX: near(x + Int.random(in: -3...3, using: &random)),
          bottomY: top + Float.random(in: isTiny ? 1e-6...1e-4 : 0.1...5, using: &random),
          winding: Bool.random(using: &random) ? 1 : -1, section: 1)
        if index % 3 == 0 { edge.bend(&random) }
        return edge
      }
      _ = try Self.rows(edges, width: 200, firstBit: 0, isWide: isWide)
    }
  }

  /// A curve that is nearly upright may bend a little beyond its ends, back into the group before.
  @Test(arguments: [false, true]) func bendBeyondTheGrid_leavesNothing(isWide: Bool) throws {
    if isWide && vector_has_avx2() == 0 { return }
    for column in 1..<60 {
      for height: Float in [3, 14, 100, 900] {
        for bend: Float in [-1e-6, 1e-6] {
          let edge = Edge(
            topX: Float(column), topY: 1, bottomX: Float(column), bottomY: 1 + height, winding: 1,
            bend: bend / height, section: 1)
          _ = try Self.rows([edge], width: 64, firstBit: 0, isWide: isWide)
        }
      }
    }
  }

  /// What is covered reaches the last group, also where the edge that ends it stands behind that.
  @Test(arguments: [false, true]) func rows_reachTheEnd(isWide: Bool) throws {
    if isWide && vector_has_avx2() == 0 { return }
    for width in [8, 16, 17, 64, 512, 520, 1_024, 1_280] {
      for left in [0, 3, width / 2, width - 1] {
        let sides = [(left, Float(-1)), (width, 1)]
        let edges = sides.map { x, winding in
          Edge(
            topX: Float(x), topY: 1, bottomX: Float(x), bottomY: 9, winding: winding, section: 1)
        }
        let (levels, _, _) = try Self.rows(
          edges, width: width, firstBit: 8, isWide: isWide)
        let groupCount = (width + 7) / 8
        let row = (0..<width).map { levels[5 * groupCount + $0 / 8][$0 % 8] }
        let expected = (0..<width).map { UInt8($0 < left ? 0 : 255) }
        #expect(row == expected, "\(left) to \(width)")
      }
    }
  }

  /// The 64th parts of rows in which sections meet that don't follow one another, by their
  /// definition, piece by piece.
  private static func overlaps(_ blocks: borrowing EdgeBlocks, width: Int) -> [UInt64] {
    let part = AccumulationBuffer.stride(width: width) / 64
    var known: [[Int: Int32]] = Array(repeating: [:], count: 16)
    var found = [UInt64](repeating: 0, count: 16)
    for index in 0..<blocks.count {
      let (section, wrap) = blocks.lend().sections(index)
      for turn in 0..<16 {
        // What passes many cells is added behind the rest.
        for isWide in [false, true] {
          for lane in 0..<blocks[index].count {
            let rows = EdgeRows(blocks.edge(index, lane), from: 1, rowCount: 14)
            guard let rows, rows.first + turn <= rows.last else { continue }
            let piece = rows.piece(rows.first + turn)
            let (left, right) = (min(piece.topX, piece.bottomX), max(piece.topX, piece.bottomX))
            let first = left.rounded(.down)
            if (right - first - 1 > 2) != isWide { continue }
            let row = 2 + rows.first + turn
            let last =
              isWide ? right.rounded(.down) : max(first, (right - first).rounded(.up) + first - 1)
            for cell in Int(first)...Int(last) {
              let distance = section - (known[row][cell] ?? section)
              if distance > 1 && distance != wrap { found[row] |= 1 << UInt64(cell / part) }
              known[row][cell] = min(known[row][cell] ?? section, section)
            }
          }
        }
      }
    }
    return found
  }

  @Test(arguments: [false, true]) func overlaps_areWhereSectionsMeet(isWide: Bool) throws {
    if isWide && vector_has_avx2() == 0 { return }
    var random = SeededGenerator(seed: 313)
    var (overlapping, apart) = (0, 0)
    for round in 0..<400 {
      let width = [200, 900, 3_000][round % 3]
      var edges = Self.edges(&random, width: Float(width))
      edges.sort { $0.section < $1.section }
      var blocks = EdgeBlocks()
      for edge in edges { blocks.append(edge) }
      let (_, _, overlaps) = try Self.rows(
        edges, width: width, firstBit: 0, isWide: isWide)
      let expected = Self.overlaps(blocks, width: width)
      #expect(overlaps == expected, "seed 313, round \(round)")
      overlapping += expected.count { $0 != 0 }
      apart += expected.count { $0 == 0 }
    }
    #expect(overlapping > 500 && apart > 500)
  }

  #if arch(x86_64)
    @Test(.enabled(if: vector_has_avx2() != 0)) func wideKernels_giveTheSameBits() throws {
      var random = SeededGenerator(seed: 311)
      for round in 0..<600 {
        let width = Int.random(in: 1...900, using: &random)
        let edges = Self.edges(&random, width: Float(width))
        let firstBit = 8 * Int.random(in: 0...7, using: &random)
        let one = try Self.rows(
          edges, width: width, firstBit: firstBit, isCut: round % 3 == 0,
          isWide: false)
        let other = try Self.rows(
          edges, width: width, firstBit: firstBit, isCut: round % 3 == 0,
          isWide: true)
        #expect(one == other, "seed 311, round \(round)")
      }
    }
  #endif
}

extension Edge {
  /// Bends it as much as one may be that goes to one side, and is as steep as parabolas are.
  fileprivate mutating func bend(_ random: inout SeededGenerator) {
    let (width, height) = (bottomX - topX, bottomY - topY)
    let most = min(0.1, abs(width / height / height))
    if abs(width) < height { bend = Float.random(in: -most...most, using: &random) }
  }
}

@Suite struct EdgeRowsTests {
  @Test func lanes_giveWhatTheOracleGives() {
    var random = SeededGenerator(seed: 331)
    for round in 0..<5_000 {
      var blocks = EdgeBlocks()
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let left = Float.random(in: 0...40, using: &random)
        let top = Float.random(in: -6...12, using: &random)
        var edge = Edge(
          topX: left, topY: top, bottomX: left + Float.random(in: -left...left, using: &random),
          bottomY: top + Float.random(in: 1e-4...20, using: &random), winding: 1, section: 1)
        if round % 2 == 0 { edge.bend(&random) }
        blocks.append(edge)
      }
      var lanes = EdgeBlockRows(blocks.lend(), 0, from: -1, rowCount: 12)
      for turn in 0..<14 {
        let active = lanes.active
        let (from, to, heights) = lanes.next()
        for lane in 0..<8 {
          let edge = lane < blocks[0].count ? blocks.edge(0, lane) : nil
          let rows = edge.flatMap { EdgeRows($0, from: -1, rowCount: 12) }
          let count = rows.map { $0.last + 1 - $0.first } ?? 0
          // One that only touches the end of a row has nothing in it.
          let isPassed = active >> UInt32(lane) & 1 != 0 && heights[lane] > 0
          #expect(isPassed == (turn < count), "seed 331, round \(round)")
          guard let rows, isPassed else { continue }
          let piece = rows.piece(rows.first + turn)
          #expect(heights[lane] == piece.bottomY - piece.topY, "seed 331, round \(round)")
          #expect(from[lane] == min(piece.topX, piece.bottomX), "seed 331, round \(round)")
          #expect(to[lane] == max(piece.topX, piece.bottomX), "seed 331, round \(round)")
        }
      }
    }
  }
}

@Suite struct MaskKernelTests {
  private struct Mask {
    var top = 0
    var rows: [MaskRow] = []
    var bits: [GroupFlags] = []
    var levels: [SIMD8<UInt8>] = [SIMD8()]
    let wordCount = 2

    /// A mask of 128 groups.
    init(_ random: inout SeededGenerator) {
      top = Int.random(in: -2...4, using: &random)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let first = Int.random(in: 0...100, using: &random)
        let count = Int.random(in: 0...27, using: &random)
        rows.append(
          MaskRow(
            firstGroup: Int32(first), groupCount: Int32(count), place: Int32(levels.count)))
        var row = [GroupFlags](repeating: GroupFlags(), count: wordCount)
        for group in first..<first + count {
          var eight = SIMD8<UInt8>()
          switch Int.random(in: 0...3, using: &random) {
          case 0: break
          case 1: eight = SIMD8(repeating: 255)
          default: eight = SIMD8<UInt8>.random(in: 1...255, using: &random)
          }
          levels.append(eight)
          let bit: UInt64 = 1 << UInt64(group % 64)
          if eight != SIMD8() { row[group / 64].touched |= bit }
          if eight == SIMD8(repeating: 255) { row[group / 64].whole |= bit }
        }
        levels.append(SIMD8())
        bits += row
      }
    }

    func lend<Result>(_ body: (MaskRows) throws -> Result) throws -> Result {
      try unsafe rows.withUnsafeBufferPointer { rows in
        try unsafe bits.withUnsafeBufferPointer { bits in
          try unsafe levels.withUnsafeBufferPointer { levels in
            try unsafe body(
              MaskRows(
                top: top, left: 0, wordCount: wordCount, firstBit: 0,
                rows: UnsafeSlice(base: #require(rows.baseAddress), count: rows.count),
                bits: UnsafeSlice(base: #require(bits.baseAddress), count: bits.count),
                levels: UnsafeSlice(base: #require(levels.baseAddress), count: levels.count)))
          }
        }
      }
    }

    func eight(_ group: Int, _ y: Int) -> SIMD8<UInt8> {
      guard rows.indices.contains(y - top) else { return SIMD8() }
      let row = rows[y - top]
      let index = group - Int(row.firstGroup)
      return index < 0 || index >= row.groupCount ? SIMD8() : levels[Int(row.place) + index]
    }
  }

  @Test(arguments: [false, true]) func groups_showTheWordOverTheOther(isWide: Bool) throws {
    if isWide && vector_has_avx2() == 0 { return }
    var random = SeededGenerator(seed: 313)
    let (width, height) = (1_024, 8)
    for round in 0..<200 {
      let word = 0xff00_0000 | UInt32.random(in: 0...0xff_ffff, using: &random)
      let base = 0xff00_0000 | UInt32.random(in: 0...0xff_ffff, using: &random)
      let (new, old, other) = (Mask(&random), Mask(&random), Mask(&random))
      let shown = round % 3 == 0 ? other : new
      let (hasOld, groupEnd) = (round % 4 != 0, round % 5 == 0 ? 70 : 128)
      var frame = [UInt32](repeating: 1, count: width * height)
      try new.lend { new in
        try old.lend { old in
          try shown.lend { shown in
            let change = MaskChange(new, hasOld ? old : nil, shown: shown, word: word, base: base)
            try unsafe frame.withUnsafeMutableBytes {
              let start = try unsafe #require($0.baseAddress)
              #if arch(x86_64)
                if isWide {
                  return unsafe RasterKernelsAVX2.WordKernels.writeBlend(
                    change, rows: 0..<height, groupEnd: groupEnd, to: start, stride: width * 4)
                }
              #endif
              unsafe RasterKernels.WordKernels.writeBlend(
                change, rows: 0..<height, groupEnd: groupEnd, to: start, stride: width * 4)
            }
          }
        }
      }
      for y in 0..<height {
        for x in 0..<width {
          let (one, before) = (new.eight(x / 8, y), old.eight(x / 8, y))
          let isTouched = one != SIMD8() || hasOld && before != SIMD8()
          let full = SIMD8<UInt8>(repeating: 255)
          let isWritten = isTouched && !(hasOld && one == full && before == full)
          var expected: UInt32 = 1
          if isWritten && x / 8 < groupEnd {
            expected = SourceOver.scalar(word, coverage: shown.eight(x / 8, y)[x % 8], over: base)
          }
          if frame[y * width + x] != expected {
            Issue.record("seed 313, round \(round), column \(x), row \(y)")
            return
          }
        }
      }
    }
  }
}
