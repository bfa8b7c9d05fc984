// Where texts meet memory that is not an array's: the program's literals, and C's strings.

extension ByteString: ExpressibleByStringLiteral {
  /// Creates a text of the program's own words, none of which has a NUL.
  ///
  /// There are hundreds of such words: each call hands over nothing but where they are.
  @inline(__always) public init(_ text: StaticString) {
    // SAFETY: a literal's bytes live as long as the program, and a NUL ends them.
    unsafe self.init(words: text.utf8Start)
  }

  @unsafe @inline(never) private init(words: UnsafePointer<UInt8>) {
    self.init()
    var next = unsafe words
    while unsafe next.pointee != 0 {
      append(unsafe next.pointee)
      unsafe next += 1
    }
  }

  /// Creates the text of a literal.
  public init(stringLiteral text: StaticString) { self.init(text) }

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

  /// Whether these are the bytes of a word.
  @inline(never) public func says(_ word: StaticString) -> Bool {
    if count != word.utf8CodeUnitCount { return false }
    // SAFETY: a literal's bytes live as long as the program; there are as many as were just compared.
    for index in indices where unsafe word.utf8Start[index] != self[index] { return false }
    return true
  }
}
