public import Base

/// A QR code symbol of a text: a square of dark and light modules.
///
/// It follows ISO/IEC 18004:2015, with error correction level M, in versions 1 to 10. A text of
/// digits, capital letters, blanks and `$%*+-./:` alone takes the alphanumeric mode: up to 311
/// characters. Any other text takes the byte mode: up to 213 bytes of ASCII, or 212 bytes of UTF-8,
/// marked as such. The symbol needs a quiet zone, which the caller draws: four light modules on
/// each side.
public struct QRCode: Equatable, Sendable {
  /// The modules of a side, without the quiet zone: 21 to 57, in steps of 4.
  public let side: Int
  /// The rows from the top. A bit is a column, the lowest at the left; a set bit is dark.
  let rows: [UInt64]

  /// Creates the smallest symbol of a text. Nil if the text is empty or too long for version 10.
  public init?(_ text: ByteString) {
    guard let message = Message(text) else { return nil }
    var grid = ModuleGrid(version: message.blocks.version)
    grid.place(message.blocks.codewords(of: message.data))
    grid.applyBestMask()
    side = grid.side
    var rows: [UInt64] = []
    for y in 0..<grid.side { rows.append(grid.dark[y]) }
    self.rows = rows
  }

  /// Whether a module is dark. Traps outside 0..<side.
  ///
  /// - Parameters:
  ///   - x: the column from the left.
  ///   - y: the row from the top.
  public subscript(x: Int, y: Int) -> Bool {
    precondition(x >= 0 && x < side)
    return rows[y] &>> UInt64(x) & 1 != 0
  }
}
