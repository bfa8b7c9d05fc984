/// A message from the keeper to its presenter, apart from states. No encoded state begins with one
/// of these bytes.
package enum PresenterOrder: UInt8 {
  /// Write diagnostics to the dump folder.
  case dump = 0xf0
  /// End, and leave the last frame on the displays.
  case endAndKeep = 0xf1
  /// End, and leave the displays black.
  case endInBlack = 0xf2
  /// Enter the new root file system.
  case enterNewRoot = 0xf3
  /// Read pictures again that could not be read.
  case readPicturesAgain = 0xf4
  /// Leave the displays to another program, with the last frame.
  case leaveDisplays = 0xf5
  /// Take the displays again.
  case takeDisplays = 0xf6
  /// Other presenters show the session on displays.
  case othersShow = 0xf7

  /// Decodes a message of one byte, the raw value; nil if it is no order.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count == 1 else { return nil }
    self.init(rawValue: bytes[0])
  }
}
