/// The font pack in the program: ASCII, and the letters of the program's own words in Latin script.
enum BuiltInPack {
  /// The file, without the zeros after it.
  static var bytes: [UInt8] {
    // The header has the size at offset 8.
    let count = Int(words[1] & 0xffff_ffff)
    var bytes = [UInt8](repeating: 0, count: count)
    for index in 0..<count {
      bytes[index] = UInt8(truncatingIfNeeded: words[index / 8] &>> UInt64(8 * (index & 7)))
    }
    return bytes
  }
}

extension FontPack {
  /// The pack in the program. It is the last in which a character is looked up, so a screen without
  /// any file still has words.
  public static var builtIn: FontPack? { try? FontPack(BuiltInPack.bytes, isFile: false) }
}
