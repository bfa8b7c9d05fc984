/// Cuts a byte stream into records ended by LF, CR or NUL, in bounded memory.
///
/// Empty records are passed over, so CR LF ends one record. A record longer than `capacity` is cut
/// there; the rest, to its end, is dropped.
struct LineSplitter {
  /// The longest record, in bytes, without its end.
  static let capacity = 4_096

  private var pending: [UInt8] = []
  private var isCut = false

  /// Whether part of a record is waiting for its end.
  var holdsPartialRecord: Bool { !pending.isEmpty }

  /// Takes in bytes and hands on each record that they end, and whether it was cut.
  mutating func split(_ bytes: Span<UInt8>, record: (Span<UInt8>, Bool) -> Void) {
    var start = 0
    for position in bytes.indices {
      let byte = bytes[position]
      guard byte == 0x0a || byte == 0x0d || byte == 0 else { continue }
      if pending.isEmpty, position - start <= Self.capacity {
        if position > start { record(bytes.extracting(start..<position), false) }
      } else {
        hold(bytes.extracting(start..<position))
        flush(record: record)
      }
      start = position + 1
    }
    hold(bytes.extracting(start..<bytes.count))
  }

  /// Hands on what waits, as if its end had come.
  mutating func flush(record: (Span<UInt8>, Bool) -> Void) {
    if !pending.isEmpty { record(pending.span, isCut) }
    drop()
  }

  /// Forgets what waits.
  mutating func drop() {
    pending.removeAll(keepingCapacity: true)
    isCut = false
  }

  private mutating func hold(_ bytes: Span<UInt8>) {
    let kept = min(bytes.count, Self.capacity - pending.count)
    for position in 0..<kept { pending.append(bytes[position]) }
    if kept < bytes.count { isCut = true }
  }
}
