extension PixelFormat {
  /// 32 bits, blue in the lowest byte: the form that is drawn in.
  public static let xrgb8888 = PixelFormat(
    name: "XRGB8888", fourCC: 0x3432_5258, bytesPerPixel: 4, isNative: true,
    pack: { row, _, _, bytes in
      for x in row.indices {
        bytes.storeBytes(of: row[x].littleEndian, toByteOffset: 4 * x, as: UInt32.self)
      }
    },
    fill: { word, _, _, bytes in
      for place in stride(from: 0, to: bytes.byteCount, by: 4) {
        bytes.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt32.self)
      }
    })
}
