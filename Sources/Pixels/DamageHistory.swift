/// The damage of the last frames, for buffers that have missed some of them.
public struct DamageHistory: Sendable {
  /// The greatest age that is remembered; an older buffer is repainted whole.
  public static let depth = 4

  private var frames: [DamageRegion] = []
  private let whole: PixelRect

  /// Creates the history of a surface on which nothing has been drawn.
  public init(size: PixelSize) { whole = PixelRect(size) }

  /// Notes the damage of the newest frame.
  public mutating func append(_ damage: DamageRegion) {
    if frames.count == Self.depth { frames.removeFirst() }
    frames.append(damage)
  }

  /// What must be painted to bring a buffer up to the newest frame.
  ///
  /// - Parameter age: 0 for a buffer of unknown content, 1 for one that holds the frame before the
  ///   newest, 2 for the one before that.
  public func damage(forAge age: Int) -> DamageRegion {
    guard age > 0, age <= frames.count else { return DamageRegion(whole) }
    var region = DamageRegion()
    for frame in frames.suffix(age) { region.formUnion(frame) }
    return region
  }
}
