import Base
import Configuration

extension Wave {
  static let settings: [SettingDefinition] = [
    .init(
      "wave.preset", .choice(of: StylePreset.self), .value("kiosk"),
      help: "Defaults of this style: the original, or for a display seen from afar"),
    .init(
      "wave.ring-width", .number(0.1...20, unit: "points"), .preset(seed: "4", kiosk: "5.5"),
      help: "Width of the ring; 250 points are the screen's short side"),
    .init(
      "wave.line-width", .number(0.1...20, unit: "points"), .preset(seed: "3", kiosk: "3.6"),
      help: "Width of the lines in the ring"),
    .init(
      "wave.track", .number(0...1, unit: ""), .preset(seed: "0.3", kiosk: "1"),
      help: "Opacity of the empty part"),
    .init(
      "wave.track-color", .color, .preset(seed: "#FFFFFF", kiosk: "track"),
      help: "Color of the empty part"),
    .init(
      "wave.number", .flag, .preset(seed: "no", kiosk: "yes"),
      help: "Show the percentage above the wave, and the signs of states"),
    .init(
      "wave.fill", .number(0...1, unit: ""), .preset(seed: "0", kiosk: "0.18"),
      help: "Opacity of the area below the wave"),
    .init(
      "wave.intro", .number(0...10, unit: "seconds"), .preset(seed: "1.5", kiosk: "1.2"),
      help: "Time from the arrow to the wave"),
    .init(
      "wave.amplitude", .number(0...20, unit: "points"), .preset(seed: "3", kiosk: "4"),
      help: "Height of the waves"),
    .init(
      "wave.speed", .number(0...100, unit: "radians a second"), .preset(seed: "20", kiosk: "10"),
      help: "Speed of the waves; 4 points are a radian"),
    .init(
      "wave.calm", .number(0...0.95, unit: ""), .value("0.5"),
      help: "Progress from which the waves get smaller"),
    .init(
      "wave.swell", .number(0...10, unit: "seconds"), .preset(seed: "0", kiosk: "0.6"),
      help: "Time of the waves' rise at the start"),
    .init(
      "wave.turn", .number(0.1...60, unit: "seconds"), .preset(seed: "1", kiosk: "1.6"),
      help: "Time of a turn while the extent is unknown"),
    .init(
      "wave.decimals", .number(0...2, unit: "digits"), .preset(seed: "2", kiosk: "0"),
      help: "Decimals of the percentage"),
    .init(
      "wave.digit-height", .number(1...50, unit: "points"), .preset(seed: "12", kiosk: "20"),
      help: "Largest height of the digits"),
    .init(
      "wave.glyph", .number(0.5...2, unit: "times"), .preset(seed: "1", kiosk: "1.3"),
      help: "Size of tick and cross"),
    .init(
      "wave.tick", .choice(of: StyleMotion.self), .preset(seed: "seed", kiosk: "smooth"),
      help: "Spring of the tick: with the original's jump, or smooth"
    ),
    .init(
      "wave.color", .color, .preset(seed: "#FFFFFF", kiosk: "accent"), help: "Color of the lines"),
    .init(
      "wave.done-color", .color, .preset(seed: "#FFFFFF", kiosk: "success"),
      help: "Color when done"),
    .init(
      "wave.fail-color", .color, .preset(seed: "#F76161", kiosk: "failure"),
      help: "Color after a failure"),
    .init(
      "wave.background", .color, .preset(seed: "#299EEF", kiosk: "ground"),
      help: "Background color"),
  ]
}
