import Base
import FuzzSupport

/// The decimal number parser: what it reads it prints, and reads again the same; it takes what the standard
/// library takes, and nearly the same number.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, min(count, 200))
  guard let number = DecimalNumber(bytes.span) else { return 0 }
  guard let again = DecimalNumber(number.text.bytes.span) else { fatalError("its text is none") }
  for places in [0, 7, 9] {
    let scaled = number.scaled(byPowerOfTen: places)
    require(scaled == again.scaled(byPowerOfTen: places), "its text is another number")
    require(number.isNegative ? scaled <= 0 : scaled >= 0, "another sign")
    let limit = number.scaled(byPowerOfTen: places, limit: 1_000)
    require(limit.magnitude == min(scaled.magnitude, 1_000), "\(limit) is beyond its limit")
  }
  compareWithStandardLibrary(number, bytes)
  return 0
}

private func compareWithStandardLibrary(_ number: DecimalNumber, _ bytes: [UInt8]) {
  guard let expected = Double(String(decoding: bytes, as: UTF8.self)) else {
    fatalError("the standard library takes it for no number")
  }
  let value = number.doubleValue
  require(value.sign == expected.sign, "\(value) for \(expected)")
  if expected.isInfinite || abs(expected) > 1e300 {
    require(abs(value) > 1e299, "\(value) for \(expected)")
  } else if abs(expected) > 1e-290 {
    require(abs(value / expected - 1) < 1e-14, "\(value) for \(expected)")
  } else {
    require(abs(value) < 1e-289, "\(value) for \(expected)")
  }
  if abs(expected) < 1e9 {
    let billionths = Double(number.scaled(byPowerOfTen: 9))
    require(
      abs(billionths - expected * 1e9) <= 0.5 + abs(expected), "\(billionths) for \(expected)")
  }
}
