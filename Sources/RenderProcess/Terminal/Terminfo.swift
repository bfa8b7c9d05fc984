public import Base
import LinuxSystem

/// A compiled entry of terminfo (term(5)): the features of a terminal.
public struct Terminfo: Equatable, Sendable {
  /// The number of colors; nil for none.
  public let colors: Int?
  /// Whether lines are cleared by the sequence of ECMA-48, so that others of it work, too.
  public let isECMA48: Bool

  /// Creates an entry.
  public init(colors: Int?, isECMA48: Bool) { (self.colors, self.isECMA48) = (colors, isECMA48) }

  /// The places of `max_colors` among the numbers, and of `clr_eol` among the strings.
  private static let (colorsPlace, clearPlace) = (13, 6)

  /// Reads an entry; nil if it is cut off or no entry.
  public init?(_ bytes: Span<UInt8>) {
    func word(_ place: Int) -> Int? {
      guard place >= 0, place + 2 <= bytes.count else { return nil }
      return Int(Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8))
    }
    // Numbers have two bytes, or four since ncurses 6.1.
    guard let magic = word(0), magic == 0o432 || magic == 0o1036, let names = word(2),
      let flags = word(4), let numbers = word(6), let strings = word(8), let letters = word(10),
      names > 0, flags >= 0, numbers >= 0, strings >= 0, letters >= 0
    else { return nil }
    let width = magic == 0o432 ? 2 : 4
    let numberStart = 12 + names + flags + (names + flags) % 2
    let stringStart = numberStart + width * numbers
    let table = stringStart + 2 * strings
    guard table + letters <= bytes.count else { return nil }
    var colors: Int?
    if numbers > Self.colorsPlace, let low = word(numberStart + width * Self.colorsPlace) {
      let high = width == 2 ? 0 : word(numberStart + width * Self.colorsPlace + 2) ?? 0
      let number = width == 2 ? low : high << 16 | low & 0xffff
      if number > 0 { colors = number }
    }
    var isECMA48 = false
    if strings > Self.clearPlace, let place = word(stringStart + 2 * Self.clearPlace), place >= 0 {
      let clear: [UInt8] = [0x1b, UInt8(ascii: "["), UInt8(ascii: "K")]
      isECMA48 =
        place + 3 <= letters && (0..<3).allSatisfy { bytes[table + place + $0] == clear[$0] }
    }
    (self.colors, self.isECMA48) = (colors, isECMA48)
  }

  /// Finds the readable entry of a terminal; nil for none.
  ///
  /// - Parameters:
  ///   - type: the value of `TERM`.
  ///   - folders: the folders to look into, in order.
  public static func find(_ type: ByteString, in folders: [ByteString]) -> Terminfo? {
    guard !type.isEmpty, type.count < 128, type.firstIndex(of: UInt8(ascii: "/")) == nil,
      type[0] != UInt8(ascii: ".")
    else { return nil }
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
    let hex = ByteString([digit(type[0] >> 4), digit(type[0] & 15)])
    for folder in folders {
      for name in [type[0..<1], hex] {
        if let bytes = try? FileSystem.read(folder + "/" + name + "/" + type, limit: 65_536),
          let entry = Terminfo(bytes.span)
        {
          return entry
        }
      }
    }
    return nil
  }

  /// The folders of entries: the user's, then the system's.
  public static var folders: [ByteString] {
    let shared = ByteString("/etc/terminfo:/lib/terminfo:/usr/share/terminfo")
    var folders = shared.split(at: UInt8(ascii: ":"))
    if let home = Environment.value("HOME") { folders.insert(home + "/.terminfo", at: 0) }
    if let own = Environment.value("TERMINFO"), !own.isEmpty { folders.insert(own, at: 0) }
    return folders
  }
}
