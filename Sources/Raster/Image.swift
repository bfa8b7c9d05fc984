import Base
public import Graphics
public import Pixels

/// A picture that display lists may refer to.
public final class Image {
  /// What lists call it.
  public let reference: ImageReference
  /// Words `0xAARRGGBB`, the colors multiplied by alpha.
  public private(set) var pixmap: Pixmap
  /// Whether every pixel hides what is behind it.
  public var isOpaque: Bool { reference.isOpaque }
  let packed = PackedRows()
  // The frames of an animated picture, and the number of the one in `pixmap`.
  private let steps: [FrameStep]
  private var frame = 0

  /// Takes over a picture.
  ///
  /// - Parameter identifier: a number that no other picture of the program has had.
  public init(_ pixmap: consuming Pixmap, identifier: Int) {
    reference = ImageReference(
      identifier: identifier, width: pixmap.size.width, height: pixmap.size.height,
      isOpaque: pixmap.isOpaque)
    self.pixmap = pixmap
    steps = []
  }

  /// Takes over the frames of an animated picture.
  ///
  /// - Parameters:
  ///   - pixmap: the last frame.
  ///   - steps: what each frame changes in the one before; the first one's is the last one.
  ///   - isOpaque: whether every pixel of all frames is opaque.
  ///   - identifier: a number that no other picture of the program has had.
  public init(
    lastFrame pixmap: consuming Pixmap, steps: [FrameStep], isOpaque: Bool, identifier: Int
  ) {
    reference = ImageReference(
      identifier: identifier, width: pixmap.size.width, height: pixmap.size.height,
      isOpaque: isOpaque)
    self.pixmap = pixmap
    self.steps = steps
    frame = steps.count - 1
  }

  // MARK: - Frames

  /// Makes `pixmap` another frame.
  @inline(__always)
  func show(_ frame: Int) {
    if Traits.pictures, frame != self.frame, frame < steps.count { advance(to: frame) }
  }

  private func advance(to next: Int) {
    while frame != next {
      frame = frame + 1 == steps.count ? 0 : frame + 1
      let step = steps[frame]
      var place = 0
      for y in step.rect.top..<step.rect.bottom {
        pixmap.withMutableRow(y, columns: step.rect.left..<step.rect.right) { row in
          for x in row.indices { row[x] = step.words[place + x] }
        }
        place += step.rect.width
      }
    }
    packed.removeAll()
  }

  /// The part of the picture that may differ between two frames, the later one second. They repeat,
  /// so a lower number may be the later one's.
  func change(from one: Int, to other: Int) -> PixelRect {
    var (change, frame) = (PixelRect(left: 0, top: 0, right: 0, bottom: 0), one)
    guard max(one, other) < steps.count else { return pixmap.bounds }
    while frame != other {
      frame = frame + 1 == steps.count ? 0 : frame + 1
      change = change.union(steps[frame].rect)
    }
    return change
  }
}

/// What a frame of an animated picture changes in the one before.
public struct FrameStep {
  let rect: PixelRect
  // Row by row.
  let words: [UInt32]

  /// Creates a step from the words of a rectangle, row by row.
  public init(_ rect: PixelRect, _ words: [UInt32]) {
    precondition(words.count == rect.area, "a step of another size")
    (self.rect, self.words) = (rect, words)
  }
}

extension Image {
  /// Its words, lent for a drawing.
  var rows: PixelRows { pixmap.rows(isOpaque: isOpaque) }
}
