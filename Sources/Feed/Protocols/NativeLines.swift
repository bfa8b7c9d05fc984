import ProgressModel

extension FeedProtocol {
  /// The program's own lines.
  public static let native = FeedProtocol(
    name: "native",
    summary: "lines of words: 42, progress 0.42, bytes 1234 5678, message TEXT, done",
    makeDecoder: { NativeLines() })
}

/// Decodes the program's own lines; see `docs/feeds/native.md`.
public final class NativeLines: RecordDecoder {
  private static var table: LineTable {
    LineTable(
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

  private let table = NativeLines.table

  /// Creates a decoder at the start of a feed.
  public override init() { super.init() }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    guard let facts = table.facts(of: record, isCut: isCut)?.facts, facts.emit(emit) else {
      emit(.malformed(ProgressText(record)))
      return
    }
  }

  /// What one line says; nil when it says nothing.
  static func event(_ record: Span<UInt8>) -> ProgressEvent? {
    var said: ProgressEvent?
    _ = table.facts(of: record, isCut: false)?.facts.emit {
      if case .event(let event) = $0 { said = event }
    }
    return said
  }
}
