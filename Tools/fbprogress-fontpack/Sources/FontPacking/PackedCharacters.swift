import Foundation

/// Which characters a pack has that was made before.
enum PackedCharacters {
  static func read(_ path: String) throws(PackingError) -> Set<Unicode.Scalar> {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw PackingError("\(path): can't be read")
    }
    let bytes = [UInt8](data)
    let number = { (place: Int, count: Int) in
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    guard bytes.count >= 40, bytes[0..<4].elementsEqual("FBFN".utf8), number(4, 2) == 1,
      number(8, 4) == bytes.count, number(12, 4) == Int(Array(bytes[16...]).crc32),
      40 + 5 * number(26, 2) <= bytes.count
    else { throw PackingError("\(path): is no font pack of version 1, or it is broken") }
    return Set(
      (0..<number(26, 2)).compactMap { Unicode.Scalar(UInt32(number(40 + 5 * $0, 3))) })
  }
}
