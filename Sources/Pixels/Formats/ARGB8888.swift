extension PixelFormat {
  /// 32 bits, blue in the lowest byte, alpha in the highest; the colors are premultiplied by it. A
  /// frame is opaque if its backmost item covers all of it.
  public static let argb8888 = PixelFormat(name: "ARGB8888", fourCC: 0x3432_5241)
}
