import CVectors
import RasterKernels
import TestSupport
import Testing

#if arch(x86_64)
  import RasterKernelsAVX2

  /// Both forms of the kernels give the same bits, for every number of groups in a tile.
  @Suite(.enabled(if: vector_has_avx2() != 0)) struct GroupKernelTests {
    /// A tile of groups about a place.
    static func fill(_ tile: inout GroupTile, count: Int, _ random: inout SeededGenerator) {
      tile.removeAll()
      let rows = (0..<count).map { _ in Int.random(in: -3...130, using: &random) }.sorted()
      for row in rows { tile.append(column: Int.random(in: -10...130, using: &random), row: row) }
      tile.fill(0xff20_4060)
    }

    static func copy(_ tile: borrowing GroupTile, to other: inout GroupTile) {
      other.removeAll()
      for index in 0..<tile.count {
        other.append(column: Int(tile.columns[index]), row: Int(tile.rows[index]))
      }
      other.fill(0xff20_4060)
    }

    static func areEqual(_ one: borrowing GroupTile, _ other: borrowing GroupTile) -> Bool {
      if one.touchedCount != other.touchedCount { return false }
      for place in 0..<one.touchedCount {
        if one.levels[place] != other.levels[place] || one.touched[place] != other.touched[place] {
          return false
        }
      }
      for index in 0..<one.count where one.words[index] != other.words[index] { return false }
      if one.mirror < 0 { return true }
      for index in 0..<one.count where one.mirrored[index] != other.mirrored[index] { return false }
      return true
    }

    /// Where a group is.
    private struct Place: Equatable {
      var row: Int
      var column: Int
    }

    private static func places(_ tile: borrowing GroupTile) -> [Place] {
      (0..<tile.count).map { Place(row: Int(tile.rows[$0]), column: Int(tile.columns[$0])) }
    }

    /// Groups for ranges cover these from left to right, and end within the frame.
    @Test func ranges_becomeGroups() {
      var random = SeededGenerator(seed: 409)
      var (added, tiles) = (0, 0)
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
        var tile = GroupTile()
        var row = 0
        while true {
          unsafe edges.withUnsafeBufferPointer {
            guard let base = $0.baseAddress else { return }
            let ranges = unsafe LentRow(base: base, count: 128)
            row = tile.append(ranges, rows: row..<count, from: 7, lastPlace: last)
          }
          let places = Self.places(tile)
          found += places
          tiles += 1
          if row == count { break }
          #expect(tile.count > GroupTile.capacity - 32, "seed 409: a tile with room")
          tile.removeAll()
        }
        #expect(found == expected, "seed 409, round \(round)")
        added += found.count
      }
      #expect(added > 10_000 && tiles > 540, "\(added) groups, \(tiles) tiles")
    }

    /// Groups on their way into a frame show what they show when a word is laid over all of them.
    @Test(arguments: [false, true]) func words_areWrittenAsTheyAreLaid(isWide: Bool) {
      var random = SeededGenerator(seed: 89)
      let (width, height) = (67, 128)
      let (word, base): (UInt32, UInt32) = (0xff12_3456, 0xff20_4060)
      var known = 0
      for round in 0..<300 {
        var tile = GroupTile()
        // Then all groups of a tile are known to lie within bounds, and are not looked at.
        let isKnown = round % 2 == 0
        if isKnown { tile.setReach(from: 0, to: width) }
        let mirror = round % 3 == 0 ? height - 1 : -1
        tile.mirror = Int32(mirror)
        let rows = (0..<(round % (GroupTile.capacity + 1))).map { _ in
          Int.random(in: 0..<height, using: &random)
        }
        for row in rows.sorted() {
          tile.append(column: Int.random(in: 0...(width - 8), using: &random), row: row)
        }
        let annulus = AnnulusEdges(
          rim: Circle(centreX: 30, centreY: 64, radius: Float.random(in: 10...70, using: &random)),
          holeRadius: 7)
        RasterKernels.GroupKernels.cover(
          &tile, annulus,
          within: round % 4 == 0
            ? .everywhere : GroupBounds(left: 3, top: 5, right: 60, bottom: 120))
        if tile.touchedCount == tile.count { known += 1 }
        var frame = [UInt32](repeating: 1, count: width * height)
        unsafe frame.withUnsafeMutableBytes {
          guard let start = $0.baseAddress else { return }
          if isWide {
            unsafe RasterKernelsAVX2.WordKernels.lay(
              word, over: base, &tile, to: start, stride: width * 4, width: width, height: height)
          } else {
            unsafe RasterKernels.WordKernels.lay(
              word, over: base, &tile, to: start, stride: width * 4, width: width, height: height)
          }
        }
        tile.fill(base)
        RasterKernels.GroupKernels.settle(&tile)
        RasterKernels.GroupKernels.lay(.word(word), over: &tile)
        var expected = [UInt32](repeating: 1, count: width * height)
        for index in 0..<tile.count {
          let (x, y) = (Int(tile.columns[index]), Int(tile.rows[index]))
          for lane in 0..<8 {
            expected[y * width + x + lane] = tile.words[index][lane]
            if mirror >= 0 { expected[(mirror - y) * width + x + lane] = tile.words[index][lane] }
          }
        }
        #expect(frame == expected, "seed 89, round \(round)")
      }
      // Of those without any group there are some, too.
      #expect(known > 60)
    }

    @Test func wideKernels_giveTheSameBits() {
      var random = SeededGenerator(seed: 83)
      var one = GroupTile()
      var other = GroupTile()
      func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
      for round in 0..<1_000 {
        one.mirror = round % 3 == 0 ? 127 : -1
        other.mirror = one.mirror
        let (first, last) = round % 2 == 0 ? (-10, 138) : (Int(Int32.min), Int(Int32.max))
        one.setReach(from: first, to: last)
        other.setReach(from: first, to: last)
        Self.fill(&one, count: round % (GroupTile.capacity + 1), &random)
        Self.copy(one, to: &other)
        let left = Int.random(in: -5...60, using: &random)
        let bounds =
          round % 7 == 0
          ? .everywhere
          : GroupBounds(
            left: left, top: 2, right: left + Int.random(in: 0...90, using: &random), bottom: 120)
        let rim = Circle(
          centreX: number(30...90), centreY: number(30...90), radius: number(6...80))
        let cap = Circle(
          centreX: number(10...110), centreY: number(10...110), radius: number(4...9))
        let turn = DiscCoverageTests.onCircle(Double(number(0...6)), 1)
        var arc = ArcEdges(
          AnnulusEdges(rim: rim, holeRadius: number(-9...60)), startCap: cap,
          endCap: Circle(centreX: cap.centreY, centreY: cap.centreX, radius: cap.radius),
          start: SIMD2(1, 0), end: SIMD2(Float(turn.0), Float(turn.1)), isLarge: round % 2 == 0,
          isRound: true)
        let rectangle = RectangleEdges(
          left: number(-9...50), top: number(-9...50), right: number(30...110),
          bottom: number(30...110))
        let words = (0..<133 * 140).map { _ in
          0xff00_0000 | UInt32.random(in: 0...0xff_ffff, using: &random)
        }
        let paint: GroupPaint =
          switch round / 4 % 4 {
          case 0: .later
          case 1: .word(0xff12_3456)
          case 2:
            unsafe words.withUnsafeBufferPointer {
              // Rows that begin above all groups, and the words stay to the end of the round.
              unsafe .rows(
                WordRows(base: $0.baseAddress, width: 133, height: 140), x: -5, y: -3)
            }
          default:
            unsafe words.withUnsafeBufferPointer {
              unsafe .rows(WordRows(base: $0.baseAddress, width: 133, height: 1), x: 3, y: nil)
            }
          }
        defer { withExtendedLifetime(words) {} }
        let small = ArcEdges(
          AnnulusEdges(
            rim: Circle(centreX: 60, centreY: 60, radius: number(2...40)),
            holeRadius: number(-1...38)),
          startCap: Circle(centreX: cap.centreX, centreY: cap.centreY, radius: number(0...3)),
          endCap: Circle(centreX: cap.centreY, centreY: cap.centreX, radius: number(0...3)),
          start: SIMD2(1, 0), end: SIMD2(Float(turn.0), Float(turn.1)), isLarge: round % 2 == 0,
          isRound: round % 5 != 0)
        switch round % 6 {
        case 4:
          RasterKernels.GroupKernels.coverCurved(
            &one, small, nil, reach: SIMD2(repeating: .infinity), within: bounds)
          RasterKernelsAVX2.GroupKernels.coverCurved(
            &other, small, nil, reach: SIMD2(repeating: .infinity), within: bounds)
        case 5:
          let ends = round % 12 == 5 ? ArcEdges.Reach.end : .bothEnds
          let reach = SIMD2<Float>(repeating: round % 24 < 12 ? 1 : .infinity)
          RasterKernels.GroupKernels.coverCurved(&one, small, ends, reach: reach, within: bounds)
          RasterKernelsAVX2.GroupKernels.coverCurved(&other, small, ends, reach: reach, within: bounds)
        case 0:
          RasterKernels.GroupKernels.cover(&one, rectangle, within: bounds)
          RasterKernelsAVX2.GroupKernels.cover(&other, rectangle, within: bounds)
        case 1:
          RasterKernels.GroupKernels.cover(&one, arc.annulus, within: bounds)
          RasterKernelsAVX2.GroupKernels.cover(&other, arc.annulus, within: bounds)
        case 2:
          RasterKernels.GroupKernels.cover(&one, &arc, within: bounds)
          RasterKernelsAVX2.GroupKernels.cover(&other, &arc, within: bounds)
        default:
          RasterKernels.GroupKernels.coverEnd(&one, &arc, within: bounds)
          RasterKernelsAVX2.GroupKernels.coverEnd(&other, &arc, within: bounds)
        }
        RasterKernels.GroupKernels.settle(&one)
        RasterKernelsAVX2.GroupKernels.settle(&other)
        let coversSame = Self.areEqual(one, other)
        #expect(coversSame, "seed 83, round \(round)")
        if paint.isLaid {
          RasterKernels.GroupKernels.lay(paint, over: &one)
          RasterKernelsAVX2.GroupKernels.lay(paint, over: &other)
          let paintsSame = Self.areEqual(one, other)
          #expect(paintsSame, "seed 83, round \(round)")
        }
        let word =
          UInt32.random(in: 0...0xff_ffff, using: &random) | (round % 3 == 0 ? 0xff00_0000 : 0)
        if round % 5 == 0 {
          for place in 0..<one.touchedCount {
            let alpha: UInt32 = round % 2 == 0 ? 0xff00_0000 : 0x8000_0000
            for lane in 0..<8 {
              one.sources[place][lane] =
                UInt32.random(in: 0...0x7f_7f7f, using: &random) & 0x7f_7f7f | alpha
            }
            other.sources[place] = one.sources[place]
          }
          RasterKernels.GroupKernels.laySources(over: &one, isOpaque: round % 2 == 0)
          RasterKernelsAVX2.GroupKernels.laySources(over: &other, isOpaque: round % 2 == 0)
        } else {
          RasterKernels.GroupKernels.lay(word, over: &one)
          RasterKernelsAVX2.GroupKernels.lay(word, over: &other)
        }
        let laysSame = Self.areEqual(one, other)
        #expect(laysSame, "seed 83, round \(round)")
      }
    }
  }
#endif
