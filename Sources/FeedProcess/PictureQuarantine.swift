import Base

/// The pictures that presenters died of, or could not decode. A new presenter does not read them.
struct PictureQuarantine {
  /// The most pictures that are remembered; the oldest is forgotten.
  private static let limit = 16

  /// The paths of the pictures.
  private(set) var refused: [ByteString] = []
  // The picture that the presenter reads now; nil for none.
  private var current: ByteString?

  /// Records that the presenter begins to read a picture.
  mutating func readingBegan(_ path: ByteString) { current = path }

  /// Records that the presenter has read its picture.
  mutating func readingEnded() { current = nil }

  /// Records the presenter's end.
  ///
  /// - Returns: the path of the picture that it was reading, which is refused from now on; nil for
  ///   none.
  mutating func presenterEnded() -> ByteString? {
    guard let path = current else { return nil }
    current = nil
    refuse(path)
    return path
  }

  /// Refuses a picture from now on.
  mutating func refuse(_ path: ByteString) {
    if refused.count == Self.limit { refused.removeFirst() }
    refused.append(path)
  }
}
