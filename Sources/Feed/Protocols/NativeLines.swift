import ByteStrings
import ProgressModel

extension FeedProtocol {
  /// The program's own lines.
  public static let native = FeedProtocol(
    name: "native",
    summary: "lines of words: 42, progress 0.42, bytes 1234 5678, message TEXT, done",
    makeDecoder: { NativeLines() })
}

/// Decodes the program's own lines; see `docs/feeds/native.md`.
public final class NativeLines: TableDecoder {
  /// Creates a decoder at the start of a feed.
  public init() {
    super.init(
      """
      . %p
      . %p%%
      . progress %f
      . progress %p%%
      . bytes %b %t
      . bytes %b
      m message %s
      d done %s
      f fail %s
      c cancel
      r reset
      q end
      n newroot
      s step %k/%n
      s step %k/%n %s
      w weights %S
      . expect %e
      . speed %v
      t title %s
      x detail %s
      y style %S
      i image %S
      """)
  }

  /// What one line says; nil when it says nothing.
  static func event(_ record: Span<UInt8>) -> ProgressEvent? {
    let said = Said()
    NativeLines().read(record, isCut: false, emit: said.take())
    return said.event
  }

  private final class Said {
    var event: ProgressEvent?

    // Made out of the caller's sight, or all that reads a line would be compiled once more for this one closure.
    @inline(never) func take() -> (FeedOutput) -> Void {
      { if case .event(let event) = $0 { self.event = event } }
    }
  }
}
