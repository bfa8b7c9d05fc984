package import Pixels

/// Paints frames as they have to lie on a display: as they are, or turned where the display can't
/// turn them itself, or in grays of few levels. Those are drawn in memory first, and what changed
/// is copied.
package struct TurningPainter: ~Copyable {
  private var turned: TurnedPicture?
  // The number of the frame in memory; nil for none.
  private var drawnFrame: Int?
  private var damage = DamageRegion()

  /// Creates a painter.
  ///
  /// - Parameters:
  ///   - size: that of the frames.
  ///   - grayBits: bits of gray that a pixel is shown with; 0 for colors.
  package init(size: PixelSize, turning rotation: Rotation, grayBits: Int = 0) {
    if rotation == .none && grayBits == 0 { return }
    turned = TurnedPicture(size: size, rotation: rotation, grayBits: grayBits)
  }

  /// Forgets the frame in memory, since the next one is of another source.
  mutating func forgetFrame() { drawnFrame = nil }

  /// Brings a surface up to a source's newest frame, its rows in order.
  ///
  /// - Parameter before: the number of the frame that it shows; nil for anything.
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

  /// How a source's newest frame differs from an earlier one, as it lies on a surface; all of it where that is not known.
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
