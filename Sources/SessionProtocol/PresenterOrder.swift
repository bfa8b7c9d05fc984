/// What the keeper tells its presenter over their channel, beside states. No state begins with such a byte.
package enum PresenterOrder: UInt8 {
  /// To write down what it sees.
  case dump = 0xf0
  /// To end, and leave the last picture.
  case endAndKeep = 0xf1
  /// To end, and leave the displays dark.
  case endInBlack = 0xf2
  /// To enter the new root file system.
  case enterNewRoot = 0xf3

  /// The order's bytes.
  package var bytes: [UInt8] { [rawValue] }

  /// Reads what `bytes` wrote; nil for anything else.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count == 1 else { return nil }
    self.init(rawValue: bytes[0])
  }
}
