import Base
import ProgressModel

/// The lean of a shape that its tip pulls along, computed from speed with a damped spring
/// (ANIMATIONS.md §7.5, §7.6).
///
/// It advances in steps of 1/240 s on a grid of the session's clock, independent of the frames
/// drawn. `StateHistory` advances it to each state's last event; a frame advances a copy further.
/// Leans are fractions of the largest lean, in -1...1. Motion to the right gives a lean below 0:
/// backward. The style decides the angle of lean 1.
struct Sway: Equatable {
  /// The spring driven by the displayed fraction's speed, for visible motion: average speed (tracks
  /// per second), lean, change of lean per second. The fourth lane is the time until which the
  /// speed in `pace` is valid, seconds of the session's clock.
  var visible = SIMD4<Double>()
  /// The spring driven by the run's speed relative to its average, for runs of minutes: average
  /// over 0.5 s, average over 8 s, age (seconds), lean.
  var relative = SIMD4<Double>()
  /// The change of the relative lean per second; then of the run's fraction: the newest value, the
  /// time of its last change, and its speed since the change before.
  var pace: SIMD4<Double> = [0, -1, -1, 0]
  private var believedUntil: Double {
    get { visible[3] }
    set { visible[3] = newValue }
  }
  /// The number of the last step of the grid.
  var steps: Int64 = 0

  /// Steps per second.
  static let rate = 240.0
  /// The number of steps at constant speed after which the spring has come to rest.
  static let memory: Int64 = 8 * 240

  /// The spring's angular frequency, radians per second, and its damping ratio.
  private static var frequency: Double { 15 }
  private static var damping: Double { 0.12 }
  /// The fraction of a difference that a step of dt makes up for: 1 - e^(-dt / τ).
  private static let attack = 1 - exponential(-1 / (rate * 0.45))
  private static let release = 1 - exponential(-1 / (rate * 0.03))
  private static let fast = 1 - exponential(-1 / (rate * youth))
  private static let slow = 1 - exponential(-1 / (rate * age))
  /// The time constants of the fast and the slow average, seconds.
  private static var youth: Double { 0.5 }
  private static var age: Double { 8 }

  /// The average speed of the displayed fraction, tracks per second: slow to rise, quick to fall.
  var speed: Double { visible[0] }

  /// Creates a lean at rest.
  init(at time: Duration) {
    steps = Self.step(at: time)
    believedUntil = time.seconds
  }

  /// Creates the lean of a run without its earlier states: the visible one rests until the last
  /// move, and the relative one is that of a constant speed.
  init(_ state: ProgressState) {
    self.init(at: state.began)
    let now = state.lastEvent
    if let fraction = state.fraction { note(fraction.value, at: now.seconds) }
    guard let speed = state.pace(at: now) else { return }
    relative = [speed, speed, Self.age, -0.5]
    pace[3] = speed
    believedUntil = now.seconds + Self.age
  }

  /// The lean by the displayed fraction's speed, in -1...1.
  var lean: Double { visible[1] }
  /// The lean by the run's speed relative to its average, in -1...1.
  var relativeLean: Double { relative[3] }
  /// The time at which the relative lean becomes invisible without another event.
  var relativeRest: Duration { .seconds(believedUntil + 8) }

  /// Records the run's fraction at a time, seconds.
  mutating func note(_ fraction: Double, at now: Double) {
    let (before, changed) = (pace[1], pace[2])
    if fraction == before { return }
    pace[1] = fraction
    pace[2] = now
    let passed = now - changed
    // The first fraction may include work from before the first event, so it yields no speed.
    guard before >= 0, fraction > before, passed > 0 else { return }
    pace[3] = (fraction - before) / passed
    believedUntil = now + max(2 * passed, 0.5)
  }

  /// Advances to a time, while the displayed fraction moves as eased.
  ///
  /// - Parameter isRelative: which lean advances: the relative one, or the visible one; nil for
  ///   both.
  mutating func advance(to time: Duration, along shown: EasedValue, isRelative: Bool? = nil) {
    let goal = Self.step(at: time)
    if goal - steps > Self.memory { skip(to: goal - Self.memory) }
    var before = shown.value(at: Self.time(steps))
    while steps < goal {
      steps += 1
      let now = Self.time(steps)
      if isRelative != true {
        let value = now >= shown.end ? shown.target : shown.value(at: now)
        stepVisible((value - before) * Self.rate)
        before = value
      }
      if isRelative == false { continue }
      stepRelative(Double(steps) / Self.rate < believedUntil ? pace[3] : 0)
    }
  }

  private static func step(at time: Duration) -> Int64 {
    // A time that another process sent may have any value.
    Int64(max(-1e15, min(1e15, time.seconds * rate)).rounded(.down))
  }

  private static func time(_ step: Int64) -> Duration {
    .seconds(step / 240) + .nanoseconds(step % 240 * 12_500_000 / 3)
  }

  /// Skips steps in which only the averages change.
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

  /// Applies `count` steps at a constant speed, per second, to the averages.
  private mutating func average(_ speed: Double, over count: Double) {
    if count <= 0 || speed == 0 && relative[2] == 0 { return }
    let before = relative[2] * Self.rate
    let after = before + count
    // The share of the slow average that remains: the product of e^(-1 / steps), which is (before +
    // ½) / (after + ½), and of two decays.
    let (young, old) = (Self.youth * Self.rate, Self.age * Self.rate)
    let decay = exponential(
      (min(before, young) - min(after, young)) / young + (max(before, old) - max(after, old)) / old)
    let left =
      decay * (max(young, min(before, old)) + 0.5) / (max(young, min(after, old)) + 0.5)
    relative[2] = after / Self.rate
    relative[0] = speed + (relative[0] - speed) * exponential(-count / young)
    relative[1] = speed + (relative[1] - speed) * left
  }

  /// Advances the visible lean by a step. The speed is the displayed fraction's, tracks per second.
  mutating func stepVisible(_ speed: Double) {
    if speed == 0, abs(visible[0]) < 1e-5, abs(visible[1]) < 1e-4, abs(visible[2]) < 1e-3 {
      visible = [0, 0, 0, visible[3]]
      return
    }
    visible[0] += (speed - visible[0]) * (abs(speed) > abs(visible[0]) ? Self.attack : Self.release)
    // -tanh(speed / 0.7)
    let goal = 2 / (exponential(2 * visible[0] / 0.7) + 1) - 1
    let spring = Self.swing(visible[1], visible[2], to: goal)
    (visible[1], visible[2]) = (spring.lean, spring.change)
  }

  /// Advances the relative lean by a step. The speed is the run's, in wholes per second.
  mutating func stepRelative(_ speed: Double) {
    if speed == 0, relative[2] == 0 { return }
    relative[2] += 1 / Self.rate
    // While the run is younger than the slow average's time constant, that average covers all of
    // it.
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

  /// Advances the spring by a step, speed first (semi-implicit Euler).
  private static func swing(
    _ lean: Double, _ change: Double, to goal: Double
  ) -> (lean: Double, change: Double) {
    let force = frequency * frequency * (goal - lean) - 2 * damping * frequency * change
    let change = change + force / rate
    return (max(-1, min(lean + change / rate, 1)), change)
  }
}
