public import Graphics
public import Pixels

/// A picture that display lists may refer to.
public final class Image {
  /// What lists call it.
  public let reference: ImageReference
  /// Words `0xAARRGGBB`, the colours multiplied by alpha.
  public let pixmap: Pixmap

  /// Takes over a picture.
  ///
  /// - Parameter identifier: a number that no other picture of the program has had.
  public init(_ pixmap: consuming Pixmap, identifier: Int) {
    reference = ImageReference(
      identifier: identifier, width: pixmap.size.width, height: pixmap.size.height)
    self.pixmap = pixmap
  }
}
