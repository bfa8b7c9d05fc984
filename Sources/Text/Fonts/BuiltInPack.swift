import Base

/// The font pack in the program: ASCII, and the letters of the program's own words in Latin script.
enum BuiltInPack {
  /// The file, without the zeros after it.
  static var bytes: [UInt8] {
    // The header has the size at offset 8.
    [UInt8](words: words.span, count: Int(words[1] & 0xffff_ffff))
  }
}

extension FontPack {
  /// The pack in the program. It is the last in which a character is looked up, so a screen without
  /// any file still has words.
  public static var builtIn: FontPack? { try? FontPack(BuiltInPack.bytes, isFile: false) }
}
