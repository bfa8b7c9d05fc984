public import Base

/// The steps of a run: which one runs, and what part of the whole each is.
public struct StepPlan: Equatable, Sendable {
  /// The step that runs, counted from 1; 0 before the first.
  public var number: UInt32 = 0
  /// How many steps there are; 0 where nothing was said of steps.
  public var count: UInt32 = 0
  /// The name of the step that runs.
  public var name = SanitizedText.empty
  /// What part of the whole each step is, beside the others. They count when there is one for each step, and not
  /// all are 0; otherwise steps are equal.
  public var weights: [UInt8] = []

  /// Creates a plan of no steps.
  public init() {}

  /// The part of the whole that is there when so much of the step that runs is there: the weights of the steps
  /// before it and that part of its own, of the weights of all.
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
