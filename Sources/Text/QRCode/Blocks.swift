/// How the codewords of a version are divided into blocks, each with its own error correction: the
/// rows of the standard's table 9 for level M.
struct Blocks {
  /// The number of versions in the table.
  static let versions = 10

  /// The version, 1 to 10.
  let version: Int
  /// The codewords of data in all blocks.
  let dataCount: Int
  /// The number of blocks.
  let count: Int
  /// The codewords of error correction in each block.
  let checkCount: Int

  /// Creates the division of a version. Traps outside 1 to 10.
  @inline(never) init(version: Int) {
    let data: [_ of UInt8] = [16, 28, 44, 64, 86, 108, 124, 154, 182, 216]
    let counts: [_ of UInt8] = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]
    let checks: [_ of UInt8] = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
    self.version = version
    dataCount = Int(data[version - 1])
    count = Int(counts[version - 1])
    checkCount = Int(checks[version - 1])
  }

  /// The number of bits of a text's length field, in the text's mode.
  func lengthBits(isAlphanumeric: Bool) -> Int {
    version < 10 ? isAlphanumeric ? 9 : 8 : isAlphanumeric ? 11 : 16
  }

  /// Returns the codewords in the order of the symbol: the first one of each block, the second one
  /// of each, and so on; after all data the error correction in the same order.
  ///
  /// - Parameter data: `dataCount` codewords.
  func codewords(of data: [UInt8]) -> [UInt8] {
    var codewords = [UInt8](repeating: 0, count: dataCount + count * checkCount)
    let polynomial = ReedSolomon.polynomial(degree: checkCount)
    var next = 0
    for block in 0..<count {
      // Data that cannot be divided evenly makes the last blocks longer, by one codeword.
      for offset in 0..<(dataCount + block) / count {
        let codeword = data[next]
        next += 1
        codewords[min(offset * count, dataCount - count) + block] = codeword
        // The error correction is the remainder of the block's division by the polynomial. It is
        // divided where it will stay.
        var place = dataCount + block
        let factor = codeword ^ codewords[place]
        for coefficient in polynomial {
          let lower = place + count
          codewords[place] =
            ReedSolomon.product(coefficient, factor)
            ^ (lower < codewords.count ? codewords[lower] : 0)
          place = lower
        }
      }
    }
    return codewords
  }
}
