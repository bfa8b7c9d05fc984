import CVectors
import Pixels
import RasterKernels

// Writes into a frame: by kernels where pixels are words, packed elsewhere. This file encapsulates
// unsafe access: every write is checked once for its run of pixels.

extension PixelRows {
  /// The words as a slice for kernels.
  @inline(__always)
  var words: UnsafeWordRows {
    unsafe UnsafeWordRows(base: base, width: size.width, height: size.height)
  }
}

extension PixelSurface {
  /// Copies words into columns of a row. Traps outside the surface or outside the rows.
  ///
  /// - Parameters:
  ///   - rows: the source.
  ///   - x: the source column of the first word.
  ///   - row: the source row.
  @inline(__always)
  mutating func store(
    _ rows: UnsafeWordRows, _ x: Int, _ row: Int, columns: Range<Int>, y: Int
  ) {
    let count = columns.count
    let start = unsafe self.row(y, columns.lowerBound, count)
    let from = unsafe rows.words(x, row, count: count)
    if packing.isNative {
      unsafe KernelSet.copy(start, from, byteCount: 4 &* count)
    } else {
      unsafe packing.packRow(from, count: count, to: start, columns.lowerBound, y)
    }
  }

  /// Copies words into runs of columns. Traps outside the surface or outside the rows.
  ///
  /// - Parameters:
  ///   - rows: the source.
  ///   - x: the column of the surface that corresponds to the source's first column.
  ///   - y: the row of the surface that corresponds to the source's first row; nil if every row
  ///     shows the first row.
  ///   - mirror: the sum of a row and its mirrored row, which is written too; negative for none.
  @_optimize(speed) @inline(never)
  mutating func store(
    _ runs: UnsafeSlice<ColumnRun>, of rows: UnsafeWordRows, x: Int, y: Int?, mirror: Int
  ) {
    if !packing.isNative {
      for index in 0..<runs.count {
        let run = runs[index]
        let columns = Int(run.start)..<Int(run.end)
        var row = Int(run.y)
        for _ in 0..<(mirror < 0 ? 1 : 2) {
          store(rows, columns.lowerBound &- x, y.map { row &- $0 } ?? 0, columns: columns, y: row)
          row = mirror &- row
        }
      }
      return
    }
    let sourceStride = y == nil ? 0 : 4 &* rows.width
    let source = rows.address &- (y ?? 0) &* sourceStride &- 4 &* x
    let (first, end) = (max(0, x), min(size.width, x &+ rows.width))
    let (top, bottom) = (max(0, y ?? 0), min(size.height, y.map { $0 &+ rows.height } ?? .max))
    precondition(rows.height > 0 || runs.count == 0, "words outside the rows")
    for index in 0..<runs.count {
      let run = runs[index]
      let (start, row) = (Int(run.start), Int(run.y))
      let other = mirror < 0 ? row : mirror &- row
      precondition(
        start >= first && run.start <= run.end && Int(run.end) <= end && min(row, other) >= top
          && max(row, other) < bottom, "pixels outside the surface or the rows")
      if y == nil { continue }
      // Each row of a picture is on its own page, and there are more pages than the processor
      // tracks. Runs end before the hardware prefetcher detects them. So the start of each run is
      // prefetched before the first run is copied.
      var x = start
      while x < min(Int(run.end), start &+ 128) {
        vector_prefetch(source &+ row &* sourceStride &+ 4 &* x)
        if mirror >= 0 { vector_prefetch(source &+ other &* sourceStride &+ 4 &* x) }
        x &+= 16
      }
    }
    unsafe KernelSet.copy(
      base, stride: stride, source, sourceStride: sourceStride, runs, mirror: mirror)
  }

  /// Writes the words of a batch's spans. Traps outside the surface.
  @_optimize(speed) @inline(never)
  mutating func store(_ batch: inout SpanBatch) {
    let (count, mirror) = (min(batch.count, SpanBatch.capacity), Int(batch.mirror))
    if !takesWords {
      let width = min(8, size.width)
      for index in 0..<count {
        let (x, y) = (Int(batch.columns[index]), Int(batch.rows[index]))
        store(batch.words[index], count: width, x: x, y: y)
        if mirror >= 0 { store(batch.mirrored[index], count: width, x: x, y: mirror &- y) }
      }
      return
    }
    let (starts, height) = (UInt(bitPattern: size.width &- 7), UInt(bitPattern: size.height))
    for index in 0..<count {
      let (x, y) = (Int(batch.columns[index]), Int(batch.rows[index]))
      precondition(
        UInt(bitPattern: x) < starts && UInt(bitPattern: y) < height, "a span outside the surface")
      let column = unsafe base + 4 &* x
      unsafe (column + y &* stride).storeBytes(of: batch.words[index], as: SIMD8<UInt32>.self)
      if mirror < 0 { continue }
      precondition(UInt(bitPattern: mirror &- y) < height, "a span outside the surface")
      unsafe (column + (mirror &- y) &* stride).storeBytes(
        of: batch.mirrored[index], as: SIMD8<UInt32>.self)
    }
  }

  /// Whether spans of eight words can be written unpacked.
  var takesWords: Bool { packing.isNative && size.width >= 8 }

  /// Writes `base` into all spans of a batch, with `word` blended over it in the selected spans.
  /// Traps outside the surface, and unless `takesWords`.
  @inline(never)
  mutating func writeBlend(_ word: UInt32, over base: UInt32, _ batch: inout SpanBatch) {
    precondition(takesWords, "spans that are no pixels")
    unsafe KernelSet.writeBlend(word, over: base, &batch, to: self.base, stride: stride, size)
  }

  /// Fills columns of a row with one word. Traps outside the surface.
  @_optimize(speed) @inline(never)
  mutating func fillRow(_ word: UInt32, columns: Range<Int>, y: Int) {
    if packing.bytesPerPixel == 3 { return fill(word, columns: columns, y: y) }
    let start = unsafe row(y, columns.lowerBound, columns.count)
    let bytes =
      packing.isNative ? UInt64(twice: word) : packing.packAlike(word, columns.lowerBound, y)
    unsafe KernelSet.fill(start, bytes, byteCount: packing.bytesPerPixel &* columns.count)
  }

  /// Fills runs of words. Traps outside the surface.
  ///
  /// - Parameter mirror: the sum of a row and its mirrored row, which is filled too; negative for
  ///   none.
  @inline(never)
  mutating func fill(_ runs: UnsafeSlice<WordRun>, mirror: Int) {
    if packing.isNative {
      return unsafe KernelSet.fill(base, stride: stride, size, runs, mirror: mirror)
    }
    for turn in 0..<runs.turns(mirror: mirror) {
      let (run, y) = runs.turn(turn, mirror: mirror)
      fillRow(run.word, columns: Int(run.start)..<Int(run.end), y: y)
    }
  }

  /// Fills a rectangle with one word. Traps outside the surface.
  @inline(never)
  mutating func fill(_ word: UInt32, _ rect: PixelRect) {
    let bytes = packing.packAlike(word, rect.left, rect.top)
    if !isEachRow(of: rect, bytes, word) {
      for y in rect.top..<rect.bottom { fillRow(word, columns: rect.left..<rect.right, y: y) }
      return
    }
    // Contiguous rows are filled as one run.
    let start = unsafe row(rect.top, rect.left, rect.width)
    _ = unsafe row(rect.bottom &- 1, rect.left, rect.width)
    unsafe KernelSet.fill(start, bytes, byteCount: stride &* rect.height)
  }

  /// Whether repeating eight bytes fills all rows of a rectangle, which must be contiguous.
  private func isEachRow(of rect: PixelRect, _ bytes: UInt64, _ word: UInt32) -> Bool {
    if packing.bytesPerPixel &* rect.width != stride || rect.height <= 0 || stride % 8 != 0 {
      return false
    }
    if packing.isNative { return true }
    if packing.bytesPerPixel == 3 { return false }
    // A dither pattern repeats after four rows.
    for row in 1..<4 where packing.packAlike(word, rect.left, rect.top &+ row) != bytes {
      return false
    }
    return true
  }

  /// Blends one color over another where masks differ, in spans of eight columns. Traps outside the
  /// surface, and in formats whose pixels are not words.
  ///
  /// - Parameters:
  ///   - rows: the rows to write.
  ///   - groupEnd: the end of the spans to write.
  @inline(never)
  mutating func writeBlend(_ change: MaskChange, rows: Range<Int>, groupEnd: Int) {
    precondition(
      packing.isNative && rows.lowerBound >= 0 && rows.upperBound <= size.height
        && groupEnd <= size.width >> 3, "pixels outside the surface, or not words")
    unsafe KernelSet.writeBlend(change, rows: rows, groupEnd: groupEnd, to: base, stride: stride)
  }

  /// Copies columns of a row of words that is cached in packed form. Traps outside the surface or
  /// outside the row.
  ///
  /// - Parameters:
  ///   - row: the index of the cached row.
  ///   - words: the source to pack if the row is not cached yet.
  ///   - source: the source row.
  ///   - origin: the column of the surface that corresponds to the row's first pixel.
  @_optimize(speed) @inline(never)
  mutating func store(
    _ kept: PackedRows, row: Int, of words: PixelRows, row source: Int, origin: Int,
    columns: Range<Int>, y: Int
  ) {
    let start = unsafe self.row(y, columns.lowerBound, columns.count)
    unsafe kept.withRow(
      row, columns: (columns.lowerBound - origin)..<(columns.upperBound - origin), of: words,
      row: source, format: format, x: origin, y: y
    ) {
      unsafe KernelSet.copy(start, $0, byteCount: columns.count * packing.bytesPerPixel)
    }
  }
}
