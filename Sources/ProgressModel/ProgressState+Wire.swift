import Animation
import Base

// The state as bytes, for the channel from keeper to presenter. Both are one program, so the format
// has no version. It is validated nonetheless, because a presenter must not trap on its input.
extension ProgressState {
  /// Appends the encoded state to `bytes`.
  public func write(to bytes: inout [UInt8]) {
    var writer = WireWriter()
    swap(&writer.bytes, &bytes)
    writer.append(phase.rawValue)
    writer.append(
      (rules.finishesAtFull ? 1 : 0) | (rules.isMonotonic ? 2 : 0) | (rules.limitsSpeed ? 4 : 0)
        | (rules.followsSpeed ? 8 : 0) | (units == .binary ? 16 : 0)
        | (rules.isSteady ? 32 : 0) | (shown.isSteady ? 64 : 0) as UInt8)
    writer.append(rules.stallTimeout)
    writer.append(rules.intro)
    writer.append(phaseBegan)
    writer.append(began)
    writer.append(optional: activeBegan)
    writer.append(optional: fraction.map { UInt64($0.billionths) })
    writer.append(UInt64(highest.billionths))
    writer.append(shown)
    writer.append(indeterminacy)
    writer.append(optional: indeterminateSince)
    writer.append(optional: completedBytes)
    writer.append(optional: totalBytes)
    writer.append(optional: statedSpeed)
    writer.append(UInt64(steps.number) << 32 | UInt64(steps.count))
    writer.append(ByteString(steps.weights))
    writer.append(steps.name.utf8)
    writer.append(title.utf8)
    writer.append(message.utf8)
    writer.append(detail.utf8)
    writer.append(code.utf8)
    writer.append(optional: pausedAt)
    writer.append(pauseReason.utf8)
    writer.append(next.utf8)
    writer.append(optional: restartsAt)
    writer.append(style.utf8)
    writer.append(picture.utf8)
    for vector in 0..<11 { writer.append(self[vector: vector]) }
    writer.append(UInt64(bitPattern: sway.steps))
    swap(&writer.bytes, &bytes)
  }

  /// Decodes a state that `write(to:)` encoded; nil if malformed.
  ///
  /// - Parameter last: the previous state. Its texts are reused if unchanged, which saves
  ///   allocations.
  public init?(wire bytes: Span<UInt8>, after last: ProgressState? = nil) {
    var reader = WireReader()
    guard let phase = ProgressPhase(rawValue: reader.byte(bytes)) else { return nil }
    let flags = reader.byte(bytes)
    var rules = ProgressRules()
    (rules.finishesAtFull, rules.isMonotonic) = (flags & 1 != 0, flags & 2 != 0)
    (rules.limitsSpeed, rules.followsSpeed) = (flags & 4 != 0, flags & 8 != 0)
    rules.isSteady = flags & 32 != 0
    rules.stallTimeout = reader.duration(bytes)
    rules.intro = reader.duration(bytes)
    let (phaseBegan, began) = (reader.duration(bytes), reader.duration(bytes))
    self.init(at: began, rules: rules)
    units = flags & 16 != 0 ? .binary : .decimal
    self.phase = phase
    self.phaseBegan = phaseBegan
    activeBegan = reader.optionalDuration(bytes)
    fraction = reader.optional(bytes).map { Fraction(billionths: Int64(clamping: $0)) }
    highest = Fraction(billionths: Int64(clamping: reader.word(bytes)))
    let value = reader.easedValue(bytes)
    shown = EasedValue(
      from: value.start, to: value.target, at: value.began, over: value.duration,
      isSteady: flags & 64 != 0)
    indeterminacy = reader.easedValue(bytes)
    indeterminateSince = reader.optionalDuration(bytes)
    completedBytes = reader.optional(bytes)
    totalBytes = reader.optional(bytes)
    statedSpeed = reader.optional(bytes)
    let step = reader.word(bytes)
    steps.count = UInt32(truncatingIfNeeded: step)
    steps.number = min(UInt32(step >> 32), steps.count)
    steps.weights = reader.string(bytes).bytes
    steps.name = reader.text(bytes, unless: last?.steps.name)
    title = reader.text(bytes, unless: last?.title)
    message = reader.text(bytes, unless: last?.message)
    detail = reader.text(bytes, unless: last?.detail)
    code = reader.text(bytes, unless: last?.code)
    pausedAt = reader.optionalDuration(bytes)
    pauseReason = reader.text(bytes, unless: last?.pauseReason)
    next = reader.text(bytes, unless: last?.next)
    restartsAt = reader.optionalDuration(bytes)
    style = reader.text(bytes, unless: last?.style)
    picture = reader.text(bytes, unless: last?.picture)
    for vector in 0..<11 { self[vector: vector] = reader.vector(bytes) }
    sway.steps = Int64(bitPattern: reader.word(bytes))
    guard abs(sway.steps) < 1 << 50, reader.position == bytes.count,
      (shown.start + shown.target + indeterminacy.start + indeterminacy.target).isFinite
    else {
      return nil
    }
  }
}

extension ProgressState {
  /// Accesses the state's vectors by index, in the order of the format.
  private subscript(vector number: Int) -> SIMD4<Double> {
    get {
      switch number {
      case 0: pace.values.lowHalf
      case 1: pace.values.highHalf
      case 2: byteRate.values.lowHalf
      case 3: byteRate.values.highHalf
      case 4: left.values
      case 5: stallTimer.values.lowHalf
      case 6: stallTimer.values.highHalf
      case 7: sway.visible
      case 8: sway.relative
      case 9: sway.pace
      default: heldFigures.values
      }
    }
    set {
      switch number {
      case 0: pace.values.lowHalf = newValue
      case 1: pace.values.highHalf = newValue
      case 2: byteRate.values.lowHalf = newValue
      case 3: byteRate.values.highHalf = newValue
      case 4: left.values = newValue
      case 5: stallTimer.values.lowHalf = newValue
      case 6: stallTimer.values.highHalf = newValue
      case 7: sway.visible = newValue
      case 8: sway.relative = newValue
      case 9: sway.pace = newValue
      default: heldFigures.values = newValue
      }
    }
  }
}

/// Encodes values in little-endian order.
private struct WireWriter {
  var bytes: [UInt8] = []

  @inline(never) mutating func append(_ byte: UInt8) { bytes.append(byte) }

  @inline(never) mutating func append(_ word: UInt64) {
    for place in UInt64(0)..<8 { append(UInt8(truncatingIfNeeded: word >> (8 * place))) }
  }

  @inline(never) mutating func append(optional word: UInt64?) {
    append(word == nil ? 0 as UInt8 : 1)
    append(word ?? 0)
  }

  @inline(never) mutating func append(_ duration: Duration) {
    append(UInt64(bitPattern: duration.nanoseconds))
  }

  @inline(never) mutating func append(_ value: EasedValue) {
    append(value.start.bitPattern)
    append(value.target.bitPattern)
    append(value.began)
    append(value.duration)
  }

  @inline(never) mutating func append(optional duration: Duration?) {
    append(duration == nil ? 0 as UInt8 : 1)
    append(duration ?? .zero)
  }

  @inline(never) mutating func append(_ vector: SIMD4<Double>) {
    for lane in 0..<4 { append(vector[lane].bitPattern) }
  }

  @inline(never) mutating func append(_ text: ByteString) {
    append(UInt64(text.count))
    bytes += text.bytes
  }
}

/// Decodes the output of `WireWriter`. Past the end it reads zeros and leaves its position beyond
/// the count.
private struct WireReader {
  var position = 0

  @inline(never) mutating func byte(_ bytes: Span<UInt8>) -> UInt8 {
    defer { position += 1 }
    return position < bytes.count ? bytes[position] : 0
  }

  @inline(never) mutating func word(_ bytes: Span<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for place in UInt64(0)..<8 { word |= UInt64(byte(bytes)) << (8 * place) }
    return word
  }

  @inline(never) mutating func optional(_ bytes: Span<UInt8>) -> UInt64? {
    let isThere = byte(bytes) != 0
    let word = word(bytes)
    return isThere ? word : nil
  }

  @inline(never) mutating func duration(_ bytes: Span<UInt8>) -> Duration {
    .nanoseconds(Int64(bitPattern: word(bytes)))
  }

  @inline(never) mutating func easedValue(_ bytes: Span<UInt8>) -> EasedValue {
    let (start, target) = (word(bytes), word(bytes))
    let (began, duration) = (duration(bytes), duration(bytes))
    return EasedValue(
      from: Double(bitPattern: start), to: Double(bitPattern: target), at: began, over: duration)
  }

  @inline(never) mutating func optionalDuration(_ bytes: Span<UInt8>) -> Duration? {
    let isThere = byte(bytes) != 0
    let duration = duration(bytes)
    return isThere ? duration : nil
  }

  @inline(never) mutating func string(_ bytes: Span<UInt8>) -> ByteString {
    ByteString(bytes.extracting(range(bytes)))
  }

  /// Returns the range of the bytes whose count precedes them; empty past the end.
  private mutating func range(_ bytes: Span<UInt8>) -> Range<Int> {
    let count = word(bytes)
    guard position <= bytes.count, count <= UInt64(bytes.count - position) else {
      position = bytes.count + 1
      return 0..<0
    }
    defer { position += Int(count) }
    return position..<(position + Int(count))
  }

  /// Reads a vector. NaN and magnitudes above 2e19 make the input malformed, since no state has
  /// them.
  @inline(never) mutating func vector(_ bytes: Span<UInt8>) -> SIMD4<Double> {
    var vector = SIMD4<Double>()
    for lane in 0..<4 {
      let number = Double(bitPattern: word(bytes))
      if abs(number) <= 2e19 { vector[lane] = number } else { position = bytes.count + 1 }
    }
    return vector
  }

  /// Reads a text; returns `known` itself if the bytes are equal.
  @inline(never) mutating func text(
    _ bytes: Span<UInt8>, unless known: SanitizedText?
  ) -> SanitizedText {
    let range = range(bytes)
    if let known, known.utf8.count == range.count {
      var isSame = true
      for index in 0..<range.count where known.utf8[index] != bytes[range.lowerBound + index] {
        isSame = false
      }
      if isSame { return known }
    }
    return SanitizedText(bytes.extracting(range))
  }
}
