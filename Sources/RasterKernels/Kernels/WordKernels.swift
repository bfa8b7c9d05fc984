// This file is compiled twice, as `SpanKernels.swift` is.
#if AVX2
  public import RasterKernels
#endif

/// Blends one color over another one, straight into the frame.
@safe public enum WordKernels {
  /// Writes the spans of a batch: `base`, with `word` blended over it in the selected spans.
  ///
  /// - Parameters:
  ///   - start: the address of the frame's row 0.
  ///   - stride: bytes from one row to the next.
  ///   - width: columns of the frame, eight or more.
  ///   - height: rows of the frame.
  @export(interface) @inline(never) @_optimize(speed)
  public static func writeBlend(
    _ word: UInt32, over base: UInt32, _ batch: inout SpanBatch,
    to start: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int
  ) {
    let colors = WordBlend(word, over: base)
    let (starts, rowCount) = (UInt(bitPattern: width &- 7), UInt(bitPattern: height))
    @inline(__always) func put(_ words: SIMD8<UInt32>, _ column: Int32, _ row: Int) {
      // SAFETY: a span ends within its row.
      let x = Int(column)
      precondition(
        UInt(bitPattern: x) < starts && UInt(bitPattern: row) < rowCount,
        "a group outside the surface")
      unsafe (start + row &* stride + 4 &* x).storeBytes(of: words, as: SIMD8<UInt32>.self)
    }
    // All levels are computed first: the latency from an edge to a word is long, and in one loop
    // the spans would wait for each other.
    SpanKernels.resolveCoverage(&batch)
    let (selectedCount, mirror) = (batch.selectedCount, Int(batch.mirror))
    if selectedCount == batch.count && mirror < 0 {
      for index in SpanBatch.places(selectedCount) {
        put(colors.mixed(batch.levels[index]), batch.columns[index], Int(batch.rows[index]))
      }
      return
    }
    var place = 0
    for index in SpanBatch.places(batch.count) {
      var words = colors.below
      if place < selectedCount && Int(batch.selected[place]) == index {
        words = colors.mixed(batch.levels[place])
        place &+= 1
      }
      let (column, row) = (batch.columns[index], Int(batch.rows[index]))
      put(words, column, row)
      if mirror >= 0 { put(words, column, mirror &- row) }
    }
  }

  /// Writes the groups of eight pixels in which masks differ.
  ///
  /// - Parameters:
  ///   - rows: the rows to write.
  ///   - groupEnd: the groups in a row of the frame.
  ///   - start: the address of row 0.
  ///   - stride: bytes from one row to the next.
  @export(interface) @inline(never) @_optimize(speed)
  public static func writeBlend(
    _ change: borrowing MaskChange, rows: Range<Int>, groupEnd: Int,
    to start: UnsafeMutableRawPointer, stride: Int
  ) {
    let (shown, new, old) = (change.shown, change.new, change.old)
    let colors = WordBlend(change.word, over: change.base)
    let cutWord = groupEnd >> 6
    let firstWord = max(0, min(new.left >> 9, old.left >> 9))
    let endWord = min(
      max(new.left >> 9 &+ new.wordCount, old.left >> 9 &+ old.wordCount), cutWord &+ 1)
    let cut = ~(UInt64.max &<< UInt64(truncatingIfNeeded: groupEnd))
    // Groups that both masks cover entirely did not change, unless only one mask is given.
    let compared: UInt64 = change.hasOld ? .max : 0
    var y = rows.lowerBound
    while y < rows.upperBound {
      let (newRow, oldRow) = (new.rowOfBits(y), old.rowOfBits(y))
      let shownRow = change.isNew ? newRow : shown.rowOfBits(y)
      let levels = shown.placeOfLevels(y)
      let row = unsafe start + y &* stride
      y &+= 1
      var word = firstWord &- 1
      while word &+ 1 < endWord {
        word &+= 1
        let (one, other) = (new.bits(word, row: newRow), old.bits(word, row: oldRow))
        var groups = (one.touched | other.touched) & ~(one.whole & other.whole & compared)
        if word == cutWord { groups &= cut }
        if groups == 0 { continue }
        let place = unsafe row + word &* 2_048
        var covered = groups & (change.isNew ? one : shown.bits(word, row: shownRow)).touched
        groups ^= covered
        while groups != 0 {
          // SAFETY: the caller guarantees that the frame has these rows, and groups up to
          // `groupEnd`.
          unsafe place.storeBytes(
            of: colors.below, toByteOffset: groups.trailingZeroBitCount &* 32,
            as: SIMD8<UInt32>.self)
          groups &= groups &- 1
        }
        while covered != 0 {
          let group = covered.trailingZeroBitCount
          covered &= covered &- 1
          let eight = shown.levels[levels &+ word &* 64 &+ group]
          unsafe place.storeBytes(
            of: colors.mixed(Lanes.widened(eight)), toByteOffset: group &* 32,
            as: SIMD8<UInt32>.self)
        }
      }
    }
  }
}
