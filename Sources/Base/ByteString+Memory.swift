// Conversions between `ByteString` and memory that no array owns: spans, literals and C strings.

extension [UInt8] {
  /// Creates an array of the first bytes of words, each with its lowest byte first. Traps if there
  /// are fewer.
  public init(words: Span<UInt64>, count: Int) {
    precondition(count <= 8 * words.count, "too few words")
    // SAFETY: the words are only read; every supported board stores the lowest byte first.
    self = unsafe words.withUnsafeBytes { unsafe Array($0[..<count]) }
  }
}

extension ByteString: ExpressibleByStringLiteral {
  /// Creates a byte string from a copy of borrowed bytes.
  @inline(never) public init(_ bytes: Span<UInt8>) {
    // SAFETY: the bytes are only read.
    self.init(unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) })
  }

  /// Creates a byte string from a copy of a literal's bytes.
  @inline(never) public init(_ words: StaticBytes) {
    // SAFETY: `count` bytes are readable for the life of the program, and are copied.
    self.init(unsafe Array(UnsafeBufferPointer(start: words.start, count: words.count)))
  }

  /// Creates a byte string from a literal that another module holds as a `StaticString`.
  @_disfavoredOverload @inline(__always) public init(_ text: StaticString) {
    self.init(StaticBytes(stringLiteral: text))
  }

  /// Creates a byte string from a literal. Without bytes it needs no call.
  @inline(__always) public init(stringLiteral text: StaticString) {
    self = text.utf8CodeUnitCount == 0 ? ByteString() : ByteString(StaticBytes(stringLiteral: text))
  }

  /// Creates a byte string from a copy of a C string, without its NUL.
  @unsafe @inline(never) public init(cString: UnsafePointer<CChar>) {
    // SAFETY: the caller promises a terminating NUL.
    var count = 0
    while unsafe cString[count] != 0 { count += 1 }
    self.init(unsafe Array(UnsafeRawBufferPointer(start: cString, count: count)))
  }

  /// Calls `body` with the bytes as a NUL-terminated C string, valid for the call only.
  ///
  /// - Returns: the result of `body`; nil, without a call, if the bytes contain a NUL, since C
  ///   would see a shorter string.
  @inline(never) public func withCString(_ body: (UnsafePointer<CChar>) -> Int) -> Int? {
    if firstIndex(of: 0) != nil { return nil }
    // SAFETY: all characters and the NUL are written; the memory outlives the call.
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { memory in
      for index in 0..<count { unsafe memory[index] = CChar(bitPattern: bytes[index]) }
      unsafe memory[count] = 0
      return unsafe memory.baseAddress.map { unsafe body($0) }
    }
  }
}

extension Span<UInt8> {
  /// Reads eight bytes from an offset on as a little-endian number. Traps outside.
  @inlinable @inline(__always) public func word(at place: Int) -> UInt64 {
    precondition(place >= 0 && place <= count &- 8)
    // SAFETY: the precondition leaves eight bytes.
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// Compares the bytes with a literal's.
  @inline(never) public static func == (left: Span<UInt8>, right: StaticBytes) -> Bool {
    for index in left.indices {
      // SAFETY: all bytes before this one differ from NUL, so the literal reaches here.
      let byte = unsafe right.start[index]
      if byte == 0 || byte != left[index] { return false }
    }
    // SAFETY: none of the compared bytes was the NUL.
    return unsafe right.start[left.count] == 0
  }
}
