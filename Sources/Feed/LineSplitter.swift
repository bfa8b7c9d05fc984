import Base

/// A splitter of a byte stream into records, in bounded memory.
///
/// LF, CR, NUL, BS or ESC 8 end a record. BS moves a terminal's cursor back and ESC 8 restores its
/// saved position: the record is overwritten. Empty records are skipped, so CR LF ends one record.
/// A record longer than `capacity` is cut, and its rest is dropped.
///
/// Two kinds of records are nested in others and extracted from them: a marked record (STX, text,
/// LF), written by `fbprogress send`, and a terminal command (ESC ] text, ended by BEL or ESC \,
/// ECMA-48 section 8.3.89). The outer record continues after them.
struct LineSplitter {
  /// The maximum length of a record without its end, bytes.
  static let capacity = 4_096
  /// STX: the first byte of a marked record.
  static let mark: UInt8 = 0x02

  /// The kind of a record.
  enum Kind {
    case line
    case marked
    case terminalCommand
  }

  /// The properties of a record besides its bytes.
  struct Record {
    var kind = Kind.line
    /// Whether the record was longer than `capacity`.
    var isCut = false
    /// The number of leading bytes that arrived before the rest was declared late.
    var lateCount = 0
    /// The offset in the bytes that are split; nil if the record began before them.
    var start: Int?
  }

  private enum Mode {
    case line
    /// The last byte was ESC.
    case escape
    case marked
    case terminalCommand
    /// The last byte within a terminal command was ESC.
    case terminalCommandEscape
  }

  private var pending: [UInt8] = []
  private var isCut = false
  private var lateCount = 0
  private var mode = Mode.line
  // Whether the rest of a marked record or terminal command was declared late.
  private var modeIsLate = false
  // The bytes of the open marked record or terminal command.
  private var inner: [UInt8] = []

  /// Whether a partial record waits for its end and is not declared late.
  var holdsPartialRecord: Bool {
    pending.count > lateCount || mode != .line && !modeIsLate
  }

  /// Whether a partial record waits for its end, late or not.
  var hasUnfinishedRecord: Bool { !pending.isEmpty || mode != .line }

  /// Splits the next bytes and emits each record that they complete.
  mutating func split(_ bytes: Span<UInt8>, record: (Span<UInt8>, Record) -> Void) {
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      switch mode {
      case .line:
        place = splitLines(bytes, from: place, record)
      case .escape:
        (mode, modeIsLate) = (.line, false)
        if byte == UInt8(ascii: "8") {
          flushLine(record)
          place += 1
        } else if byte == UInt8(ascii: "]") {
          mode = .terminalCommand
          place += 1
        } else {
          hold([0x1b].span)
          // A second ESC may begin a sequence; any other byte belongs to the line.
          if byte == 0x1b {
            mode = .escape
            place += 1
          }
        }
      case .marked:
        if byte == 0x0a {
          finishInner(.marked, record)
          place += 1
        } else if byte < 0x20 || inner.count == Self.capacity {
          // `send` writes no such byte, so the STX was no mark.
          makeLine()
        } else {
          inner.append(byte)
          place += 1
        }
      case .terminalCommand:
        place += 1
        if byte == 0x07 {
          finishInner(.terminalCommand, record)
        } else if byte == 0x1b {
          mode = .terminalCommandEscape
        } else if byte < 0x20 {
          // The terminator is missing, so it was no command.
          makeLine()
          place -= 1
        } else if inner.count < Self.capacity {
          inner.append(byte)
        }
      case .terminalCommandEscape:
        if byte == UInt8(ascii: "\\") {
          finishInner(.terminalCommand, record)
          place += 1
        } else {
          makeLine()
          mode = .escape
        }
      }
    }
  }

  /// Splits lines until the bytes end or the mode changes; returns the next offset.
  private mutating func splitLines(
    _ bytes: Span<UInt8>, from first: Int, _ record: (Span<UInt8>, Record) -> Void
  ) -> Int {
    var start = first
    var place = first
    while true {
      place = Self.control(in: bytes, from: place)
      if place == bytes.count { break }
      switch bytes[place] {
      case Self.mark:
        hold(bytes.extracting(start..<place))
        mode = .marked
        return place + 1
      case 0x1b:
        if place + 1 < bytes.count, bytes[place + 1] != UInt8(ascii: "8"),
          bytes[place + 1] != UInt8(ascii: "]"), bytes[place + 1] != 0x1b
        {
          place += 1
          continue
        }
        hold(bytes.extracting(start..<place))
        mode = .escape
        return place + 1
      default:
        if pending.isEmpty, place - start <= Self.capacity {
          if place > start { record(bytes.extracting(start..<place), Record(start: start)) }
        } else {
          hold(bytes.extracting(start..<place))
          flushLine(record)
        }
        start = place + 1
        place = start
      }
    }
    hold(bytes.extracting(start..<place))
    return place
  }

  /// Emits the partial record as if its end had arrived.
  mutating func flush(record: (Span<UInt8>, Record) -> Void) {
    if mode != .line { makeLine() }
    flushLine(record)
    drop()
  }

  private mutating func flushLine(_ record: (Span<UInt8>, Record) -> Void) {
    if !pending.isEmpty {
      record(pending.span, Record(isCut: isCut, lateCount: lateCount))
    }
    pending.removeAll(keepingCapacity: true)
    isCut = false
    lateCount = 0
  }

  private mutating func finishInner(_ kind: Kind, _ record: (Span<UInt8>, Record) -> Void) {
    if !inner.isEmpty { record(inner.span, Record(kind: kind)) }
    inner.removeAll(keepingCapacity: true)
    (mode, modeIsLate) = (.line, false)
  }

  /// Returns the bytes of a marked record or terminal command to the line.
  private mutating func makeLine() {
    let bytes = inner
    inner.removeAll(keepingCapacity: true)
    (mode, modeIsLate) = (.line, false)
    hold(bytes.span)
  }

  /// Discards the partial record.
  mutating func drop() {
    pending.removeAll(keepingCapacity: true)
    inner.removeAll(keepingCapacity: true)
    (mode, modeIsLate) = (.line, false)
    isCut = false
    lateCount = 0
  }

  /// Declares the rest of the partial record late. Returns false if the record was too long to keep
  /// and is dropped.
  mutating func markLate() -> Bool {
    if mode == .marked { makeLine() }
    modeIsLate = mode != .line
    if isCut { drop() }
    lateCount = pending.count
    return lateCount > 0 || modeIsLate
  }

  /// Returns the offset of the first LF, CR, NUL, BS, STX or ESC from `start` on; the count if
  /// none.
  @_optimize(speed) @inline(never)
  private static func control(in bytes: Span<UInt8>, from start: Int) -> Int {
    var place = start
    while place < bytes.count {
      // In a long record, 64 bytes at once.
      if place >= start + 64, place + 64 <= bytes.count {
        var found: UInt64 = 0
        for offset in 0..<8 { found |= controls(in: bytes.word(at: place + 8 * offset)) }
        if found == 0 {
          place += 64
          continue
        }
      }
      if place + 8 <= bytes.count {
        let found = controls(in: bytes.word(at: place))
        // Only the lowest bit is exact.
        place += found == 0 ? 8 : found.trailingZeroBitCount / 8
        if found == 0 { continue }
      }
      let byte = bytes[place]
      if byte < 0x20,
        byte == 0x0a || byte == 0x0d || byte == 0 || byte == 0x08 || byte == mark || byte == 0x1b
      {
        return place
      }
      place += 1
    }
    return bytes.count
  }

  /// Returns 0 for eight bytes without one below 0x20, where the subtraction sets the highest bit.
  @inline(__always) private static func controls(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (word &- 0x20 * ones) & ~word & (0x80 * ones)
  }

  private mutating func hold(_ bytes: Span<UInt8>) {
    let kept = min(bytes.count, Self.capacity - pending.count)
    for position in 0..<kept { pending.append(bytes[position]) }
    if kept < bytes.count { isCut = true }
  }
}
