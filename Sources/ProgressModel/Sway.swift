import Animation
public import Base

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
  private static var frequency: Double { 15 }
  private static var damping: Double { 0.12 }
  /// How much of a difference is made up for in a step of dt: 1 - e^(-dt / τ).
  private static let attack = 1 - exponential(-1 / (rate * 0.45))
  private static let release = 1 - exponential(-1 / (rate * 0.03))
  private static let fast = 1 - exponential(-1 / (rate * youth))
  private static let slow = 1 - exponential(-1 / (rate * age))
  /// How far back the fast average looks, and how far the slow one, seconds.
  private static var youth: Double { 0.5 }
  private static var age: Double { 8 }

  /// The speed of what is shown, on average, in tracks a second: slow to rise, quick to fall.
  public var speed: Double { visible[0] }
  /// Rests, from a time on.
  init(at time: Duration) {
    steps = Self.step(at: time)
    believedUntil = time.seconds
  }

  /// The lean by the speed of what is shown.
  public var lean: Double { visible[1] }
  /// The lean by the run's speed beside its average.
  public var relativeLean: Double { relative[3] }
  /// From when on the relative lean is too small to be seen, if nothing new is said.
  public var relativeRest: Duration { .seconds(believedUntil + 8) }

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
    let goal = Self.step(at: time)
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

  private static func step(at time: Duration) -> Int64 {
    // What is read from another process may be any time.
    Int64(max(-1e15, min(1e15, time.seconds * rate)).rounded(.down))
  }

  private static func time(_ step: Int64) -> Duration {
    .seconds(step / 240) + .nanoseconds(step % 240 * 12_500_000 / 3)
  }

  /// Leaves out steps in which nothing but the averages changed.
  private mutating func skip(to goal: Int64) {
    visible = [0, 0, 0, visible[3]]
    pace[0] = 0
    let (start, end) = (Double(steps), Double(goal))
    let believed = max(start, min(end, (believedUntil * Self.rate).rounded(.up) - 1))
    average(pace[3], over: believed - start)
    average(0, over: end - believed)
    steps = goal
    relative[3] = Self.relativeGoal(relative)
  }

  /// What so many steps at one speed make of the averages.
  private mutating func average(_ speed: Double, over count: Double) {
    if count <= 0 || speed == 0 && relative[2] == 0 { return }
    let before = relative[2] * Self.rate
    let after = before + count
    // How much is left of the slow average: the product of e^(-1 / steps), which is (before + ½) / (after + ½), and of
    // two decays.
    let (young, old) = (Self.youth * Self.rate, Self.age * Self.rate)
    let decay = exponential(
      (min(before, young) - min(after, young)) / young + (max(before, old) - max(after, old)) / old)
    let left =
      decay * (max(young, min(before, old)) + 0.5) / (max(young, min(after, old)) + 0.5)
    relative[2] = after / Self.rate
    relative[0] = speed + (relative[0] - speed) * exponential(-count / young)
    relative[1] = speed + (relative[1] - speed) * left
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
    // Of a run younger than it remembers, the slow average is that of all of it.
    let gain =
      relative[2] >= Self.age
      ? Self.slow : 1 - exponential(-1 / (Self.rate * max(Self.youth, relative[2])))
    relative[0] += (speed - relative[0]) * Self.fast
    relative[1] += (speed - relative[1]) * gain
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
