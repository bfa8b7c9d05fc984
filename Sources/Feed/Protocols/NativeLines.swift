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
      s step %k/%n
      s step %k/%n %s
      w weights %S
      . expect %e
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

    // Not inlined, or the compiler specializes the whole reader for this closure.
    @inline(never) func take() -> (FeedOutput) -> Void {
      {
        if case .event(let event) = $0 { self.events.append(event) }
        if $0.isControl { self.isControl = true }
      }
    }
  }
}
