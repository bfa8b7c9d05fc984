import Base

/// The pictures that presenters died of, or could not decode. A new presenter does not read them.
struct PictureQuarantine {
  /// The most pictures that are remembered; the oldest is forgotten.
  private static let limit = 16

  /// The paths of the pictures.
  private(set) var refused: [ByteString] = []

  /// Refuses a picture from now on.
  mutating func refuse(_ path: ByteString) {
    if refused.count == Self.limit { refused.removeFirst() }
    refused.append(path)
  }
}
