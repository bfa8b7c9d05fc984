import Base
import Foundation
import Text

/// Texts and symbols for the tests.
enum Symbols {
  /// The characters of the alphanumeric mode, in the order of their values.
  static let alphanumeric = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

  /// The most alphanumeric characters, and the most bytes, of each version with level M: the
  /// standard's table 7.
  static let limits: [(characters: Int, bytes: Int)] = [
    (20, 14), (38, 26), (61, 42), (90, 62), (122, 84), (154, 106), (178, 122), (221, 152),
    (262, 180), (311, 213),
  ]

  /// A seed for random texts: that of `FUZZ_SEED`, or a new one. It is printed.
  static let seed: UInt64 = {
    let given = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("QRCode: FUZZ_SEED=\(seed)")
    return seed
  }()

  /// The kinds of texts: one for each way to encode.
  enum Kind: CaseIterable {
    case alphanumeric
    case ascii
    case utf8

    /// A random text of a number of bytes.
    func text(bytes count: Int, using random: inout SeededGenerator) -> ByteString {
      switch self {
      case .alphanumeric:
        return ByteString(
          (0..<count).map { _ in Symbols.alphanumeric[Int.random(in: 0..<45, using: &random)] })
      case .ascii:
        // At least one byte is not alphanumeric.
        let text = (0..<count).map { _ in UInt8.random(in: 0x20...0x7e, using: &random) }
        return ByteString(text.dropLast() + [UInt8(ascii: "a")])
      case .utf8:
        var text = ""
        while text.utf8.count + 4 <= count {
          let character: [Character] = ["ä", "ß", "я", "й", "日", "本", "ไ", "😀", "a", "-", "Z"]
          text.append(character[Int.random(in: character.indices, using: &random)])
        }
        let rest = count - text.utf8.count
        return ByteString(text + ["", "!", "é", "€", "𝄞"][rest])
      }
    }
  }
}

extension QRCode {
  /// The version, 1 to 10.
  var version: Int { (side - 17) / 4 }

  /// Modules of a row, as dark "#" and light ".".
  func row(_ y: Int, _ columns: Range<Int>) -> String {
    String(columns.map { self[$0, y] ? "#" : "." })
  }

  /// The bits of modules, the lowest first.
  func bits(_ modules: [(x: Int, y: Int)]) -> Int {
    modules.enumerated().reduce(0) { $0 | (self[$1.element.x, $1.element.y] ? 1 << $1.offset : 0) }
  }
}
