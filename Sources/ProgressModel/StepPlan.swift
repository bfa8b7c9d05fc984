public import Base

/// The steps of a run: the current one, their number and their weights.
public struct StepPlan: Equatable, Sendable {
  /// The most steps. `Int` holds it on processors of 32 bits, too.
  public static let countLimit = UInt32(Int32.max)

  /// The number of the current step, from 1; 0 before the first.
  public var number: UInt32 = 0
  /// The number of steps, at most `countLimit`; 0 for a run without steps.
  public var count: UInt32 = 0
  /// The name of the current step.
  public var name = SanitizedText.empty
  /// The relative weights of the steps. Used only with one weight per step and a sum above 0;
  /// otherwise all steps weigh the same.
  public var weights: [UInt8] = []
  /// The steps for a list, at most `listLimit`; empty in the plan of a job or of a feed.
  public internal(set) var list: [StepNote] = []
  // The start of the current step.
  var began = Duration.zero

  /// Creates a plan without steps.
  public init() {}

  /// The number of the current step and that of all as a word. Of one that cannot be, the nearest
  /// that can.
  var place: UInt64 {
    get { UInt64(number) << 32 | UInt64(count) }
    set {
      count = min(UInt32(truncatingIfNeeded: newValue), Self.countLimit)
      number = min(UInt32(newValue >> 32), count)
    }
  }

  /// Returns the completed fraction of the whole run, given that of the current step.
  ///
  /// The result is the weight of all earlier steps plus `fraction` of the current step's weight,
  /// over the weight of all steps. Without steps it is `fraction`; before the first step it is 0.
  public func overall(_ fraction: Fraction) -> Fraction {
    if count == 0 { return fraction }
    let number = min(number, count)
    if number == 0 { return .zero }
    var (before, own, all) = (UInt64(number) - 1, UInt64(1), UInt64(count))
    if UInt64(weights.count) == UInt64(count) {
      var (sum, earlier) = (UInt64(0), UInt64(0))
      for index in 0..<weights.count {
        if index + 1 == Int(number) { earlier = sum }
        sum += UInt64(weights[index])
      }
      if sum > 0 { (before, own, all) = (earlier, UInt64(weights[Int(number) - 1]), sum) }
    }
    let parts = before * 1_000_000_000 + own * UInt64(fraction.billionths)
    return Fraction(billionths: Int64(parts / all))
  }
}
