public import Graphics
import RasterKernels
import Pixels

/// A picture of coverage that display lists may refer to.
public final class AlphaMask {
  /// What lists call it.
  public let reference: MaskReference
  let levels: CoverageMask

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - reference: its size, and a number that no other one of the program has had.
  ///   - level: how much of the pixel in a column and a row is covered, `0...255`.
  public init(_ reference: MaskReference, level: (_ x: Int, _ y: Int) -> UInt8) {
    self.reference = reference
    levels = CoverageMask(
      PixelSize(width: max(0, reference.width), height: max(0, reference.height)))
    levels.begin(top: 0, left: 0, width: reference.width)
    let groupCount = (max(0, reference.width) + 7) >> 3
    for y in 0..<max(0, reference.height) {
      levels.beginRow(firstGroup: 0, count: groupCount)
      var bits = GroupBits()
      for group in 0..<groupCount {
        var eight = SIMD8<UInt8>(repeating: 0)
        for lane in 0..<min(8, reference.width - group * 8) {
          eight[lane] = level(group * 8 + lane, y)
        }
        levels.set(eight, at: group)
        let number = Lanes.number(eight)
        if number != 0 { bits.touched |= 1 << UInt64(group & 63) }
        if number == .max { bits.whole |= 1 << UInt64(group & 63) }
        if group & 63 == 63 || group == groupCount - 1 {
          levels.setBits(group >> 6, bits)
          bits = GroupBits()
        }
      }
    }
  }
}
