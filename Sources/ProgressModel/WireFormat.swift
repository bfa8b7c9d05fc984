import Animation
import Base

/// Encodes values in little-endian order.
struct WireWriter {
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
struct WireReader {
  var position = 0

  @inline(never) mutating func byte(_ bytes: Span<UInt8>) -> UInt8 {
    defer { position += 1 }
    return position < bytes.count ? bytes[position] : 0
  }

  /// Reads the number of items that follow. More than a limit make the input malformed.
  @inline(never) mutating func count(_ bytes: Span<UInt8>, atMost limit: Int) -> Int {
    let count = Int(byte(bytes))
    if count <= limit { return count }
    position = bytes.count + 1
    return 0
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
