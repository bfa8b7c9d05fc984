public import Pixels

/// A frame's damage in the format of the property FB_DAMAGE_CLIPS: for each rectangle four native
/// 32-bit numbers (`drm_mode_rect`): left, top, and, both exclusive, right and bottom.
///
/// It allocates nothing once it has grown.
public struct DamageClips {
  private var edges: [Int32] = []

  /// Creates an empty list.
  public init() { edges.reserveCapacity(4 * DamageRegion.capacity) }

  /// Creates a blob of a region. The caller destroys it after the commit.
  public mutating func makeBlob(
    of damage: DamageRegion, on device: any ModeSetting
  ) throws(KMSError) -> ObjectID {
    edges.removeAll(keepingCapacity: true)
    for rect in damage.rects {
      edges.append(Int32(rect.left))
      edges.append(Int32(rect.top))
      edges.append(Int32(rect.right))
      edges.append(Int32(rect.bottom))
    }
    return try device.createBlob(RawSpan(_elements: edges.span))
  }
}
