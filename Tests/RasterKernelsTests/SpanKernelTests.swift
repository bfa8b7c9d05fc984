import CVectors
import RasterKernels
import TestSupport
import Testing

#if arch(x86_64)
  import RasterKernelsAVX2

  /// Both forms of the kernels give the same bits, for every number of spans in a batch.
  @Suite(.enabled(if: vector_has_avx2() != 0)) struct SpanKernelTests {
    /// A batch of spans about a place.
    static func fill(_ batch: inout SpanBatch, count: Int, _ random: inout SeededGenerator) {
      batch.removeAll()
      let rows = (0..<count).map { _ in Int.random(in: -3...130, using: &random) }.sorted()
      for row in rows { batch.append(column: Int.random(in: -10...130, using: &random), row: row) }
      batch.fill(0xff20_4060)
    }

    static func copy(_ batch: borrowing SpanBatch, to other: inout SpanBatch) {
      other.removeAll()
      for index in 0..<batch.count {
        other.append(column: Int(batch.columns[index]), row: Int(batch.rows[index]))
      }
      other.fill(0xff20_4060)
    }

    static func areEqual(_ one: borrowing SpanBatch, _ other: borrowing SpanBatch) -> Bool {
      if one.selectedCount != other.selectedCount { return false }
      for place in 0..<one.selectedCount {
        if one.levels[place] != other.levels[place] || one.selected[place] != other.selected[place]
        {
          return false
        }
      }
      for index in 0..<one.count where one.words[index] != other.words[index] { return false }
      if one.mirror < 0 { return true }
      for index in 0..<one.count where one.mirrored[index] != other.mirrored[index] { return false }
      return true
    }

    /// Where a span is.
    private struct Place: Equatable {
      var row: Int
      var column: Int
    }

    private static func places(_ batch: borrowing SpanBatch) -> [Place] {
      (0..<batch.count).map { Place(row: Int(batch.rows[$0]), column: Int(batch.columns[$0])) }
    }

    /// Spans for ranges cover these from left to right, and end within the frame.
    @Test func ranges_becomeGroups() {
      var random = SeededGenerator(seed: 409)
      var (added, batches) = (0, 0)
      for round in 0..<500 {
        let width = Int.random(in: 1...90, using: &random)
        let last = max(0, width - 8)
        let count = Int.random(in: 0...64, using: &random)
        let widest = round % 2 == 0 ? 32 : 12
        var edges = [Int32](repeating: 0, count: 128)
        var expected: [Place] = []
        for row in 0..<64 {
          let start = Int.random(in: 0..<width, using: &random)
          let end = min(width, start + Int.random(in: -20...widest, using: &random))
          let place = row / 8 * 16 + row % 8
          (edges[place], edges[place + 8]) = (Int32(start), Int32(end))
          var x = start
          while row < count && x < end {
            expected.append(Place(row: 7 + row, column: min(x, last)))
            x = min(x, last) + 8
          }
        }
        var found: [Place] = []
        var batch = SpanBatch()
        var row = 0
        while true {
          unsafe edges.withUnsafeBufferPointer {
            guard let base = $0.baseAddress else { return }
            let ranges = unsafe UnsafeSlice(base: base, count: 128)
            row = batch.append(ranges, rows: row..<count, from: 7, lastPlace: last)
          }
          let places = Self.places(batch)
          found += places
          batches += 1
          if row == count { break }
          #expect(batch.count > SpanBatch.capacity - 32, "seed 409: a batch with room")
          batch.removeAll()
        }
        #expect(found == expected, "seed 409, round \(round)")
        added += found.count
      }
      #expect(added > 10_000 && batches > 540, "\(added) spans, \(batches) batches")
    }

    /// Spans on their way into a frame show what they show when a word is laid over all of them.
    @Test(arguments: [false, true]) func words_areWrittenAsTheyAreLaid(isWide: Bool) {
      var random = SeededGenerator(seed: 89)
      let (width, height) = (67, 128)
      let (word, base): (UInt32, UInt32) = (0xff12_3456, 0xff20_4060)
      var known = 0
      for round in 0..<300 {
        var batch = SpanBatch()
        // Then all spans of a batch are known to lie within bounds, and are not looked at.
        let isKnown = round % 2 == 0
        if isKnown { batch.setColumnLimits(from: 0, to: width) }
        let mirror = round % 3 == 0 ? height - 1 : -1
        batch.mirror = Int32(mirror)
        let rows = (0..<(round % (SpanBatch.capacity + 1))).map { _ in
          Int.random(in: 0..<height, using: &random)
        }
        for row in rows.sorted() {
          batch.append(column: Int.random(in: 0...(width - 8), using: &random), row: row)
        }
        let annulus = AnnulusEdges(
          rim: Circle(centerX: 30, centerY: 64, radius: Float.random(in: 10...70, using: &random)),
          holeRadius: 7)
        RasterKernels.SpanKernels.cover(
          &batch, annulus,
          within: round % 4 == 0
            ? .everywhere : SpanBounds(left: 3, top: 5, right: 60, bottom: 120))
        if batch.selectedCount == batch.count { known += 1 }
        var frame = [UInt32](repeating: 1, count: width * height)
        unsafe frame.withUnsafeMutableBytes {
          guard let start = $0.baseAddress else { return }
          if isWide {
            unsafe RasterKernelsAVX2.WordKernels.writeBlend(
              word, over: base, &batch, to: start, stride: width * 4, width: width, height: height)
          } else {
            unsafe RasterKernels.WordKernels.writeBlend(
              word, over: base, &batch, to: start, stride: width * 4, width: width, height: height)
          }
        }
        batch.fill(base)
        RasterKernels.SpanKernels.resolveCoverage(&batch)
        RasterKernels.SpanKernels.blend(.word(word), over: &batch)
        var expected = [UInt32](repeating: 1, count: width * height)
        for index in 0..<batch.count {
          let (x, y) = (Int(batch.columns[index]), Int(batch.rows[index]))
          for lane in 0..<8 {
            expected[y * width + x + lane] = batch.words[index][lane]
            if mirror >= 0 { expected[(mirror - y) * width + x + lane] = batch.words[index][lane] }
          }
        }
        #expect(frame == expected, "seed 89, round \(round)")
      }
      // Of those without any span there are some, too.
      #expect(known > 60)
    }

    @Test func wideKernels_giveTheSameBits() {
      var random = SeededGenerator(seed: 83)
      var one = SpanBatch()
      var other = SpanBatch()
      func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
      for round in 0..<1_000 {
        one.mirror = round % 3 == 0 ? 127 : -1
        other.mirror = one.mirror
        let (first, last) = round % 2 == 0 ? (-10, 138) : (Int(Int32.min), Int(Int32.max))
        one.setColumnLimits(from: first, to: last)
        other.setColumnLimits(from: first, to: last)
        Self.fill(&one, count: round % (SpanBatch.capacity + 1), &random)
        Self.copy(one, to: &other)
        let left = Int.random(in: -5...60, using: &random)
        let bounds =
          round % 7 == 0
          ? .everywhere
          : SpanBounds(
            left: left, top: 2, right: left + Int.random(in: 0...90, using: &random), bottom: 120)
        let rim = Circle(
          centerX: number(30...90), centerY: number(30...90), radius: number(6...80))
        let cap = Circle(
          centerX: number(10...110), centerY: number(10...110), radius: number(4...9))
        let turn = DiscCoverageTests.onCircle(Double(number(0...6)), 1)
        let arc = ArcEdges(
          AnnulusEdges(rim: rim, holeRadius: number(-9...60)), startCap: cap,
          endCap: Circle(centerX: cap.centerY, centerY: cap.centerX, radius: cap.radius),
          start: SIMD2(1, 0), end: SIMD2(Float(turn.0), Float(turn.1)), isLarge: round % 2 == 0,
          isRound: true)
        let rectangle = RectangleEdges(
          left: number(-9...50), top: number(-9...50), right: number(30...110),
          bottom: number(30...110))
        let words = (0..<133 * 140).map { _ in
          0xff00_0000 | UInt32.random(in: 0...0xff_ffff, using: &random)
        }
        let paint: SpanPaint =
          switch round / 4 % 4 {
          case 0: .later
          case 1: .word(0xff12_3456)
          case 2:
            unsafe words.withUnsafeBufferPointer {
              // Rows that begin above all spans, and the words stay to the end of the round.
              unsafe .rows(
                UnsafeWordRows(base: $0.baseAddress, width: 133, height: 140), x: -5, y: -3)
            }
          default:
            unsafe words.withUnsafeBufferPointer {
              unsafe .rows(
                UnsafeWordRows(base: $0.baseAddress, width: 133, height: 1), x: 3, y: nil)
            }
          }
        defer { withExtendedLifetime(words) {} }
        let small = ArcEdges(
          AnnulusEdges(
            rim: Circle(centerX: 60, centerY: 60, radius: number(2...40)),
            holeRadius: number(-1...38)),
          startCap: Circle(centerX: cap.centerX, centerY: cap.centerY, radius: number(0...3)),
          endCap: Circle(centerX: cap.centerY, centerY: cap.centerX, radius: number(0...3)),
          start: SIMD2(1, 0), end: SIMD2(Float(turn.0), Float(turn.1)), isLarge: round % 2 == 0,
          isRound: round % 5 != 0)
        switch round % 6 {
        case 4:
          RasterKernels.SpanKernels.coverCurved(
            &one, small, isArc: false, reach: SIMD2(repeating: .infinity), within: bounds)
          RasterKernelsAVX2.SpanKernels.coverCurved(
            &other, small, isArc: false, reach: SIMD2(repeating: .infinity), within: bounds)
        case 5:
          let reach = SIMD2<Float>(repeating: round % 24 < 12 ? 1 : .infinity)
          RasterKernels.SpanKernels.coverCurved(
            &one, small, isArc: true, reach: reach, within: bounds)
          RasterKernelsAVX2.SpanKernels.coverCurved(
            &other, small, isArc: true, reach: reach, within: bounds)
        case 0:
          RasterKernels.SpanKernels.cover(&one, rectangle, within: bounds)
          RasterKernelsAVX2.SpanKernels.cover(&other, rectangle, within: bounds)
        case 1:
          RasterKernels.SpanKernels.cover(&one, arc.annulus, within: bounds)
          RasterKernelsAVX2.SpanKernels.cover(&other, arc.annulus, within: bounds)
        default:
          RasterKernels.SpanKernels.cover(&one, arc, within: bounds)
          RasterKernelsAVX2.SpanKernels.cover(&other, arc, within: bounds)
        }
        RasterKernels.SpanKernels.resolveCoverage(&one)
        RasterKernelsAVX2.SpanKernels.resolveCoverage(&other)
        let coversSame = Self.areEqual(one, other)
        #expect(coversSame, "seed 83, round \(round)")
        if paint.isBlendedByKernel {
          RasterKernels.SpanKernels.blend(paint, over: &one)
          RasterKernelsAVX2.SpanKernels.blend(paint, over: &other)
          let paintsSame = Self.areEqual(one, other)
          #expect(paintsSame, "seed 83, round \(round)")
        }
        let alpha: UInt32 = round % 2 == 0 ? 0xff00_0000 : 0x8000_0000
        for place in 0..<one.selectedCount {
          for lane in 0..<8 {
            one.sources[place][lane] =
              UInt32.random(in: 0...0x7f_7f7f, using: &random) & 0x7f_7f7f | alpha
          }
          other.sources[place] = one.sources[place]
        }
        RasterKernels.SpanKernels.blendSources(over: &one)
        RasterKernelsAVX2.SpanKernels.blendSources(over: &other)
        let laysSame = Self.areEqual(one, other)
        #expect(laysSame, "seed 83, round \(round)")
      }
    }
  }
#endif
