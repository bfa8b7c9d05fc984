import Animation
import Base
import Configuration
import Graphics

// Settings as scenes need them. Each must have a fallback.
extension Settings {
  @inline(never) func double(_ key: StaticBytes) -> Double { number(key) ?? 0 }
  @inline(never) func paint(_ key: StaticBytes) -> Color { Color(color(key) ?? 0) }
  @inline(never) func time(_ key: StaticBytes) -> Duration { .seconds(number(key) ?? 0) }
  @inline(never) func timing(_ key: StaticBytes) -> TimingFunction {
    curve(key).map { TimingFunction($0[0], $0[1], $0[2], $0[3]) } ?? .linear
  }
}
