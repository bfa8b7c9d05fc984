extension PixelFormat {
  /// 32 bits, blue in the lowest byte, alpha in the highest; the colors are multiplied by it. A
  /// frame whose backmost item covers all of it is opaque.
  public static let argb8888 = PixelFormat(name: "ARGB8888", fourCC: 0x3432_5241)
}
