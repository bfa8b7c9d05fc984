import Base
import TestSupport
import Testing

@Suite struct DurationTests {
  @Test func units_areNanoseconds() {
    #expect(Duration.zero.nanoseconds == 0)
    #expect(Duration.nanoseconds(7).nanoseconds == 7)
    #expect(Duration.microseconds(7).nanoseconds == 7_000)
    #expect(Duration.milliseconds(7).nanoseconds == 7_000_000)
    #expect(Duration.seconds(-7).nanoseconds == -7_000_000_000)
    #expect(Duration.seconds(1.5).seconds == 1.5)
    #expect(Duration.milliseconds(-1_999).wholeSeconds == -1)
  }

  /// A feed may name any time, and none traps.
  @Test(arguments: [
    (1e300, Int64.max), (-1e300, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0),
    (9.3e9, .max), (-9.3e9, .min), (0x1p63 / 1e9, .max), (-0x1p63 / 1e9, .min), (1e-10, 0),
    (6e-10, 1), (-6e-10, -1),
  ])
  func seconds_areHeldWithinTheRange(seconds: Double, nanoseconds: Int64) {
    #expect(Duration.seconds(seconds).nanoseconds == nanoseconds)
  }

  @Test func sums_areHeldWithinTheRange() {
    let (most, least) = (Duration.nanoseconds(.max), Duration.nanoseconds(.min))
    #expect(most + .seconds(1) == most && least - .seconds(1) == least)
    #expect(most - least == most && least - most == least && least + least == least)
    #expect(most * 2 == most && most * -2 == least && least * -2 == most && least * 2 == least)
    #expect(Duration.seconds(Int64.max) == most && Duration.seconds(UInt64.max) == most)
    #expect(Duration.milliseconds(Int.min) == least)
    #expect(most * 0.25 < most && most * 4.0 == most)
  }

  /// Sums within the range are exact.
  @Test func sums_areThoseOfWiderNumbers() {
    var random = SeededGenerator(seed: 421)
    for _ in 0..<10_000 {
      let one = Int64.random(in: .min / 4 ... .max / 4, using: &random)
      let other = Int64.random(in: .min / 4 ... .max / 4, using: &random)
      let (first, second) = (Duration.nanoseconds(one), Duration.nanoseconds(other))
      #expect((first + second).nanoseconds == one + other, "seed 421")
      #expect((first - second).nanoseconds == one - other, "seed 421")
      #expect((first < second) == (one < other), "seed 421")
      var sum = first
      sum += second
      sum -= first
      #expect(sum == second, "seed 421")
      #expect((first * 3 / 3).nanoseconds == one, "seed 421")
    }
  }

  @Test func parts_areRatios() {
    #expect(Duration.seconds(1) / 4 == .milliseconds(250))
    #expect(Duration.seconds(1) / 0.5 == .seconds(2))
    #expect(Duration.seconds(1) / .milliseconds(250) == 4)
    #expect(Duration.seconds(2).fraction(at: .seconds(2), from: .seconds(1)) == 0.5)
    #expect(Duration.zero.fraction(at: .zero, from: .zero) == 1)
    #expect(Duration.seconds(1).fraction(at: .zero, from: .seconds(1)) == 0)
  }

  /// No time is later than all times.
  @Test(
    arguments: [
      (nil, nil, nil), (.seconds(1), nil, .seconds(1)), (nil, .seconds(1), .seconds(1)),
      (.seconds(1), .seconds(2), .seconds(1)), (.seconds(2), .seconds(-1), .seconds(-1)),
    ] as [(Duration?, Duration?, Duration?)])
  func earlierTime_isTheOneThatIs(one: Duration?, other: Duration?, expected: Duration?) {
    #expect(earlier(one, other) == expected)
  }
}
