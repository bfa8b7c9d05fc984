import Pixels
import RasterKernels
import TestSupport
import Testing

@testable import Raster

/// The rasterizer's ways to write a frame write what `PixelSurface` writes pixel by pixel, and nothing
/// beside.
@Suite struct FrameStoresTests {
  static let width = 83
  static let height = 6

  private static func word(_ random: inout SeededGenerator) -> UInt32 {
    UInt32.random(in: 0...UInt32.max, using: &random)
  }

  /// Writes random columns in two ways.
  private static func compare(
    _ format: PixelFormat, seed: UInt64,
    _ write: (inout PixelSurface, Range<Int>, _ y: Int, [UInt32]) -> Void,
    _ expected: (inout PixelSurface, Range<Int>, _ y: Int, [UInt32]) -> Void
  ) {
    var random = SeededGenerator(seed: seed)
    let size = PixelSize(width: width, height: height)
    let (memory, other) = (
      GuardedMemory(size: size, format: format, padding: 13),
      GuardedMemory(size: size, format: format, padding: 13)
    )
    for round in 0..<600 {
      let first = Int.random(in: 0...width, using: &random)
      // Every length up to some groups, and all the rest of the row.
      let count = min(round % 75 == 74 ? width : round % 75, width - first)
      let y = Int.random(in: 0..<height, using: &random)
      let row = (0..<count).map { _ in word(&random) }
      memory.withSurface { write(&$0, first..<(first + count), y, row) }
      other.withSurface { expected(&$0, first..<(first + count), y, row) }
      if memory.bytes != other.bytes {
        Issue.record("seed \(seed), round \(round)")
        return
      }
    }
  }

  @Test(arguments: PixelFormat.all) func rows_areFilled(format: PixelFormat) {
    Self.compare(format, seed: 107) { surface, columns, y, row in
      surface.fillRow(row.first ?? 0, columns: columns, y: y)
    } _: { surface, columns, y, row in
      surface.fill(row.first ?? 0, columns: columns, y: y)
    }
  }

  @Test(arguments: PixelFormat.all) func runs_areFilled(format: PixelFormat) {
    Self.compare(format, seed: 131) { surface, columns, y, row in
      // The last one counts; one of no columns is none.
      let runs = [
        WordRun(from: columns.lowerBound, to: columns.upperBound, y, 0x12_3456),
        WordRun(from: columns.upperBound, to: columns.upperBound, y, 0xff),
        WordRun(from: columns.lowerBound, to: columns.upperBound, y, row.first ?? 0),
      ]
      Self.fill(runs, of: &surface, mirror: -1)
    } _: { surface, columns, y, row in
      surface.fill(row.first ?? 0, columns: columns, y: y)
    }
  }

  private static func fill(_ runs: [WordRun], of surface: inout PixelSurface, mirror: Int) {
    unsafe runs.withUnsafeBufferPointer {
      guard let base = $0.baseAddress else { return }
      // SAFETY: the array stays for the call.
      surface.fill(unsafe UnsafeSlice(base: base, count: $0.count), mirror: mirror)
    }
  }

  private static func copy(
    _ runs: [ColumnRun], of words: [UInt32], _ width: Int, into surface: inout PixelSurface, x: Int,
    y: Int?, mirror: Int
  ) {
    unsafe runs.withUnsafeBufferPointer { runs in
      unsafe words.withUnsafeBufferPointer { words in
        guard let base = runs.baseAddress else { return }
        // SAFETY: both arrays stay for the call.
        surface.store(
          unsafe UnsafeSlice(base: base, count: runs.count),
          of: unsafe UnsafeWordRows(
            base: words.baseAddress, width: width, height: words.count / width),
          x: x, y: y, mirror: mirror)
      }
    }
  }

  @Test(arguments: PixelFormat.all) func runs_areCopied(format: PixelFormat) {
    Self.compare(format, seed: 137) { surface, columns, y, row in
      if row.isEmpty { return }
      // Two rows are shown, of which the second has the words.
      let words = [UInt32](repeating: 7, count: row.count) + row
      Self.copy(
        [ColumnRun(from: columns.lowerBound, to: columns.upperBound, y)], of: words, row.count,
        into: &surface, x: columns.lowerBound, y: y - 1, mirror: -1)
    } _: { surface, columns, y, row in
      surface.store(row.span, x: columns.lowerBound, y: y)
    }
  }

  /// A run and its mirrored one are two runs.
  @Test(arguments: PixelFormat.all) func mirroredRuns_areTwo(format: PixelFormat) {
    var random = SeededGenerator(seed: 139)
    let size = PixelSize(width: Self.width, height: Self.height)
    let words = (0..<(size.width + 9) * size.height).map { _ in Self.word(&random) }
    for round in 0..<200 {
      let (memory, other) = (
        GuardedMemory(size: size, format: format, padding: 13),
        GuardedMemory(size: size, format: format, padding: 13)
      )
      let left = Int.random(in: 0...size.width, using: &random)
      let right = Int.random(in: left...size.width, using: &random)
      let y = Int.random(in: 0..<size.height, using: &random)
      let mirror = size.height - 1
      let word = Self.word(&random)
      let isStrip = round % 3 == 0
      memory.withSurface {
        Self.fill([WordRun(from: left, to: size.width, y, word)], of: &$0, mirror: mirror)
        Self.copy(
          [ColumnRun(from: left, to: right, y)], of: words, size.width + 9, into: &$0, x: -9,
          y: isStrip ? nil : 0, mirror: mirror)
      }
      other.withSurface {
        for y in [y, mirror - y] {
          Self.fill([WordRun(from: left, to: size.width, y, word)], of: &$0, mirror: -1)
          Self.copy(
            [ColumnRun(from: left, to: right, y)], of: words, size.width + 9, into: &$0, x: -9,
            y: isStrip ? nil : 0, mirror: -1)
        }
      }
      #expect(memory.bytes == other.bytes, "seed 139, round \(round)")
    }
  }

  /// Rows that lie one behind the other are filled at once where eight bytes fill them all: where a row's bytes are eight
  /// times a number, and a word is the same in each row of the dither's pattern.
  @Test(arguments: PixelFormat.all, [0, 13])
  func rectangles_areFilled(format: PixelFormat, padding: Int) {
    var random = SeededGenerator(seed: 127)
    for round in 0..<200 {
      let size = PixelSize(width: Self.width + round % 3, height: Self.height + round % 5)
      let (memory, other) = (
        GuardedMemory(size: size, format: format, padding: padding),
        GuardedMemory(size: size, format: format, padding: padding)
      )
      let isWide = round % 2 == 0
      let left = isWide ? 0 : Int.random(in: 0...size.width, using: &random)
      let top = Int.random(in: 0...size.height, using: &random)
      let rect = PixelRect(
        left: left, top: top,
        right: isWide ? size.width : Int.random(in: left...size.width, using: &random),
        bottom: Int.random(in: top...size.height, using: &random))
      let plain: [UInt32] = [0xff00_0000, 0xffff_ffff, 0xffff_0000, 0xff00_00ff]
      let word = round % 4 < 2 ? Self.word(&random) : plain[round / 4 % 4]
      memory.withSurface { $0.fill(word, rect) }
      other.withSurface { surface in
        for y in rect.top..<rect.bottom {
          surface.fill(word, columns: rect.left..<rect.right, y: y)
        }
      }
      #expect(memory.bytes == other.bytes, "seed 127, round \(round), \(rect)")
    }
  }

  /// Long rows, and rows that are one behind the other.
  @Test(
    arguments: PixelFormat.all,
    [PixelSize(width: 16_000, height: 3), PixelSize(width: 203, height: 260)])
  func longFills_areWritten(format: PixelFormat, size: PixelSize) {
    var random = SeededGenerator(seed: 149)
    for round in 0..<24 {
      let padding = round % 2 == 0 ? 0 : round
      let (memory, other) = (
        GuardedMemory(size: size, format: format, padding: padding),
        GuardedMemory(size: size, format: format, padding: padding)
      )
      let left = round % 3 == 0 ? 0 : Int.random(in: 0..<min(99, size.width), using: &random)
      let right = round % 3 == 0 ? size.width : size.width - left / 2
      let top = round % 4 == 0 ? 1 : 0
      let word = Self.word(&random)
      memory.withSurface {
        $0.fill(word, PixelRect(left: left, top: top, right: right, bottom: size.height))
      }
      other.withSurface { surface in
        for y in top..<size.height {
          for first in stride(from: left, to: right, by: 97) {
            surface.fill(word, columns: first..<min(right, first + 97), y: y)
          }
        }
      }
      #expect(memory.bytes == other.bytes, "seed 149, round \(round)")
    }
  }

  @Test(arguments: PixelFormat.all) func keptRows_areThoseOfTheirPlace(format: PixelFormat) {
    var random = SeededGenerator(seed: 113)
    let size = PixelSize(width: Self.width, height: Self.height)
    var picture = Pixmap(size: PixelSize(width: 40, height: 4))
    for y in 0..<4 {
      picture.withMutableRow(y, columns: 0..<40) { row in
        for x in row.indices { row[x] = Self.word(&random) }
      }
    }
    let kept = PackedRows()
    for round in 0..<200 {
      let (memory, other) = (
        GuardedMemory(size: size, format: format, padding: 7),
        GuardedMemory(size: size, format: format, padding: 7)
      )
      let (left, top) = (Int.random(in: 0...40, using: &random), round / 10 % 3)
      let isKept = kept.prepare(
        count: 4, width: 40, format: format, phase: left & 3 | (top & 3) << 2, drawing: round + 1)
      #expect(isKept)
      // The same drawing can't have them elsewhere, too.
      let isKeptTwice = kept.prepare(
        count: 4, width: 40, format: format, phase: (left + 1) & 3 | (top & 3) << 2,
        drawing: round + 1)
      #expect(!isKeptTwice)
      let y = Int.random(in: 0..<4, using: &random)
      let first = Int.random(in: 0..<40, using: &random)
      let columns = first..<Int.random(in: first...40, using: &random)
      memory.withSurface {
        $0.store(
          kept, row: y, of: picture.rows(isOpaque: false), row: y, origin: left,
          columns: (left + columns.lowerBound)..<(left + columns.upperBound), y: top + y)
      }
      picture.withRow(y, columns: columns) { words in
        other.withSurface { $0.store(words, x: left + columns.lowerBound, y: top + y) }
      }
      #expect(memory.bytes == other.bytes, "seed 113, round \(round)")
    }
  }
}
