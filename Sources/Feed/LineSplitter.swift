import Base

/// Splits a byte stream into records, in bounded memory.
///
/// LF, CR, NUL, BS or ESC 8 end a record. BS moves a terminal's cursor back, and ESC 8 to a saved
/// position: the record is overwritten. Empty records are skipped, so CR LF ends one record. A record longer than
/// `capacity` is cut there, and its rest is dropped.
///
/// Two kinds of records stand inside others and are taken out of them: a marked record (STX, text,
/// LF), written by `fbprogress send`, and a terminal command (ESC ] text, ended by BEL or ESC \,
/// ECMA-48 section 8.3.89). The record around them continues behind them.
struct LineSplitter {
  /// The maximum length of a record without its end, bytes.
  static let capacity = 4_096
  /// STX: the first byte of a marked record.
  static let mark: UInt8 = 0x02

  /// What kind of record was found.
  enum Kind {
    case line
    case marked
    case terminalCommand
  }

  /// A record's properties beside its bytes.
  struct Record {
    var kind = Kind.line
    /// Whether the record was longer than `capacity`.
    var isCut = false
    /// How many of the first bytes were there when their rest was declared late.
    var lateCount = 0
  }

  private enum Mode {
    case line
    /// The last byte was ESC.
    case escape
    case marked
    case terminalCommand
    /// Within a terminal command the last byte was ESC.
    case terminalCommandEscape
  }

  private var pending: [UInt8] = []
  private var isCut = false
  private var lateCount = 0
  private var mode = Mode.line
  // Whether the rest of a sequence that is no line was declared late.
  private var modeIsLate = false
  // The bytes of a marked record or a terminal command so far.
  private var inner: [UInt8] = []

  /// Whether a part of a record waits for its end and is not declared late.
  var holdsPartialRecord: Bool {
    pending.count > lateCount || mode != .line && !modeIsLate
  }

  /// Whether a part of a record waits for its end, late or not.
  var hasUnfinishedRecord: Bool { !pending.isEmpty || mode != .line }

  /// Takes in bytes and emits each record that they complete.
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
          // A second ESC may begin a sequence of its own; anything else belongs to the line.
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
          // `send` writes no such byte: the mark was none.
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
          // The end is missing: it was no command.
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

  /// Splits from a place on until the bytes end or the mode changes; returns the next place.
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
          if place > start { record(bytes.extracting(start..<place), Record()) }
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

  /// Emits what waits, as if its end had come.
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

  /// Makes the bytes of a marked record or a terminal command a part of the line again.
  private mutating func makeLine() {
    let bytes = inner
    inner.removeAll(keepingCapacity: true)
    (mode, modeIsLate) = (.line, false)
    hold(bytes.span)
  }

  /// Drops what waits.
  mutating func drop() {
    pending.removeAll(keepingCapacity: true)
    inner.removeAll(keepingCapacity: true)
    (mode, modeIsLate) = (.line, false)
    isCut = false
    lateCount = 0
  }

  /// Declares the rest of what waits late; returns false if that was too long to keep, and is dropped.
  mutating func waitLonger() -> Bool {
    if mode == .marked { makeLine() }
    modeIsLate = mode != .line
    if isCut { drop() }
    lateCount = pending.count
    return lateCount > 0 || modeIsLate
  }

  /// Where the first end of a record is from a place on, or its last byte; the bytes' count if there is none.
  static func end(of bytes: Span<UInt8>, from start: Int) -> Int {
    var place = start
    while true {
      place = control(in: bytes, from: place)
      if place == bytes.count { return place }
      switch bytes[place] {
      case mark: place += 1
      case 0x1b:
        place += 1
        if place < bytes.count, bytes[place] == UInt8(ascii: "8") { return place }
      default: return place
      }
    }
  }

  /// The first place from one on of LF, CR, NUL, BS, STX or ESC; the bytes' count if there is none.
  @_optimize(speed) @inline(never)
  private static func control(in bytes: Span<UInt8>, from start: Int) -> Int {
    var place = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    while place < bytes.count {
      // Eight bytes at a time without a control: below 0x20, the subtraction sets the highest bit.
      if place + 8 <= bytes.count {
        let word = bytes.word(at: place)
        if (word &- 0x20 * ones) & ~word & (0x80 * ones) == 0 {
          place += 8
          continue
        }
      }
      for index in place..<min(place + 8, bytes.count) {
        let byte = bytes[index]
        if byte >= 0x20 { continue }
        if byte == 0x0a || byte == 0x0d || byte == 0 || byte == 0x08 || byte == mark
          || byte == 0x1b
        {
          return index
        }
      }
      place += 8
    }
    return bytes.count
  }

  private mutating func hold(_ bytes: Span<UInt8>) {
    let kept = min(bytes.count, Self.capacity - pending.count)
    for position in 0..<kept { pending.append(bytes[position]) }
    if kept < bytes.count { isCut = true }
  }
}
