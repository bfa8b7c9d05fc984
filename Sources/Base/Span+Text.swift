extension Span<UInt8> {
  /// The value of the bytes as ASCII digits; nil for any other byte, for none, and above 2⁶⁴ − 1.
  @inline(never) public var wholeNumber: UInt64? {
    if isEmpty { return nil }
    var number: UInt64 = 0
    for index in indices {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      if overflow || carry { return nil }
      number = sum
    }
    return number
  }
}
