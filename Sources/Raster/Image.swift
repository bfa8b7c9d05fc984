import Base
public import Graphics
public import Pixels

/// A picture that display lists may refer to.
public final class Image {
  /// The reference for lists.
  public let reference: ImageReference
  /// The current frame as words `0xAARRGGBB`, premultiplied.
  public private(set) var pixmap: Pixmap
  /// Whether every pixel is opaque.
  public var isOpaque: Bool { reference.isOpaque }
  let packed = PackedRows()
  // The frames of an animated picture, and the index of the frame in `pixmap`.
  private let steps: [FrameStep]
  private var frame = 0

  /// Creates a still picture, and takes ownership of the pixels.
  ///
  /// - Parameter identifier: a number that is unique in the program's lifetime.
  public init(_ pixmap: consuming Pixmap, identifier: Int) {
    reference = ImageReference(
      identifier: identifier, width: pixmap.size.width, height: pixmap.size.height,
      isOpaque: pixmap.isOpaque)
    self.pixmap = pixmap
    steps = []
  }

  /// Creates an animated picture, and takes ownership of the pixels.
  ///
  /// - Parameters:
  ///   - pixmap: the last frame.
  ///   - steps: the changes of each frame against the one before; the first frame follows the last
  ///     one.
  ///   - isOpaque: whether every pixel of all frames is opaque.
  ///   - identifier: a number that is unique in the program's lifetime.
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

  /// Advances `pixmap` to a frame.
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

  /// The rectangle in which two frames may differ, `other` being the later one. Frames repeat, so
  /// the later one may have the lower index.
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

/// The change of an animated picture from one frame to the next.
public struct FrameStep {
  let rect: PixelRect
  // The new words, row by row.
  let words: [UInt32]

  /// Creates a step from the words of a rectangle, row by row. Traps if their number is wrong.
  public init(_ rect: PixelRect, _ words: [UInt32]) {
    precondition(words.count == rect.area, "a step of another size")
    (self.rect, self.words) = (rect, words)
  }
}

extension Image {
  /// The words, borrowed for a drawing.
  var rows: PixelRows { pixmap.rows(isOpaque: isOpaque) }
}
