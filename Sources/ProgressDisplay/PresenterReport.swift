import Presenters

/// What the presenter tells its keeper, over their channel.
enum PresenterReport: Equatable, Sendable {
  /// The card it uses; a copy of its descriptor comes along.
  case card
  /// The card is gone; the keeper need not hold it any longer.
  case cardGone
  /// The buffers that stand on the card.
  case buffers([DRMInheritance.Buffer])
  /// The outcome has played, and its last frame is shown.
  case outcomeShown

  /// The report's bytes.
  var bytes: [UInt8] {
    switch self {
    case .card: [1]
    case .cardGone: [2]
    case .outcomeShown: [3]
    case .buffers(let buffers):
      [4] + buffers.flatMap { Self.bytes($0.framebuffer) + Self.bytes($0.handle) }
    }
  }

  /// Reads what `bytes` wrote; nil for anything else.
  init?(_ bytes: ArraySlice<UInt8>) {
    switch bytes.first {
    case 1: self = .card
    case 2: self = .cardGone
    case 3: self = .outcomeShown
    case 4:
      let words = Array(bytes.dropFirst())
      self = .buffers(
        stride(from: 0, to: words.count - 7, by: 8).map {
          DRMInheritance.Buffer(
            framebuffer: Self.word(words[$0..<($0 + 4)]),
            handle: Self.word(words[($0 + 4)..<($0 + 8)]))
        })
    default: return nil
    }
  }

  private static func bytes(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
