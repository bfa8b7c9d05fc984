public import Base

/// A statement as facts; a catalogue has its words.
public enum Utterance: Equatable, Sendable {
  /// No text.
  case nothing
  /// A given text, such as the feed's.
  case text(ByteString)
  /// A catalogue text without placeholders.
  case phrase(CatalogueKey)
  /// A percentage; with steps, the text marks it as that of the whole.
  case percent(Int, hasSteps: Bool)
  /// The received bytes, and their total unless it is unknown; with steps, those of the current
  /// step.
  case bytes(UInt64, of: UInt64?, units: UnitSystem, ofStep: Bool)
  /// The speed, bytes per second.
  case speed(UInt64, units: UnitSystem)
  /// A pause, with a reason that may be empty.
  case paused(ByteString)
  /// The time until the system restarts, seconds.
  case restart(Int)
  /// An error code for support.
  case code(ByteString)
  /// The time left, seconds.
  case left(Int)
  /// The time that the run usually takes, seconds.
  case usual(Int)
  /// The time since the last record, seconds.
  case stalled(Int)
  /// The number of the current step, the number of steps, and the step's name, which may be empty.
  case step(UInt32, of: UInt32, ByteString)
}

/// The units of byte counts.
public enum UnitSystem: Equatable, Sendable {
  /// Powers of 1000: kB, MB, GB, TB.
  case decimal
  /// Powers of 1024: KiB, MiB, GiB, TiB.
  case binary
}

extension Catalogue {
  /// Appends a statement in the catalogue's language, as UTF-8.
  ///
  /// It allocates nothing once the array has enough capacity.
  public func write(_ utterance: Utterance, to text: inout [UInt8]) {
    switch utterance {
    case .nothing: break
    case .text(let words): append(words, to: &text)
    case .phrase(let key): append(key, to: &text)
    case .percent(let percent, let hasSteps):
      write(hasSteps ? .percentOfWhole : .percent, to: &text) {
        Self.append(UInt64(percent), to: &$1)
      }
    case .bytes(let done, let total, let units, true):
      write(.bytesOfStep, to: &text) { _, text in
        write(.bytes(done, of: total, units: units, ofStep: false), to: &text)
      }
    case .bytes(let done, let total, let units, false):
      write(total == nil ? .bytesOpen : .bytes, to: &text) { name, text in
        write(size: name == "total" ? total ?? 0 : done, units, to: &text)
      }
    case .speed(let speed, let units):
      write(.speed, to: &text) { write(size: speed, units, to: &$1) }
    case .paused(let reason):
      if reason.isEmpty { return append(.paused, to: &text) }
      write(.pausedFor, to: &text) { append(reason, to: &$1) }
    case .code(let code): write(.code, to: &text) { append(code, to: &$1) }
    case .left(let seconds): write(.left, seconds, to: &text)
    case .usual(let seconds): write(.usual, seconds, to: &text)
    case .restart(let seconds): write(.restart, seconds, to: &text)
    case .stalled(let seconds):
      write(.stalled, to: &text) { write(seconds: seconds, roundedUp: false, to: &$1) }
    case .step(let number, let count, let title):
      write(title.isEmpty ? .step : .stepNamed, to: &text) { name, text in
        if name == "name" { return append(title, to: &text) }
        Self.append(UInt64(name == "count" ? count : number), to: &text)
      }
    }
  }

  // MARK: - Numbers

  /// Appends a text with a time. Rounded up: a time too long is better than one too short.
  private func write(_ key: CatalogueKey, _ seconds: Int, to text: inout [UInt8]) {
    write(key, to: &text) { write(seconds: seconds, roundedUp: true, to: &$1) }
  }

  /// Appends a number of bytes in the smallest unit that keeps it below 1,000. From megabytes on,
  /// numbers below 100 have one decimal.
  private func write(size bytes: UInt64, _ units: UnitSystem, to text: inout [UInt8]) {
    if bytes < 1_000 { return write(.unitB, to: &text) { Self.append(bytes, to: &$1) } }
    let base: UInt64 = units == .binary ? 1_024 : 1_000
    var (unit, divisor) = (1, base)
    while unit < 4, Self.rounded(bytes, over: divisor) >= 1_000 {
      unit += 1
      divisor *= base
    }
    let tenths = Self.tenths(bytes, over: divisor)
    write(Self.unitKey(unit, units), to: &text) { _, text in
      if unit == 1 || tenths >= 1_000 {
        return Self.append(Self.rounded(bytes, over: divisor), to: &text)
      }
      Self.append(tenths / 10, to: &text)
      append(.decimal, to: &text)
      Self.append(tenths % 10, to: &text)
    }
  }

  private static func unitKey(_ power: Int, _ units: UnitSystem) -> CatalogueKey {
    switch (power, units) {
    case (1, .decimal): .unitKB
    case (2, .decimal): .unitMB
    case (3, .decimal): .unitGB
    case (_, .decimal): .unitTB
    case (1, .binary): .unitKiB
    case (2, .binary): .unitMiB
    case (3, .binary): .unitGiB
    case (_, .binary): .unitTiB
    }
  }

  /// The quotient in tenths, rounded.
  private static func tenths(_ number: UInt64, over divisor: UInt64) -> UInt64 {
    let whole = number / divisor
    // No overflow: a unit is at most 2⁴⁰, and the quotient is below 2⁶⁴ / 1,000.
    return whole * 10 + ((number % divisor) * 10 + divisor / 2) / divisor
  }

  private static func rounded(_ number: UInt64, over divisor: UInt64) -> UInt64 {
    number / divisor + (number % divisor >= divisor / 2 ? 1 : 0)
  }

  /// Appends a time: in seconds below a minute, in minutes below an hour.
  private func write(seconds: Int, roundedUp: Bool, to text: inout [UInt8]) {
    let seconds = UInt64(max(0, seconds))
    if seconds < 60 { return write(.seconds, to: &text) { Self.append(seconds, to: &$1) } }
    let minutes = (seconds + (roundedUp ? 59 : 0)) / 60
    write(minutes < 60 ? .minutes : .hours, to: &text) { name, text in
      Self.append(name == "h" ? minutes / 60 : minutes % 60, to: &text)
    }
  }

  // MARK: - Texts

  /// Appends a catalogue text, and calls a function with the name of each placeholder to append its
  /// value.
  private func write(
    _ key: CatalogueKey, to text: inout [UInt8],
    _ value: (Span<UInt8>, inout [UInt8]) -> Void
  ) {
    withBytes(of: key) { Self.write($0, to: &text, value) }
  }

  private static func write(
    _ words: Span<UInt8>, to text: inout [UInt8],
    _ value: (Span<UInt8>, inout [UInt8]) -> Void
  ) {
    var index = 0
    while index < words.count {
      if words[index] == UInt8(ascii: "{") {
        var end = index
        while end < words.count, words[end] != UInt8(ascii: "}") { end += 1 }
        // The joiner ends a word of the font packs, and prevents a line break.
        if let last = text.last, last != 0x20 { appendJoiner(to: &text) }
        value(words.extracting((index + 1)..<end), &text)
        index = end + 1
        if index < words.count, words[index] != 0x20 { appendJoiner(to: &text) }
      } else {
        text.append(words[index])
        index += 1
      }
    }
  }

  private func append(_ key: CatalogueKey, to text: inout [UInt8]) {
    withBytes(of: key) { Self.append($0, to: &text) }
  }

  private func append(_ words: ByteString, to text: inout [UInt8]) {
    Self.append(words.bytes.span, to: &text)
  }

  /// Appends U+2060, WORD JOINER.
  private static func appendJoiner(to text: inout [UInt8]) {
    ("\u{2060}" as StaticBytes).withBytes { append($0, to: &text) }
  }

  @inline(never) private static func append(_ words: Span<UInt8>, to text: inout [UInt8]) {
    for index in words.indices { text.append(words[index]) }
  }

  private static func append(_ number: UInt64, to text: inout [UInt8]) {
    var divisor: UInt64 = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}
