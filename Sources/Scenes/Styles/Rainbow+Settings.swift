import Base
import Configuration

extension Rainbow {
  static let settings: [SettingDefinition] = [
    .init(
      "rainbow.preset", .choice(of: StylePreset.self), .value("kiosk"),
      help: "Defaults of this style: the original, or for a display seen from afar"),
    .init(
      "rainbow.variant", .choice(of: StyleMotion.self), .preset(seed: "seed", kiosk: "smooth"),
      help: "Motion: as the original, or smooth"),
    .init(
      "rainbow.anchor", .choice(of: RainbowAnchor.self), .preset(seed: "top", kiosk: "bottom"),
      help: "Edge that the bar's position counts from"),
    .init(
      "rainbow.y", .number(-2_000...2_000, unit: "points"), .preset(seed: "22", kiosk: "0"),
      help: "Distance of the bar from there, downwards"),
    .init(
      "rainbow.height", .number(0.1...1_000, unit: "points"), .preset(seed: "1", kiosk: "6"),
      help: "Height of the bar; 272 points are the screen's short side"),
    .init(
      "rainbow.pill", .flag, .value("no"),
      help: "Round ends within the screen"),
    .init(
      "rainbow.tint", .number(0...1, unit: ""), .preset(seed: "0", kiosk: "0.3"),
      help: "Share of white in the colors"),
    .init(
      "rainbow.track", .number(0...1, unit: ""), .preset(seed: "0", kiosk: "1"),
      help: "Opacity of the empty part"),
    .init(
      "rainbow.track-color", .color, .preset(seed: "#FFFFFF", kiosk: "track"),
      help: "Color of the empty part"),
    .init(
      "rainbow.number", .flag, .preset(seed: "no", kiosk: "yes"),
      help: "Show the percentage above the bar, and the signs of states"),
    .init(
      "rainbow.background", .color, .preset(seed: "#000000", kiosk: "ground"),
      help: "Background color"),
    .init(
      "rainbow.step", .number(0.02...10, unit: "seconds"), .value("0.08"),
      help: "Time of a shift of the colors by 5 degrees"),
    .init("rainbow.freeze", .flag, .value("no"), help: "Stop the colors when done"),
    .init(
      "rainbow.glyph", .flag, .value("yes"),
      help: "Show a tick or a cross"),
  ]
}
