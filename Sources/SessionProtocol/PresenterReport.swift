package import Base

/// A message from the presenter to its keeper.
package enum PresenterReport: Equatable, Sendable {
  /// The presenter uses the card of a path, which may be empty. A duplicate of its descriptor is
  /// attached.
  case card(ByteString)
  /// The card is gone; the keeper closes its descriptor.
  case cardGone
  /// The framebuffers that now exist on the card.
  case buffers([PresentedBuffer])
  /// The first frame is on a display.
  case firstPicture
  /// Whether any display is connected now.
  case displays(Bool)
  /// The outcome's animation is over, and its last frame is on a display. `received` is the number
  /// of states that the presenter had received by then.
  case outcomeShown(received: UInt32)
  /// The presenter begins to read the picture at a path.
  case pictureBegun(ByteString)
  /// The presenter has read the picture, or has found it unreadable.
  case pictureEnded
  /// The picture at a path cannot be decoded, and shall not be read again.
  case pictureRefused(ByteString)
  /// The paths of several cards. The presenter works on the first one.
  case cards([ByteString])
  /// Whether another VT is in the foreground.
  case away(Bool)

  /// The encoded report: a byte for its kind, then 32-bit words, little-endian.
  package var bytes: [UInt8] {
    switch self {
    case .card(let path): return [1] + path.bytes
    case .away(let isAway): return [isAway ? 13 : 12]
    case .cards(let paths):
      var bytes: [UInt8] = [11]
      for path in paths { bytes += path.bytes + [0] }
      return bytes
    case .cardGone: return [2]
    case .firstPicture: return [5]
    case .displays(let areThere): return [areThere ? 7 : 6]
    case .pictureBegun(let path): return [8] + path.bytes
    case .pictureEnded: return [9]
    case .pictureRefused(let path): return [10] + path.bytes
    case .outcomeShown(let received):
      var bytes: [UInt8] = [3]
      bytes.append(littleEndian: UInt64(received))
      return bytes
    case .buffers(let buffers):
      var bytes: [UInt8] = [4]
      for buffer in buffers {
        bytes.append(littleEndian: UInt64(buffer.framebuffer))
        bytes.append(littleEndian: UInt64(buffer.handle))
      }
      return bytes
    }
  }

  /// Decodes a message; nil if it is no report.
  package init?(_ bytes: Span<UInt8>) {
    switch bytes.count {
    case 0: return nil
    case _ where bytes[0] == 1: self = .card(ByteString(bytes.extracting(1...)))
    case _ where bytes[0] == 11:
      // Each path ends with NUL.
      self = .cards(ByteString(bytes.extracting(1...)).split(at: 0).filter { !$0.isEmpty })
    case 1 where bytes[0] == 12 || bytes[0] == 13: self = .away(bytes[0] == 13)
    case _ where bytes[0] == 2: self = .cardGone
    case _ where bytes[0] == 5: self = .firstPicture
    case _ where bytes[0] == 8: self = .pictureBegun(ByteString(bytes.extracting(1...)))
    case _ where bytes[0] == 9: self = .pictureEnded
    case _ where bytes[0] == 10: self = .pictureRefused(ByteString(bytes.extracting(1...)))
    case _ where bytes[0] == 6 || bytes[0] == 7: self = .displays(bytes[0] == 7)
    case 5 where bytes[0] == 3: self = .outcomeShown(received: bytes.word32(at: 1))
    case _ where bytes[0] == 4:
      var buffers: [PresentedBuffer] = []
      var place = 1
      while place + 8 <= bytes.count {
        buffers.append(
          .init(
            framebuffer: bytes.word32(at: place), handle: bytes.word32(at: place + 4)))
        place += 8
      }
      self = .buffers(buffers)
    default: return nil
    }
  }
}
