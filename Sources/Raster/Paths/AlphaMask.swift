public import Graphics

/// A picture of coverage that display lists may refer to.
public final class AlphaMask {
  /// What lists call it.
  public let reference: MaskReference
  let levels = CoverageMask()

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - reference: its size, and a number that no other one of the program has had.
  ///   - level: how much of the pixel in a column and a row is covered, `0...255`.
  public init(_ reference: MaskReference, level: (_ x: Int, _ y: Int) -> UInt8) {
    self.reference = reference
    levels.begin(top: 0, left: 0, width: reference.width)
    for y in 0..<max(0, reference.height) {
      levels.beginRow()
      for group in 0..<((max(0, reference.width) + 7) >> 3) {
        var eight = SIMD8<UInt8>(repeating: 0)
        for lane in 0..<min(8, reference.width - group * 8) {
          eight[lane] = level(group * 8 + lane, y)
        }
        levels.append(eight, group: group)
      }
      levels.endRow()
    }
  }
}
