public import Graphics
import Pixels
import RasterKernels

/// A coverage mask that display lists may refer to.
public final class AlphaMask {
  /// The reference for lists.
  public let reference: MaskReference
  let levels: CoverageMask

  /// Creates a mask.
  ///
  /// - Parameters:
  ///   - reference: the size in pixels, and a number that is unique in the program's lifetime.
  ///   - level: gives the coverage of a pixel, `0...255`.
  public init(_ reference: MaskReference, level: (_ x: Int, _ y: Int) -> UInt8) {
    self.reference = reference
    levels = CoverageMask(
      PixelSize(width: max(0, reference.width), height: max(0, reference.height)))
    levels.begin(top: 0, left: 0, width: reference.width)
    let groupCount = (max(0, reference.width) + 7) >> 3
    levels.add(rowCount: max(0, reference.height), groupCount: groupCount) { writer in
      for y in 0..<max(0, reference.height) {
        writer.beginRow(at: 0)
        for group in 0..<groupCount {
          var eight = SIMD8<UInt32>(repeating: 0)
          for lane in 0..<min(8, reference.width - group * 8) {
            eight[lane] = UInt32(level(group * 8 + lane, y))
          }
          writer.set(Lanes.fourfoldBytes(eight), at: group)
        }
        writer.endRow((0, groupCount))
      }
      writer.computeGroupFlags()
    }
  }
}
