import Base

extension WireCoder {
  @inline(never) mutating func code(_ fraction: inout Fraction?) {
    var word = fraction.map { UInt64($0.billionths) }
    code(&word)
    fraction = word.map { Fraction(billionths: Int64(clamping: $0)) }
  }

  @inline(never) mutating func code(_ fraction: inout Fraction) {
    var word = UInt64(fraction.billionths)
    code(&word)
    fraction = Fraction(billionths: Int64(clamping: word))
  }

  @inline(never) mutating func code(_ value: inout EasedValue) {
    var (start, target) = (value.start, value.target)
    var (began, duration) = (value.began, value.duration)
    code(&start)
    code(&target)
    code(&began)
    code(&duration)
    value = EasedValue(
      from: start, to: target, at: began, over: duration, isSteady: value.isSteady)
  }
}
