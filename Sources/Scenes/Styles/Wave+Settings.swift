import Base
import Configuration

extension Wave {
  static let settings: [SettingDefinition] = [
    .init(
      "wave.preset", .choice(of: StylePreset.self), .value("kiosk"),
      help: "The measures: as the first authors drew them, or to be read from three metres"),
    .init(
      "wave.ring-width", .number(0.1...20, unit: "points"), .preset(seed: "4", kiosk: "6"),
      help: "The width of the ring's line; 250 points are the screen's short side, 100 the ring"),
    .init(
      "wave.line-width", .number(0.1...20, unit: "points"), .preset(seed: "3", kiosk: "5"),
      help: "The width of the lines within the ring"),
    .init(
      "wave.track", .number(0...1, unit: ""), .value("0.3"),
      help: "How much shows of the ring still to be filled"),
    .init(
      "wave.intro", .number(0...10, unit: "seconds"), .preset(seed: "1.5", kiosk: "1.2"),
      help: "How long the arrow takes to become the wave and the ring's head"),
    .init(
      "wave.amplitude", .number(0...20, unit: "points"), .preset(seed: "3", kiosk: "4"),
      help: "How high the waves are"),
    .init(
      "wave.speed", .number(0...100, unit: "radians a second"), .preset(seed: "20", kiosk: "10"),
      help: "How fast the waves travel: 4 points a radian"),
    .init(
      "wave.calm", .number(0...0.95, unit: ""), .value("0.5"),
      help: "The fraction from which on the waves get smaller, down to none when all is done"),
    .init(
      "wave.swell", .number(0...10, unit: "seconds"), .preset(seed: "0", kiosk: "0.6"),
      help: "How long the waves take to rise when the run begins"),
    .init(
      "wave.turn", .number(0.1...60, unit: "seconds"), .preset(seed: "1", kiosk: "1.6"),
      help: "How long an endless arc takes to go around, while it is not known how much there is"),
    .init(
      "wave.decimals", .number(0...2, unit: "digits"), .preset(seed: "2", kiosk: "0"),
      help: "How many digits the percentage has behind the point"),
    .init(
      "wave.digit-height", .number(1...50, unit: "points"), .preset(seed: "12", kiosk: "20"),
      help:
        "How high the percentage's digits are, at most: they keep clear of the wave and the ring"),
    .init(
      "wave.glyph", .number(0.5...2, unit: "times"), .preset(seed: "1", kiosk: "1.3"),
      help: "How large the tick and the cross are"),
    .init(
      "wave.tick", .choice(of: StyleMotion.self), .preset(seed: "seed", kiosk: "smooth"),
      help:
        "Whether the finished tick jumps to a larger size and springs back, or springs to its size"
    ),
    .init(
      "wave.color", .color, .value("#FFFFFF"), help: "The colour of the lines and digits"),
    .init(
      "wave.fail-color", .color, .preset(seed: "#F76161", kiosk: "#FFA393"),
      help: "The colour after a failure"),
    .init(
      "wave.background", .color, .preset(seed: "#299EEF", kiosk: "#0A4275"),
      help: "The colour around it all"),
  ]
}
