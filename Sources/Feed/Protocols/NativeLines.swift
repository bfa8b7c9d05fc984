import Base
import ProgressModel

extension FeedProtocol {
  /// The native protocol, in lines.
  public static let native = FeedProtocol(
    name: "native",
    summary: "lines of words: 42, progress 0.42, bytes 1234 5678, message TEXT, done",
    makeReader: { NativeLines() })
}

/// A reader of native lines; see `docs/feeds/native.md`.
final class NativeLines: TableReader {
  /// Creates a reader at the start of a feed.
  init() {
    super.init(
      """
      . %c
      . %p%%
      . %p %%
      . progress %f
      . progress %p%%
      . bytes %b %t
      . bytes %b
      M units MB
      I units MiB
      m message %s
      d done %s
      f fail %s
      c cancel
      r reset
      q end
      n newroot
      < deactivate
      > reactivate
      s step %k/%n
      s step %k/%n %s
      g plan %s
      w weights %S
      w weight %S
      . expect %e
      h usual %e
      . speed %v
      t title %s
      x detail %s
      o code %s
      p paused %s
      z resume
      e next %s
      a restart %e
      l log %s
      k identity %S
      y style %S
      i image %S
      """)
  }

  /// Reads `job ID RECORD`: the record is one of that job alone, if it can be. The name alone
  /// announces the job.
  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    var words = WordReader()
    guard let first = words.word(record), record.extracting(first) == "job" else {
      return super.read(record, isCut: isCut, emit: emit)
    }
    let id = words.word(record).map { SanitizedText(record.extracting($0)) } ?? .empty
    if id.isEmpty || id.utf8.count > Job.idCapacity || id.utf8.firstIndex(of: 0x20) != nil {
      return emit(.malformed(SanitizedText(record)))
    }
    if words.isAtEnd(record) { return emit(.event(.job(id, .resumed))) }
    super.read(record.extracting(words.position...), isCut: isCut) {
      switch $0 {
      case .event(.logLine(let line)):
        emit(.event(.logLine(SanitizedText(id.utf8 + ": " + line.utf8))))
      case .event(let event): emit(.event(Job.isOwn(event) ? .job(id, event) : event))
      default: emit(.malformed(SanitizedText(record)))
      }
    }
  }

  /// Returns the events of a line; empty if the line is not native.
  static func events(_ record: Span<UInt8>) -> [ProgressEvent] {
    let said = Said()
    NativeLines().read(record, isCut: false, emit: said.take())
    return said.events
  }

  /// Returns whether a line is an outcome or a control word.
  static func isControl(_ record: Span<UInt8>) -> Bool {
    let said = Said()
    NativeLines().read(record, isCut: false, emit: said.take())
    return said.isControl
  }

  private final class Said {
    var events: [ProgressEvent] = []
    var isControl = false

    // Not inlined: otherwise the compiler specializes the whole reader for this closure.
    @inline(never) func take() -> (FeedOutput) -> Void {
      {
        if case .event(let event) = $0 { self.events.append(event) }
        if $0.isControl { self.isControl = true }
      }
    }
  }
}
