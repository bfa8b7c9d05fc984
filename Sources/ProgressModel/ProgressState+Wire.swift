import Animation
import ByteStrings

// The state as bytes, for the pipe between keeper and presenter. Both are one program, so the form has
// no version; it is checked all the same, since a presenter must not trap on anything it reads.
extension ProgressState {
  /// Appends the state's bytes.
  public func write(to bytes: inout [UInt8]) {
    var writer = WireWriter()
    swap(&writer.bytes, &bytes)
    writer.append(phase.rawValue)
    writer.append(finishesAtFull ? 1 as UInt8 : 0)
    writer.append(phaseBegan)
    writer.append(began)
    writer.append(optional: fraction.map { UInt64($0.billionths) })
    writer.append(shown.start.bitPattern)
    writer.append(shown.target.bitPattern)
    writer.append(shown.began)
    writer.append(shown.duration)
    writer.append(indeterminateSince != nil ? 1 as UInt8 : 0)
    writer.append(indeterminateSince ?? .zero)
    writer.append(optional: completedBytes)
    writer.append(optional: totalBytes)
    writer.append(optional: statedSpeed)
    writer.append(UInt64(steps.number) << 32 | UInt64(steps.count))
    writer.append(ByteString(steps.weights))
    for text in [steps.name, title, message, detail, style, picture] { writer.append(text.utf8) }
    for number in numbers { writer.append(number.bitPattern) }
    swap(&writer.bytes, &bytes)
  }

  /// Reads what `write(to:)` wrote; nil for anything else.
  public init?(wire bytes: Span<UInt8>) {
    var reader = WireReader()
    guard let phase = ProgressPhase(rawValue: reader.byte(bytes)) else { return nil }
    let finishesAtFull = reader.byte(bytes) != 0
    let (phaseBegan, began) = (reader.duration(bytes), reader.duration(bytes))
    self.init(at: began, finishesAtFull: finishesAtFull)
    self.phase = phase
    self.phaseBegan = phaseBegan
    fraction = reader.optional(bytes).map { Fraction(billionths: Int64(clamping: $0)) }
    let (start, target) = (reader.word(bytes), reader.word(bytes))
    let (shownBegan, duration) = (reader.duration(bytes), reader.duration(bytes))
    shown = EasedValue(
      from: Double(bitPattern: start), to: Double(bitPattern: target), at: shownBegan,
      over: duration)
    let isIndeterminate = reader.byte(bytes) != 0
    let since = reader.duration(bytes)
    indeterminateSince = isIndeterminate ? since : nil
    completedBytes = reader.optional(bytes)
    totalBytes = reader.optional(bytes)
    statedSpeed = reader.optional(bytes)
    let step = reader.word(bytes)
    steps.count = UInt32(truncatingIfNeeded: step)
    steps.number = min(UInt32(step >> 32), steps.count)
    steps.weights = reader.string(bytes).bytes
    steps.name = reader.text(bytes)
    title = reader.text(bytes)
    message = reader.text(bytes)
    detail = reader.text(bytes)
    style = reader.text(bytes)
    picture = reader.text(bytes)
    var numbers: [Double] = []
    for _ in 0..<Self.numberCount { numbers.append(Double(bitPattern: reader.word(bytes))) }
    for number in numbers where !(abs(number) <= 2e19) { return nil }
    set(numbers)
    guard reader.position == bytes.count, shown.start.isFinite, shown.target.isFinite else {
      return nil
    }
  }
}

// The numbers of the state's meters, in one row. An amount that is not there is below zero.
extension ProgressState {
  private static let numberCount = 18

  private var numbers: [Double] {
    var numbers: [Double] = []
    for meter in [pace, flow] {
      numbers += [
        meter.amount ?? -1, meter.began, meter.changed, meter.work, meter.time, meter.gap,
      ]
    }
    numbers += [left?.shown ?? -1, left?.goal ?? 0, left?.changed ?? 0]
    return numbers + [news.last, news.gap, news.expected]
  }

  private mutating func set(_ numbers: [Double]) {
    func meter(_ place: Int) -> RateMeter {
      RateMeter(
        amount: numbers[place] < 0 ? nil : numbers[place], began: numbers[place + 1],
        changed: numbers[place + 2], work: numbers[place + 3], time: numbers[place + 4],
        gap: numbers[place + 5])
    }
    (pace, flow) = (meter(0), meter(6))
    left =
      numbers[12] < 0
      ? nil : TimeLeft(shown: numbers[12], goal: numbers[13], changed: numbers[14])
    news = NewsWatch(last: numbers[15], gap: numbers[16], expected: numbers[17])
  }
}

/// Appends little-endian values to bytes.
private struct WireWriter {
  var bytes: [UInt8] = []

  @inline(never) mutating func append(_ byte: UInt8) { bytes.append(byte) }

  @inline(never) mutating func append(_ word: UInt64) {
    for place in UInt64(0)..<8 { append(UInt8(truncatingIfNeeded: word >> (8 * place))) }
  }

  mutating func append(optional word: UInt64?) {
    append(word == nil ? 0 as UInt8 : 1)
    append(word ?? 0)
  }

  @inline(never) mutating func append(_ duration: Duration) {
    let parts = duration.components
    append(UInt64(bitPattern: parts.seconds))
    append(UInt64(bitPattern: parts.attoseconds))
  }

  @inline(never) mutating func append(_ text: ByteString) {
    append(UInt64(text.count))
    bytes += text.bytes
  }
}

/// Reads what `WireWriter` wrote. Past the end it reads zeros and leaves its position beyond the count.
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

  mutating func optional(_ bytes: Span<UInt8>) -> UInt64? {
    let isThere = byte(bytes) != 0
    let word = word(bytes)
    return isThere ? word : nil
  }

  @inline(never) mutating func duration(_ bytes: Span<UInt8>) -> Duration {
    let seconds = Int64(bitPattern: word(bytes))
    let attoseconds = Int64(bitPattern: word(bytes))
    return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }

  @inline(never) mutating func string(_ bytes: Span<UInt8>) -> ByteString {
    let count = word(bytes)
    guard position <= bytes.count, count <= UInt64(bytes.count - position) else {
      position = bytes.count + 1
      return ""
    }
    defer { position += Int(count) }
    return ByteString(bytes.extracting(position..<(position + Int(count))))
  }

  mutating func text(_ bytes: Span<UInt8>) -> ProgressText { ProgressText(string(bytes)) }
}
