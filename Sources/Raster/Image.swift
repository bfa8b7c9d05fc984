public import Graphics
public import Pixels

/// A picture that display lists may refer to.
public final class Image {
  /// What lists call it.
  public let reference: ImageReference
  /// Words `0xAARRGGBB`, the colors multiplied by alpha.
  public let pixmap: Pixmap
  /// Whether every pixel hides what is behind it.
  public var isOpaque: Bool { reference.isOpaque }
  let packed = PackedRows()

  /// Takes over a picture.
  ///
  /// - Parameter identifier: a number that no other picture of the program has had.
  public init(_ pixmap: consuming Pixmap, identifier: Int) {
    reference = ImageReference(
      identifier: identifier, width: pixmap.size.width, height: pixmap.size.height,
      isOpaque: pixmap.isOpaque)
    self.pixmap = pixmap
  }
}

extension Image {
  /// Its words, lent for a drawing.
  var rows: PixelRows { pixmap.rows(isOpaque: isOpaque) }
}
