import TestSupport
import Testing

@testable import Pixels

/// Each way to write a surface writes the pixels that it is asked to, as the format packs them, and nothing beside.
@Suite struct PixelSurfaceTests {
  static let width = 83
  static let height = 6

  static func word(_ random: inout SeededGenerator) -> UInt32 {
    UInt32.random(in: 0...UInt32.max, using: &random)
  }

  /// Writes random columns in one way, and compares with bytes written one by one.
  static func check(
    _ format: PixelFormat, seed: UInt64,
    _ write: (inout PixelSurface, Range<Int>, _ y: Int, [UInt32]) -> Void,
    words: (inout SeededGenerator, _ count: Int) -> [UInt32]
  ) throws {
    let known = try PixelFormatTests.known(format)
    var random = SeededGenerator(seed: seed)
    let size = PixelSize(width: width, height: height)
    let memory = GuardedMemory(size: size, format: format, padding: 13)
    var expected = memory.bytes
    for round in 0..<600 {
      let first = Int.random(in: 0...width, using: &random)
      // Every length up to some groups, and all the rest of the row.
      let count = min(round % 75 == 74 ? width : round % 75, width - first)
      let y = Int.random(in: 0..<height, using: &random)
      let row = words(&random, count)
      memory.withSurface { write(&$0, first..<(first + count), y, row) }
      for index in 0..<count {
        let pixel = known.scalar(row[index], first + index, y)
        let place = memory.place(first + index, y)
        for byte in 0..<format.bytesPerPixel {
          expected[place + byte] = UInt8(truncatingIfNeeded: pixel >> UInt32(8 * byte))
        }
      }
      if memory.bytes != expected {
        Issue.record("seed \(seed), round \(round)")
        return
      }
    }
  }

  @Test(arguments: PixelFormat.all) func rows_areWritten(format: PixelFormat) throws {
    try Self.check(format, seed: 103) { surface, columns, y, row in
      surface.store(row.span, x: columns.lowerBound, y: y)
    } words: { random, count in
      (0..<count).map { _ in Self.word(&random) }
    }
  }

  @Test(arguments: PixelFormat.all) func fills_areWritten(format: PixelFormat) throws {
    try Self.check(format, seed: 107) { surface, columns, y, row in
      if let word = row.first { surface.fill(word, columns: columns, y: y) }
    } words: { random, count in
      [UInt32](repeating: Self.word(&random), count: count)
    }
  }

  @Test(arguments: PixelFormat.all) func groupsOfEight_areWritten(format: PixelFormat) throws {
    try Self.check(format, seed: 109) { surface, columns, y, row in
      for start in stride(from: 0, to: row.count, by: 8) {
        var eight = SIMD8<UInt32>(repeating: 0xdead_beef)
        let count = min(8, row.count - start)
        for lane in 0..<count { eight[lane] = row[start + lane] }
        surface.store(eight, count: count, x: columns.lowerBound + start, y: y)
      }
    } words: { random, count in
      (0..<count).map { _ in Self.word(&random) }
    }
  }
}
