import Base
import PNGCodec
import Pixels

/// Encodes tiles as pictures of Kitty's graphics protocol: exact colors, compressed.
///
/// Each tile alternates between two image numbers. The new picture is placed before the old one is
/// deleted, so no tile is ever empty.
struct KittyEncoder: Sendable {
  /// Removes all pictures, also from the terminal's memory.
  static let removal: ByteString = "\u{1b}_Ga=d,d=A,q=2\u{1b}\\"
  /// The most characters of a chunk, as the protocol demands.
  private static let longest = 4_096

  private var isSecond: [Bool]
  private var wasSent: [Bool]

  /// Creates an encoder for a number of tiles.
  init(tileCount: Int) {
    isSecond = [Bool](repeating: false, count: tileCount)
    wasSent = isSecond
  }

  /// Appends a tile at the cursor position.
  ///
  /// - Parameter tile: the tile's index, from 0.
  mutating func append(
    _ rect: PixelRect, of picture: borrowing Pixmap, tile: Int, to out: inout ByteString
  ) {
    let text = ByteString(base64: ZlibStream.pack(picture.samples(of: rect).span, effort: 1))
    isSecond[tile].toggle()
    let number = 2 * tile + 1
    out += "\u{1b}_Ga=T,q=2,C=1,p=1,f=24,o=z,i=" + ByteString(number + (isSecond[tile] ? 1 : 0))
    out += ",s=" + ByteString(rect.width) + ",v=" + ByteString(rect.height)
    var place = 0
    while place < text.count {
      let end = min(place + Self.longest, text.count)
      out += place == 0 ? ",m=" : "\u{1b}_Gm="
      out += (end < text.count ? "1;" : "0;") + text[place..<end] + "\u{1b}\\"
      place = end
    }
    if wasSent[tile] {
      out +=
        "\u{1b}_Ga=d,d=I,q=2,i=" + ByteString(number + (isSecond[tile] ? 0 : 1)) + "\u{1b}\\"
    }
    wasSent[tile] = true
  }
}
