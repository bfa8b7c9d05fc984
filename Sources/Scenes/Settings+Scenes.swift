import Animation
import Base
import Configuration
import Graphics

// Settings as scenes need them. Each must have a fallback.
extension Settings {
  @inline(never) func paint(_ key: ColorKey) -> Color { Color(color(key) ?? 0) }
  @inline(never) func time(_ key: NumberKey) -> Duration { .seconds(number(key)) }
}
