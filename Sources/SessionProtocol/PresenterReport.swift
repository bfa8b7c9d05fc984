/// What the presenter tells its keeper, over their channel.
package enum PresenterReport: Equatable, Sendable {
  /// The card it uses; a copy of its descriptor comes along.
  case card
  /// The card is gone; the keeper need not hold it any longer.
  case cardGone
  /// The buffers that stand on the card.
  case buffers([PresentedBuffer])
  /// The first picture is shown.
  case firstPicture
  /// There is no display now, or there is one again.
  case displays(Bool)
  /// The outcome has played, and its last frame is shown; with how many states had been received by then.
  case outcomeShown(received: UInt32)

  /// The report's bytes.
  package var bytes: [UInt8] {
    switch self {
    case .card: return [1]
    case .cardGone: return [2]
    case .firstPicture: return [5]
    case .displays(let areThere): return [areThere ? 7 : 6]
    case .outcomeShown(let received):
      var bytes: [UInt8] = [3]
      Self.append(received, to: &bytes)
      return bytes
    case .buffers(let buffers):
      var bytes: [UInt8] = [4]
      for buffer in buffers {
        Self.append(buffer.framebuffer, to: &bytes)
        Self.append(buffer.handle, to: &bytes)
      }
      return bytes
    }
  }

  /// Reads what `bytes` wrote; nil for anything else.
  package init?(_ bytes: Span<UInt8>) {
    switch bytes.count {
    case 0: return nil
    case _ where bytes[0] == 1: self = .card
    case _ where bytes[0] == 2: self = .cardGone
    case _ where bytes[0] == 5: self = .firstPicture
    case _ where bytes[0] == 6 || bytes[0] == 7: self = .displays(bytes[0] == 7)
    case 5 where bytes[0] == 3: self = .outcomeShown(received: Self.word(bytes, at: 1))
    case _ where bytes[0] == 4:
      var buffers: [PresentedBuffer] = []
      var place = 1
      while place + 8 <= bytes.count {
        buffers.append(
          .init(
            framebuffer: Self.word(bytes, at: place), handle: Self.word(bytes, at: place + 4)))
        place += 8
      }
      self = .buffers(buffers)
    default: return nil
    }
  }

  @inline(never) private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
    for place in UInt32(0)..<4 { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * place))) }
  }

  @inline(never) private static func word(_ bytes: Span<UInt8>, at place: Int) -> UInt32 {
    var word: UInt32 = 0
    for index in 0..<4 { word |= UInt32(bytes[place + index]) << UInt32(8 * index) }
    return word
  }
}
