@testable import Pixels

// One pixel of each format, computed in another way than eight are.

extension XBGR8888 {
  static func scalar(_ word: UInt32) -> UInt32 {
    word & 0xff00_ff00 | word >> 16 & 0xff | (word & 0xff) << 16
  }
}

extension RGB888 {
  /// In the three lower bytes.
  static func scalar(_ word: UInt32) -> UInt32 { word & 0xff_ffff }
}

extension RGB565 {
  static func scalar(_ word: UInt32, _ x: Int, _ y: Int) -> UInt32 {
    let threshold = thresholds(y) >> UInt32(8 * (x & 3)) & 0xf
    func five(_ level: UInt32) -> UInt32 {
      (2 * level - level / 33 - (level + 6) / 33 + threshold) / 16
    }
    let green = word >> 8 & 0xff
    let six = (4 * green - 2 * (green / 65) - 2 * ((green + 3) / 65) + threshold) / 16
    return five(word >> 16 & 0xff) << 11 | six << 5 | five(word & 0xff)
  }
}
