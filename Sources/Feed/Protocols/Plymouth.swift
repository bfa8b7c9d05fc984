import Base
import ProgressModel

extension FeedProtocol {
  /// The requests of plymouth's client and of other programs that use its socket.
  public static let plymouth = FeedProtocol(
    name: "plymouth", summary: "plymouth's socket, as its client, PackageKit and dnf5 use it",
    place: .server, usualPath: "@/org/freedesktop/plymouthd", form: .unrecognizable,
    makeDecoder: { Plymouth() })
}

/// A decoder of requests: a letter and NUL, or a letter, 2, a length and that many bytes, the last
/// of them NUL. Each request gets a reply.
final class Plymouth: FeedDecoder {
  private var request: [UInt8] = []

  var holdsPartialRecord: Bool { !request.isEmpty }

  func decode(_ bytes: Span<UInt8>, isFlood: Bool, emit: (FeedOutput) -> Void) {
    for index in bytes.indices {
      request.append(bytes[index])
      switch request.count {
      case 1: continue
      case 2 where request[1] != 2:
        if request[1] == 0 { read(emit) } else { reject(emit) }
      case 2: continue
      case let count:
        if count < 3 + Int(request[2]) { continue }
        read(emit)
      }
    }
  }

  func finish(emit: (FeedOutput) -> Void) { dropPartialRecord() }

  func dropPartialRecord() { request.removeAll(keepingCapacity: true) }

  private func reject(_ emit: (FeedOutput) -> Void) {
    emit(.malformed(SanitizedText(ByteString(request))))
    emit(.answer(0x15))
    dropPartialRecord()
  }

  private func read(_ emit: (FeedOutput) -> Void) {
    let argument = request.count > 3 ? ByteString(request)[3..<(request.count - 1)] : ""
    var answer: UInt8 = 6
    switch request[0] {
    case UInt8(ascii: "u"):
      guard let percent = argument.wholeNumber, percent <= 100 else { return reject(emit) }
      emit(.event(.fraction(Fraction(billionths: Int64(percent) * 10_000_000))))
    case UInt8(ascii: "M"), UInt8(ascii: "U"): emit(.event(.message(SanitizedText(argument))))
    case UInt8(ascii: "m"): emit(.event(.message(.empty)))
    case UInt8(ascii: "Q"): emit(.end)
    case UInt8(ascii: "R"): emit(.newRoot)
    case UInt8(ascii: "D"): emit(.displays(areOurs: false))
    case UInt8(ascii: "r"): emit(.displays(areOurs: true))
    // The presenter activates no terminal of its own, and no user answers.
    case UInt8(ascii: "V"): answer = 0x15
    case UInt8(ascii: "*"), UInt8(ascii: "c"), UInt8(ascii: "W"), UInt8(ascii: "K"): answer = 5
    case UInt8(ascii: "P"), UInt8(ascii: "C"), UInt8(ascii: "$"), UInt8(ascii: "H"),
      UInt8(ascii: "l"), UInt8(ascii: "A"), UInt8(ascii: "a"),
      UInt8(ascii: "S"), UInt8(ascii: "!"), UInt8(ascii: "L"):
      break
    default: return reject(emit)
    }
    emit(.answer(answer))
    dropPartialRecord()
  }
}
