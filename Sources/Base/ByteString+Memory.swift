// Where texts meet memory that is not an array's: the program's literals, and C's strings.

extension ByteString: ExpressibleByStringLiteral {
  /// Creates a text of the program's own words.
  @inline(never) public init(_ words: StaticBytes) {
    // SAFETY: so many bytes are there, for as long as the program runs, and they are copied.
    self.init(unsafe Array(UnsafeBufferPointer(start: words.start, count: words.count)))
  }

  /// Creates a text of words of modules that don't know of texts.
  @_disfavoredOverload @inline(__always) public init(_ text: StaticString) {
    self.init(StaticBytes(stringLiteral: text))
  }

  /// Creates the text of a literal.
  @inline(__always) public init(stringLiteral text: StaticString) {
    self.init(StaticBytes(stringLiteral: text))
  }

  /// Copies a string of C's, up to its NUL.
  @unsafe @inline(never) public init(cString: UnsafePointer<CChar>) {
    // SAFETY: the caller promises that a NUL ends it.
    self.init()
    var next = unsafe cString
    while unsafe next.pointee != 0 {
      append(UInt8(bitPattern: unsafe next.pointee))
      unsafe next += 1
    }
  }

  /// Calls C with the text as a string of its own, lent for the call.
  ///
  /// - Returns: what the call returned; nil, without a call, when there is a NUL among the bytes: C would
  ///   see another, shorter text.
  @inline(never) public func withCString(_ body: (UnsafePointer<CChar>) -> Int) -> Int? {
    if firstIndex(of: 0) != nil { return nil }
    let terminated = bytes + [0]
    // SAFETY: characters and bytes have the same layout; the array lends them for the length of the call.
    return unsafe terminated.withUnsafeBytes { memory in
      unsafe memory.baseAddress.map { unsafe body($0.assumingMemoryBound(to: CChar.self)) }
    }
  }
}

extension Span<UInt8> {
  /// Eight bytes from a place on as one number, the first byte its lowest. Traps outside.
  @inlinable @inline(__always) public func word(at place: Int) -> UInt64 {
    precondition(place >= 0 && place <= count &- 8)
    // SAFETY: there are eight bytes, as was just found.
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// Whether 32 bytes from a place on are those from another on. Traps outside.
  @inlinable @inline(__always) public func repeats32(from place: Int, at other: Int) -> Bool {
    precondition(place >= 0 && other >= place && other <= count &- 32)
    var differences: UInt64 = 0
    for offset in 0..<4 {
      // SAFETY: there are 32 bytes from the latter on, as was just found, so from the former, too.
      let one = unsafe bytes.unsafeLoadUnaligned(
        fromByteOffset: place &+ 8 &* offset, as: UInt64.self)
      let two = unsafe bytes.unsafeLoadUnaligned(
        fromByteOffset: other &+ 8 &* offset, as: UInt64.self)
      differences |= one ^ two
    }
    return differences == 0
  }

  /// Whether these are a literal's bytes.
  @inline(never) public static func == (left: Span<UInt8>, right: StaticBytes) -> Bool {
    for index in left.indices {
      // SAFETY: the NUL has not come yet.
      let byte = unsafe right.start[index]
      if byte == 0 || byte != left[index] { return false }
    }
    // SAFETY: nor in what was compared.
    return unsafe right.start[left.count] == 0
  }

  /// Whether these are not a literal's bytes.
  public static func != (left: Span<UInt8>, right: StaticBytes) -> Bool { !(left == right) }
}
