import Animation
import ElementaryFunctions

/// How far something leans that is pulled along by its tip, as speed and a spring have it (ANIMATIONS.md §7.5, §7.6).
///
/// It steps at 1/240 s on a grid of the session's clock, whatever frames are drawn: the state takes it along to each
/// event, and a frame takes a copy on from there. Leans are parts of the most there is, from -1 to 1; moving right
/// is a lean below 0, back. A style says what angle 1 is.
public struct Sway: Equatable, Sendable {
  /// By the speed of the fraction on the screen: for what moves visibly. Average speed in tracks a second, lean, how
  /// fast the lean changes a second; until when the speed of `pace` is believed, on the session's clock.
  var visible = SIMD4<Double>()
  /// By the speed of the run beside its own average: for what takes minutes. Average of half a second, average of 8 s,
  /// age, lean.
  var relative = SIMD4<Double>()
  /// How fast the relative lean changes a second; then, of the run's fraction: the newest, when it changed, its speed
  /// since the change before.
  var pace: SIMD4<Double> = [0, -1, -1, 0]
  private var believedUntil: Double {
    get { visible[3] }
    set { visible[3] = newValue }
  }
  /// How many steps of the grid are behind it.
  var steps: Int64 = 0

  /// Steps in a second.
  static let rate = 240.0
  /// After so many steps at one speed nothing has changed any more for longer than a spring swings.
  static let memory: Int64 = 8 * 240

  /// The spring: turns of its phase a second, in radians, and its damping.
  private static let (frequency, damping) = (15.0, 0.12)
  /// How much of a difference is made up for in a step: 1 - exp(-dt / τ).
  private static let attack = 1 - exponential(-1 / (rate * 0.45))
  private static let release = 1 - exponential(-1 / (rate * 0.03))
  private static let fast = 1 - exponential(-1 / (rate * 0.5))
  private static let slow = 1 - exponential(-1 / (rate * 8))

  /// The lean by the speed of what is shown.
  public var lean: Double { visible[1] }
  /// The lean by the run's speed beside its average.
  public var relativeLean: Double { relative[3] }

  /// Takes note of the run's fraction.
  mutating func note(_ fraction: Double, at now: Double) {
    let (before, changed) = (pace[1], pace[2])
    if fraction == before { return }
    pace[1] = fraction
    pace[2] = now
    let passed = now - changed
    // What was there when the run was first heard of was not made since then.
    guard before >= 0, fraction > before, passed > 0 else { return }
    pace[3] = (fraction - before) / passed
    believedUntil = now + max(2 * passed, 0.5)
  }

  /// Goes on to a time, while the fraction on the screen moves as it does.
  mutating func advance(to time: Duration, along shown: EasedValue) {
    let goal = Int64((time.seconds * Self.rate).rounded(.down))
    if goal - steps > Self.memory { skip(to: goal - Self.memory) }
    var before = shown.value(at: Self.time(steps))
    while steps < goal {
      steps += 1
      let now = Self.time(steps)
      let value = now >= shown.end ? shown.target : shown.value(at: now)
      stepVisible((value - before) * Self.rate)
      before = value
      stepRelative(Double(steps) / Self.rate < believedUntil ? pace[3] : 0)
    }
  }

  /// The lean at a time not before the last event, to be drawn.
  func advanced(to time: Duration, along shown: EasedValue) -> Sway {
    var sway = self
    sway.advance(to: time, along: shown)
    return sway
  }

  private static func time(_ step: Int64) -> Duration {
    .nanoseconds(step * 12_500_000 / 3)
  }

  /// Leaves out steps in which nothing but the averages changed.
  private mutating func skip(to goal: Int64) {
    let passed = Double(goal - steps) / Self.rate
    let speed = Double(goal) / Self.rate < believedUntil ? pace[3] : 0
    visible = [0, 0, 0, visible[3]]
    pace[0] = 0
    steps = goal
    if relative[2] == 0, speed == 0 { return }
    relative[0] = speed
    relative[1] = speed + (relative[1] - speed) * exponential(-passed / 8)
    relative[2] += passed
    relative[3] = Self.relativeGoal(relative)
  }

  /// A step at a speed of the shown tip, in tracks a second.
  mutating func stepVisible(_ speed: Double) {
    if speed == 0, abs(visible[0]) < 1e-5, abs(visible[1]) < 1e-4, abs(visible[2]) < 1e-3 {
      visible = [0, 0, 0, visible[3]]
      return
    }
    visible[0] += (speed - visible[0]) * (abs(speed) > abs(visible[0]) ? Self.attack : Self.release)
    let spring = Self.swing(visible[1], visible[2], to: -hyperbolicTangent(visible[0] / 0.7))
    (visible[1], visible[2]) = (spring.lean, spring.change)
  }

  /// A step at a speed of the run, in parts of the whole a second.
  mutating func stepRelative(_ speed: Double) {
    if speed == 0, relative[2] == 0 { return }
    relative[2] += 1 / Self.rate
    let young = 1 / (relative[2] * Self.rate)
    relative[0] += (speed - relative[0]) * max(Self.fast, young)
    relative[1] += (speed - relative[1]) * max(Self.slow, young)
    let spring = Self.swing(relative[3], pace[0], to: Self.relativeGoal(relative))
    (relative[3], pace[0]) = (spring.lean, spring.change)
  }

  private static func relativeGoal(_ averages: SIMD4<Double>) -> Double {
    let ratio = max(0, averages[0]) / max(averages[1], 1e-4)
    return exponential(-0.693_147_180_559_945_3 * ratio) - 1
  }

  /// A step of the spring, speed first (semi-implicit Euler).
  private static func swing(
    _ lean: Double, _ change: Double, to goal: Double
  ) -> (lean: Double, change: Double) {
    let force = frequency * frequency * (goal - lean) - 2 * damping * frequency * change
    let change = change + force / rate
    return (max(-1, min(lean + change / rate, 1)), change)
  }
}
