import Base
import Configuration

extension Spinner {
  static let settings: [SettingDefinition] = [
    .init(
      "spinner.preset", .choice(of: StylePreset.self), .value("kiosk"),
      help: "Defaults of this style: the original, or for a display seen from afar"),
    .init(
      "spinner.size", .number(10...250, unit: "points"), .preset(seed: "100", kiosk: "110"),
      help: "Diameter; 250 points are the screen's short side"),
    .init(
      "spinner.line", .number(0.01...0.4, unit: "times the size"),
      .preset(seed: "0.183", kiosk: "0.085"), help: "Width of the comet"),
    .init(
      "spinner.turn", .number(0.1...60, unit: "seconds"), .preset(seed: "1", kiosk: "1.4"),
      help: "Time of a turn"),
    .init(
      "spinner.pulse", .choice(of: PulseForm.self), .value("as-run"),
      help: "Speed of the pulse: as the original ran, or as written"
    ),
    .init(
      "spinner.motion", .choice(of: StyleMotion.self), .preset(seed: "seed", kiosk: "smooth"),
      help: "Start and end: with the original's jumps, or smooth"),
    .init(
      "spinner.length", .choice(of: Length.self), .preset(seed: "full", kiosk: "progress"),
      help: "Length of the comet: a whole turn, or the progress"),
    .init(
      "spinner.glyph", .number(0...0.6, unit: "times the size"), .value("0.5"),
      help: "Size of tick and cross"),
    .init(
      "spinner.number", .flag, .preset(seed: "no", kiosk: "yes"),
      help: "Show the percentage, and the signs of states, in the ring"),
    .init(
      "spinner.color", .color, .preset(seed: "#F76161", kiosk: "accent"),
      help: "Color"),
    .init(
      "spinner.track-color", .color, .value("track"), help: "Color of the ring behind the comet"),
    .init("spinner.done-color", .color, .value("success"), help: "Color when done"),
    .init("spinner.fail-color", .color, .value("failure"), help: "Color after a failure"),
    .init(
      "spinner.background", .color, .preset(seed: "#FFFFFF", kiosk: "ground"),
      help: "Background color"),
  ]
}
