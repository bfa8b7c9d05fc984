public import Base
public import Pixels

/// Parses a terminal's answers to queries, byte by byte. Other input is skipped.
///
/// The answers are those of ECMA-48 and of xterm's and Kitty's documentation.
public struct TerminalAnswers: Sendable {
  /// Queries all properties below.
  /// - Parameter asksKitty: false for tmux and screen, where such a sequence sets a title.
  public static func questions(asksKitty: Bool) -> ByteString {
    (asksKitty ? "\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\" : "") + sizeQuestions
  }

  /// Queries the size of a character cell and of the text area, then the primary attributes: their
  /// arrival completes the answers.
  public static var sizeQuestions: ByteString { "\u{1b}[16t\u{1b}[14t\u{1b}[c" }

  /// Requests a status report, which the terminal sends after it has taken all previous output.
  public static var statusQuestion: ByteString { "\u{1b}[5n" }

  /// Whether the terminal supports Kitty graphics.
  public private(set) var hasKitty = false
  /// Whether the terminal supports Sixel graphics.
  public private(set) var hasSixel = false
  /// Whether the primary device attributes have arrived.
  public var hasAttributes: Bool { attributesCount > 0 }
  /// The number of answers with the primary device attributes.
  public private(set) var attributesCount = 0
  /// The size of a character cell, pixels.
  public private(set) var cell: PixelSize?
  /// The size of the text area, pixels.
  public private(set) var area: PixelSize?
  /// The number of status reports, modulo 2³².
  public private(set) var statusCount: UInt32 = 0

  private enum Place { case ground, escape, parameters, string, stringEscape }
  private var place = Place.ground
  private var marker: UInt8 = 0
  // The first three numbers, the current index, and whether a number behind the first is 4.
  private var numbers = SIMD4<UInt32>()
  private var index = 0
  private var hasFour = false
  private var text = ByteString()
  /// The most characters of an answer that are kept, and the largest number.
  private static var mostLetters: Int { 64 }
  private static var largest: UInt32 { 65_535 }

  /// Creates a parser without answers.
  public init() {}

  /// Parses a byte of input.
  public mutating func take(_ byte: UInt8) {
    switch (place, byte) {
    case (.stringEscape, UInt8(ascii: "\\")):
      if text.hasPrefix("Gi=31"), text.hasSuffix(";OK") { hasKitty = true }
      place = .ground
    case (.string, 0x1b): place = .stringEscape
    case (.string, _): if text.count < Self.mostLetters { text.append(byte) }
    case (_, 0x1b): place = .escape
    case (.escape, UInt8(ascii: "[")):
      (place, marker, numbers) = (.parameters, 0, SIMD4())
      (index, hasFour) = (0, false)
    case (.escape, UInt8(ascii: "_")), (.stringEscape, UInt8(ascii: "_")):
      (place, text) = (.string, "")
    case (.parameters, _): takeParameter(byte)
    case (.escape, _), (.stringEscape, _): place = .ground
    case (.ground, _): break
    }
  }

  private mutating func takeParameter(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      numbers[index] = min(numbers[index] * 10 + UInt32(byte - UInt8(ascii: "0")), Self.largest)
    case UInt8(ascii: ";"):
      endNumber()
      // Numbers behind the third share one slot.
      index = min(index + 1, 3)
      numbers[3] = 0
    case 0x3c...0x3f: marker = byte
    case 0x40...0x7e:
      place = .ground
      end(byte)
    default: place = .ground
    }
  }

  private mutating func endNumber() { if index > 0, numbers[index] == 4 { hasFour = true } }

  private mutating func end(_ final: UInt8) {
    endNumber()
    switch (final, marker) {
    case (UInt8(ascii: "c"), UInt8(ascii: "?")):
      attributesCount &+= 1
      // The first number is the terminal's class.
      if hasFour { hasSixel = true }
    case (UInt8(ascii: "n"), 0) where index == 0 && numbers[0] == 0: statusCount &+= 1
    case (UInt8(ascii: "t"), 0) where index == 2 && numbers[1] > 0 && numbers[2] > 0:
      let size = PixelSize(width: Int(numbers[2]), height: Int(numbers[1]))
      if numbers[0] == 6 { cell = size }
      if numbers[0] == 4 { area = size }
    default: break
    }
  }
}
