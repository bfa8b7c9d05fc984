import Base
import ProgressModel

extension FeedProtocol {
  /// The output of debootstrap to descriptors 3 and 4 with `--debian-installer`, and to 2 without.
  ///
  /// Source: debootstrap, `functions`: `P: DONE TOTAL CODE`, `PA: ARGUMENT` for each argument, `PF:
  /// FORMAT`; `I:`, `W:` and `E:` the same without numbers.
  public static let debootstrap = FeedProtocol(
    name: "debootstrap", summary: "debootstrap --debian-installer, debian-installer",
    form: .chatty,
    makeReader: { Debootstrap() })
}

/// A reader of debootstrap's records: numbers by a table, texts from a format that follows its
/// arguments.
final class Debootstrap: TableReader {
  private var arguments: [ByteString] = []

  /// The largest number of arguments kept.
  private static let limit = 8

  init() {
    super.init(
      """
      .@1/4 P: %a %A DOWNREL%*
      .@1/4 P: %a %A DOWNPKGS
      .@1/4 P: %a %A DOWNMAINPKGS
      .@2/4 P: %a %A SIZEDEBS
      .@2/4 P: %a %A DOWNDEBS
      .@3/4 P: %a %A EXTRACTPKGS
      .@4/4 P: %a %A %w
      - I: %w
      - W: %w
      - E: %w
      m I: %S
      x W: %S
      f E: %S
      """)
  }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    guard record.count > 3, record[2] == UInt8(ascii: ":"), record[3] == 0x20,
      record[1] == UInt8(ascii: "A") || record[1] == UInt8(ascii: "F")
    else {
      arguments = []
      return super.read(record, isCut: isCut, emit: emit)
    }
    let rest = ByteString(record.extracting(4...))
    if record[1] == UInt8(ascii: "A") {
      if arguments.count < Self.limit { arguments.append(rest) }
      return
    }
    let text = SanitizedText(formatted(rest))
    switch record[0] {
    case UInt8(ascii: "P"), UInt8(ascii: "I"): emit(.event(.message(text)))
    case UInt8(ascii: "W"): emit(.event(.detail(text)))
    case UInt8(ascii: "E"): emit(.event(.fail(text)))
    default: emit(.unknown)
    }
  }

  /// Returns a format with the arguments in place of `%s` and `%d`.
  private func formatted(_ format: ByteString) -> ByteString {
    var text = ByteString()
    var (place, next) = (0, 0)
    while place < format.count {
      if format[place] == UInt8(ascii: "%"), place + 1 < format.count {
        if format[place + 1] == UInt8(ascii: "%") {
          text += "%"
        } else if next < arguments.count {
          text += arguments[next]
          next += 1
        }
        place += 2
      } else {
        text.append(format[place])
        place += 1
      }
    }
    return text
  }

  override func forget() {
    super.forget()
    arguments = []
  }
}
