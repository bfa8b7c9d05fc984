/// The damage of the last frames, for buffers that have missed some of them.
///
/// Once `depth` frames have been noted, it allocates nothing.
public struct DamageHistory: Sendable {
  /// The greatest age that is remembered; an older buffer is repainted whole.
  public static let depth = 4

  // The oldest first.
  private var frames: [DamageRegion] = []
  private let whole: PixelRect

  /// Creates the history of a surface on which nothing has been drawn.
  public init(size: PixelSize) {
    whole = PixelRect(size)
    frames.reserveCapacity(Self.depth)
  }

  /// Notes the damage of the newest frame.
  public mutating func append(_ damage: DamageRegion) {
    if frames.count < Self.depth {
      frames.append(DamageRegion())
    } else {
      // The oldest one's memory becomes the newest one's.
      for index in 1..<frames.count { frames.swapAt(index - 1, index) }
      frames[frames.count - 1].removeAll()
    }
    // The rectangles are copied: sharing them would make the caller's next change allocate.
    frames[frames.count - 1].formUnion(damage)
  }

  /// What must be painted to bring a buffer up to the newest frame.
  ///
  /// - Parameter age: 0 for a buffer of unknown content, 1 for one that holds the frame before the
  ///   newest, 2 for the one before that.
  public func damage(forAge age: Int) -> DamageRegion {
    var region = DamageRegion()
    getDamage(forAge: age, into: &region)
    return region
  }

  /// The same, into a region of the caller's, which is cleared first.
  public func getDamage(forAge age: Int, into region: inout DamageRegion) {
    region.removeAll()
    guard age > 0, age <= frames.count else { return region.insert(whole) }
    for index in (frames.count - age)..<frames.count { region.formUnion(frames[index]) }
  }
}
