import Animation
import ByteStrings
import Configuration
import Durations
import Graphics

// Settings as scenes want them. Each must have a fallback.
extension Settings {
  @inline(never) func double(_ key: Words) -> Double { number(key) ?? 0 }
  @inline(never) func paint(_ key: Words) -> Color { Color(color(key) ?? 0) }
  @inline(never) func time(_ key: Words) -> Duration { .seconds(number(key) ?? 0) }
  @inline(never) func timing(_ key: Words) -> TimingFunction {
    curve(key).map { TimingFunction($0[0], $0[1], $0[2], $0[3]) } ?? .linear
  }
}
