import Base
import CPNG

/// A chunk of a PNG file: length, four letters, data, checksum.
struct PNGChunk {
  /// The letters of the chunks that are known here, the first one in the high byte.
  enum Name: UInt32 {
    case ihdr = 0x4948_4452
    case plte = 0x504c_5445
    case tRNS = 0x7452_4e53
    case gAMA = 0x6741_4d41
    case sRGB = 0x7352_4742
    case iCCP = 0x6943_4350
    case idat = 0x4944_4154
    case iend = 0x4945_4e44
    case acTL = 0x6163_544c
    case fcTL = 0x6663_544c
    case fdAT = 0x6664_4154
  }

  /// The letters; nil if they are not known here.
  let name: Name?
  /// All bytes of the chunk in the file.
  let range: Range<Int>
  /// The bytes between the letters and the checksum.
  var body: Range<Int> { (range.lowerBound + 8)..<(range.upperBound - 4) }

  /// The chunk at a place of a file; nil unless the file contains all of it.
  init?(_ bytes: Span<UInt8>, at place: Int) {
    guard place <= bytes.count - 12, case let length = Self.word(bytes, place),
      length <= UInt32(clamping: bytes.count - 12 - place)
    else { return nil }
    name = Name(rawValue: Self.word(bytes, place + 4))
    range = place..<(place + 12 + Int(length))
  }

  /// Whether the checksum is right.
  func isWhole(_ bytes: Span<UInt8>) -> Bool {
    let summed = bytes.extracting((range.lowerBound + 4)..<(range.upperBound - 4))
    return Self.checksum(summed) == Self.word(bytes, range.upperBound - 4)
  }

  /// The place of the data of the first chunk with a name before the pixels; nil for none. The
  /// chunk may be cut off behind its name.
  static func body(of name: Name, in bytes: Span<UInt8>) -> Int? {
    var place = 8
    while place + 8 <= bytes.count {
      let (length, letters) = (word(bytes, place), word(bytes, place + 4))
      if letters == name.rawValue { return place + 8 }
      if letters == Name.idat.rawValue || length > UInt32(bytes.count) { return nil }
      place += 12 + Int(length)
    }
    return nil
  }

  // MARK: - Bytes

  /// The first eight bytes of each file.
  static var signature: [UInt8] { [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] }

  /// The big-endian number at a place. Traps unless it has four bytes.
  static func word(_ bytes: Span<UInt8>, _ place: Int) -> UInt32 {
    UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
      | UInt32(bytes[place + 3])
  }

  /// Appends a chunk.
  @inline(never) static func append(
    _ file: inout [UInt8], _ name: Name, _ body: Span<UInt8>
  ) {
    let start = file.count + 4
    file += bytes(of: [UInt32(body.count), name.rawValue])
    append(&file, body)
    file += bytes(of: [checksum(file.span.extracting(start...))])
  }

  /// Appends a chunk.
  static func append(_ file: inout [UInt8], _ name: Name, _ body: [UInt8]) {
    append(&file, name, body.span)
  }

  /// Appends bytes.
  static func append(_ file: inout [UInt8], _ bytes: Span<UInt8>) {
    file.reserveCapacity(file.count + bytes.count)
    for index in bytes.indices { file.append(bytes[index]) }
  }

  private static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    // SAFETY: the span keeps its bytes valid during the call.
    unsafe bytes.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: unsafe crc32(0, $0.baseAddress, UInt32($0.count)))
    }
  }

  /// Returns words in the byte order of PNG: high byte first.
  @inline(never) static func bytes(of words: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in words {
      for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    return bytes
  }
}
