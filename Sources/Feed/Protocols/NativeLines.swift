public import Base
import ProgressModel

extension FeedProtocol {
  /// The native protocol, in lines.
  public static let native = FeedProtocol(
    name: "native",
    summary: "lines of words: 42, progress 0.42, bytes 1234 5678, message TEXT, done",
    makeReader: { NativeLines() })

  /// Returns the end of an error about an unknown record, with the name that is nearest; nil for
  /// none.
  public static func suggestion(forRecord name: ByteString) -> ByteString? {
    // The name follows a row's letter.
    let rows = ByteString(NativeLines.table).split(at: UInt8(ascii: "\n"))
    let names = rows.map { $0.split(at: UInt8(ascii: " "))[1] }
    return name.suggestion(among: names.filter { $0[0] >= UInt8(ascii: "a") })
  }
}

/// A reader of native lines; see `docs/feeds/native.md`.
final class NativeLines: TableReader {
  fileprivate static let table: StaticBytes = """
    A %c
    - -%a
    . %p%%
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
    """

  /// Creates a reader at the start of a feed.
  ///
  /// - Parameter guessesFractions: whether bare numbers below 1 may be fractions.
  init(guessesFractions: Bool = false) {
    super.init(Self.table, guessesFractions: guessesFractions)
  }

  /// Reads `job ID RECORD`: the record is one of that job alone, if it can be. The name alone
  /// announces the job.
  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    guard let first = record.word(from: 0), record.extracting(first) == "job" else {
      return super.read(record, isCut: isCut, emit: emit)
    }
    guard let name = record.word(from: first.upperBound), let id = Job.id(record.extracting(name))
    else {
      return emit(.unknown)
    }
    let rest = record.extracting(name.upperBound...)
    if rest.word(from: 0) == nil { return emit(.event(.job(id, .resumed))) }
    super.read(rest, isCut: isCut) {
      if !Self.emit($0, ofJob: id, emit) { emit(.unknown) }
    }
  }

  /// Emits an output as that of a job, if it can be; false if it cannot.
  static func emit(
    _ output: FeedOutput, ofJob id: SanitizedText, _ emit: (FeedOutput) -> Void
  ) -> Bool {
    guard case .event(let event) = output else { return false }
    if case .logLine(let line) = event {
      emit(.event(.logLine(SanitizedText(id.utf8 + ": " + line.utf8))))
    } else {
      emit(.event(Job.isOwn(event) ? .job(id, event) : event))
    }
    return true
  }

  /// Returns the events of a line; empty if the line is not native.
  static func events(_ record: Span<UInt8>) -> [ProgressEvent] {
    outputs(record).compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// Returns whether a line is an outcome or a control word.
  static func isControl(_ record: Span<UInt8>) -> Bool { outputs(record).hasControl }

  @inline(never) private static func outputs(_ record: Span<UInt8>) -> [FeedOutput] {
    var outputs: [FeedOutput] = []
    NativeLines().read(record, isCut: false) { outputs.append($0) }
    return outputs
  }
}

extension Job {
  /// The name of a job, as a feed gives it; nil if it is empty, too long, or has blanks.
  static func id(_ text: Span<UInt8>) -> SanitizedText? {
    let id = SanitizedText(text)
    let isValid =
      !id.isEmpty && id.utf8.count <= idCapacity && id.utf8.firstIndex(of: 0x20) == nil
    return isValid ? id : nil
  }
}
