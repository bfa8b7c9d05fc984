import TestSupport
import Testing

@testable import RasterKernels

#if arch(x86_64)
  import RasterKernelsAVX2
#endif

/// Masks over spans, against their levels one by one.
@Suite struct MaskCoverTests {
  private static func cover(
    _ form: KernelForm, _ batch: inout SpanBatch, _ mask: MaskRows, within bounds: SpanBounds
  ) {
    #if arch(x86_64)
      if form == .wide {
        return RasterKernelsAVX2.SpanKernels.cover(&batch, mask, within: bounds)
      }
    #endif
    RasterKernels.SpanKernels.cover(&batch, mask, within: bounds)
  }

  /// Each pixel of a span gets what the mask has there, wherever spans and groups begin.
  @Test(arguments: KernelForm.here) func pixels_areCoveredByTheirLevels(form: KernelForm) {
    var random = SeededGenerator(seed: 463)
    let (word, base): (UInt32, UInt32) = (0xff12_3456, 0xff20_4060)
    var covered = 0
    for round in 0..<400 {
      let (top, left) = (
        Int.random(in: -4...20, using: &random), 8 * Int.random(in: -2...6, using: &random)
      )
      // Eight zeros before and behind each row.
      var (rows, levels) = ([MaskRow](), [SIMD8<UInt8>(repeating: 0)])
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let count = Int.random(in: 0...5, using: &random)
        rows.append(
          MaskRow(
            firstGroup: Int32.random(in: 0...3, using: &random), groupCount: Int32(count),
            place: Int32(levels.count)))
        for _ in 0..<count {
          var eight = SIMD8<UInt8>(repeating: 0)
          if Int.random(in: 0...3, using: &random) > 0 {
            for lane in 0..<8 { eight[lane] = UInt8.random(in: 0...255, using: &random) }
          }
          levels.append(eight)
        }
        levels.append(SIMD8(repeating: 0))
      }
      func level(_ x: Int, _ y: Int) -> UInt8 {
        guard rows.indices.contains(y - top) else { return 0 }
        let row = rows[y - top]
        let place = x - left - 8 * Int(row.firstGroup)
        guard (0..<8 * Int(row.groupCount)).contains(place) else { return 0 }
        return levels[Int(row.place) + place / 8][place % 8]
      }
      let bounds = SpanBounds(left: 3, top: -1, right: 61, bottom: 27)
      var batch = SpanBatch()
      let lines = (0..<round % (SpanBatch.capacity + 1)).map { _ in
        Int.random(in: (top - 2)...(top + 13), using: &random)
      }
      for y in lines.sorted() {
        batch.append(column: Int.random(in: (left - 10)...(left + 70), using: &random), row: y)
      }
      unsafe rows.withUnsafeBufferPointer { rows in
        unsafe levels.withUnsafeBufferPointer { levels in
          guard let first = rows.baseAddress, let start = levels.baseAddress else { return }
          let flags = [GroupFlags()]
          unsafe flags.withUnsafeBufferPointer {
            guard let bits = $0.baseAddress else { return }
            let mask = unsafe MaskRows(
              top: top, left: left, wordCount: 0, firstBit: 0,
              rows: UnsafeSlice(base: first, count: rows.count),
              bits: UnsafeSlice(base: bits, count: 0),
              levels: UnsafeSlice(base: start, count: levels.count))
            Self.cover(form, &batch, mask, within: bounds)
          }
        }
      }
      batch.fill(base)
      RasterKernels.SpanKernels.resolveCoverage(&batch)
      RasterKernels.SpanKernels.blend(.word(word), over: &batch)
      var wrong = 0
      for index in 0..<batch.count {
        let (x, y) = (Int(batch.columns[index]), Int(batch.rows[index]))
        for lane in 0..<8 {
          let isWithin = (3..<61).contains(x + lane) && (-1..<27).contains(y)
          let level = isWithin ? level(x + lane, y) : 0
          let expected = SourceOver.scalar(word, coverage: level, over: base)
          let shown = batch.words[index][lane]
          wrong += shown == expected ? 0 : 1
          covered += level > 0 ? 1 : 0
        }
      }
      #expect(wrong == 0, "seed 463, round \(round)")
    }
    #expect(covered > 3_000, "\(covered)")
  }
}
