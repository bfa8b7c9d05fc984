package import Pixels

/// Paints frames in the orientation of a display: unchanged, rotated if the display cannot rotate,
/// or in a few gray levels. Rotated and gray frames are drawn in memory first, and only their
/// damage is copied.
package struct TurningPainter: ~Copyable {
  private var turned: TurnedPicture?
  // The number of the frame in memory; nil for none.
  private var drawnFrame: Int?
  private var damage = DamageRegion()

  /// Creates a painter.
  ///
  /// - Parameters:
  ///   - size: the size of a frame, upright, pixels.
  ///   - grayBits: bits of gray that a pixel is shown with; 0 for colors.
  package init(size: PixelSize, turning rotation: Rotation, grayBits: Int = 0) {
    if rotation == .none && grayBits == 0 { return }
    turned = TurnedPicture(size: size, rotation: rotation, grayBits: grayBits)
  }

  /// Forgets the frame in memory, because the next one comes from another source.
  mutating func forgetFrame() { drawnFrame = nil }

  /// Updates a surface to a source's newest frame.
  ///
  /// - Parameter before: the number of the frame in the surface; nil for other content.
  @inline(never)
  package mutating func paint(
    _ source: any FrameSource, over before: Int?, on surface: inout PixelSurface
  ) {
    if turned == nil { return source.paint(&surface, over: before) }
    let drawn = drawnFrame
    turned?.withSurface { source.paint(&$0, over: drawn) }
    drawnFrame = source.frameNumber
    source.getDamage(since: before, into: &damage)
    for rect in damage.rects { turned?.copy(rect, to: &surface) }
  }

  /// Gets the damage between a source's newest frame and another, in the surface's orientation. For
  /// an unknown frame everything is damaged.
  package mutating func getDamage(
    of source: any FrameSource, since before: Int?, into region: inout DamageRegion
  ) {
    guard let rotation = turned?.rotation else {
      return source.getDamage(since: before, into: &region)
    }
    source.getDamage(since: before, into: &damage)
    region.removeAll()
    for rect in damage.rects { region.insert(rotation.turned(rect, of: source.size)) }
  }
}
