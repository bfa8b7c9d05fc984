/// Encodes values in little-endian order, or decodes them. One function does both for each type, so
/// both sides have the same fields.
///
/// Past the end it decodes zeros. Equal texts and items keep their memory.
package struct WireCoder {
  /// Whether values are decoded.
  package let isReading: Bool
  /// The encoded bytes.
  package var bytes: [UInt8] = []
  // The place of the next byte to decode, and the end; beyond it if the input is malformed.
  private var (position, end) = (0, 0)

  /// Creates an encoder.
  package init() { isReading = false }

  /// Creates a decoder of a range of bytes.
  package init(reading bytes: [UInt8], _ range: Range<Int>) {
    (isReading, self.bytes) = (true, bytes)
    (position, end) = (range.lowerBound, range.upperBound)
  }

  /// Whether all bytes are decoded, and well-formed.
  package var isComplete: Bool { position == end }

  /// Marks the input as malformed.
  package mutating func refuse() { position = end + 1 }

  @inline(never) package mutating func code(_ byte: inout UInt8) {
    if !isReading { return bytes.append(byte) }
    byte = position < end ? bytes[position] : 0
    position += 1
  }

  @inline(never) package mutating func code(_ word: inout UInt64) {
    var coded: UInt64 = 0
    for place in UInt64(0)..<8 {
      var byte = UInt8(truncatingIfNeeded: word >> (8 * place))
      code(&byte)
      coded |= UInt64(byte) << (8 * place)
    }
    word = coded
  }

  @inline(never) package mutating func code(_ number: inout UInt32) {
    var word = UInt64(number)
    code(&word)
    number = UInt32(truncatingIfNeeded: word)
  }

  @inline(never) package mutating func code(_ number: inout Int) {
    var word = UInt64(bitPattern: Int64(number))
    code(&word)
    number = Int(truncatingIfNeeded: word)
  }

  @inline(never) package mutating func code(_ flag: inout Bool) {
    var byte: UInt8 = flag ? 1 : 0
    code(&byte)
    flag = byte != 0
  }

  @inline(never) package mutating func code(_ word: inout UInt64?) {
    var (isThere, value): (UInt8, UInt64) = (word == nil ? 0 : 1, word ?? 0)
    code(&isThere)
    code(&value)
    word = isThere != 0 ? value : nil
  }

  @inline(never) package mutating func code(_ duration: inout Duration) {
    var word = UInt64(bitPattern: duration.nanoseconds)
    code(&word)
    duration = .nanoseconds(Int64(bitPattern: word))
  }

  @inline(never) package mutating func code(_ duration: inout Duration?) {
    var word = duration.map { UInt64(bitPattern: $0.nanoseconds) }
    code(&word)
    duration = word.map { .nanoseconds(Int64(bitPattern: $0)) }
  }

  package mutating func code(_ number: inout Double) {
    var word = number.bitPattern
    code(&word)
    number = Double(bitPattern: word)
  }

  /// Codes a vector. NaN and magnitudes above 2e19 make the input malformed, since no state has
  /// them.
  @inline(never) package mutating func code(_ vector: inout SIMD4<Double>) {
    for lane in 0..<4 {
      var number = vector[lane]
      code(&number)
      if abs(number) <= 2e19 { vector[lane] = number } else if isReading { refuse() }
    }
  }

  @inline(never) package mutating func code(_ vector: inout SIMD8<Double>) {
    code(&vector.lowHalf)
    code(&vector.highHalf)
  }

  /// Codes a case of an enumeration. An unknown number makes the input malformed.
  package mutating func code<Case: RawRepresentable<UInt8>>(_ one: inout Case) {
    var byte = one.rawValue
    code(&byte)
    if let known = Case(rawValue: byte) { one = known } else { refuse() }
  }

  /// Decodes a count, and returns the range of that many bytes; empty past the end.
  private mutating func range() -> Range<Int> {
    var count: UInt64 = 0
    code(&count)
    guard position <= end, count <= UInt64(end - position) else {
      refuse()
      return 0..<0
    }
    defer { position += Int(count) }
    return position..<(position + Int(count))
  }

  private mutating func write(_ list: [UInt8]) {
    var count = UInt64(list.count)
    code(&count)
    bytes += list
  }

  @inline(never) package mutating func code(_ list: inout [UInt8]) {
    if isReading { list = Array(bytes[range()]) } else { write(list) }
  }

  @inline(never) package mutating func code(_ text: inout ByteString) {
    var list = text.bytes
    code(&list)
    text = ByteString(list)
  }

  /// Codes a text, of at most `capacity` bytes after decoding.
  @inline(never) package mutating func code(
    _ text: inout SanitizedText, atMost capacity: Int = SanitizedText.capacity
  ) {
    if !isReading { return write(text.utf8.bytes) }
    let range = range()
    var isSame = text.utf8.count == range.count
    for index in 0..<range.count where isSame {
      isSame = text.utf8[index] == bytes[range.lowerBound + index]
    }
    if !isSame { text = SanitizedText(bytes.span.extracting(range)).clipped(to: capacity) }
  }

  /// Codes a list, of at most 255 items. More items than a limit make the input malformed.
  ///
  /// - Parameters:
  ///   - empty: an item to decode into.
  ///   - body: codes an item.
  package mutating func code<Item: Equatable>(
    _ list: inout [Item], atMost limit: Int, _ empty: Item,
    _ body: (inout WireCoder, inout Item) -> Void
  ) {
    var byte = UInt8(list.count)
    code(&byte)
    var count = Int(byte)
    if count > limit {
      refuse()
      count = 0
    }
    if list.count > count { list.removeLast(list.count - count) }
    // Memory for all of them at once; without items, none.
    if list.count < count { list.reserveCapacity(count) }
    while list.count < count { list.append(empty) }
    for index in 0..<count {
      var item = list[index]
      body(&self, &item)
      if item != list[index] { list[index] = item }
    }
  }
}

/// A message between processes. All are one program, so the format has no version. A receiver does
/// not trust it nonetheless.
package protocol WireMessage {
  /// Creates a message to decode into.
  init()

  /// Codes all fields.
  mutating func code(_ coder: inout WireCoder)
}

extension WireMessage {
  /// The encoded message.
  package var bytes: [UInt8] {
    var (coder, message) = (WireCoder(), self)
    message.code(&coder)
    return coder.bytes
  }

  /// Decodes a message; nil if malformed.
  package init?(_ bytes: Span<UInt8>) {
    var coder = WireCoder(reading: ByteString(bytes).bytes, 0..<bytes.count)
    self.init()
    code(&coder)
    if !coder.isComplete { return nil }
  }
}
