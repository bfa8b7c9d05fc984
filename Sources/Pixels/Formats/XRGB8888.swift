extension PixelFormat {
  /// 32 bits, blue in the lowest byte: the form that is drawn in.
  public static let xrgb8888 = PixelFormat(name: "XRGB8888", fourCC: 0x3432_5258)
}
