import Base
import Configuration

extension Pencil {
  static let settings: [SettingDefinition] = [
    .init(
      "pencil.preset", .choice(of: StylePreset.self), .value("kiosk"),
      help: "Defaults of this style: the original, or for a display seen from afar"),
    .init(
      "pencil.variant", .choice(of: StyleMotion.self), .preset(seed: "seed", kiosk: "smooth"),
      help: "Motion: as the original, or smooth"),
    .init(
      "pencil.line-width", .number(0.1...40, unit: "points"), .preset(seed: "2.5", kiosk: "3"),
      help: "Width of all lines; 320 by 240 points fit the screen"),
    .init(
      "pencil.lean", .number(-60...60, unit: "degrees"), .value("15"),
      help: "Angle of the pencil"),
    .init(
      "pencil.sway", .number(0...45, unit: "degrees"), .preset(seed: "0", kiosk: "5"),
      help: "Largest change of the angle with speed"),
    .init(
      "pencil.bob", .number(0...10, unit: "points"), .preset(seed: "0", kiosk: "1"),
      help: "Height of the pencil's bobbing"),
    .init(
      "pencil.number", .flag, .preset(seed: "no", kiosk: "yes"),
      help: "Show the percentage below the line, and the signs of states"),
    .init(
      "pencil.color", .color, .preset(seed: "#FFFFFF", kiosk: "ink"),
      help: "Color of the pencil"),
    .init(
      "pencil.body-color", .color, .absent, help: "Color of the pencil's inside; default: none"),
    .init(
      "pencil.track-color", .color, .preset(seed: "#FFFFFF", kiosk: "track"),
      help: "Color of the line"),
    .init(
      "pencil.done-color", .color, .preset(seed: "#42CC76", kiosk: "accent"),
      help: "Color of the drawn part"),
    .init(
      "pencil.tick-color", .color, .preset(seed: "#FFFFFF", kiosk: "success"),
      help: "Color of circle and tick when done"),
    .init(
      "pencil.fail-color", .color, .preset(seed: "#F76161", kiosk: "failure"),
      help: "Color after a failure"),
    .init(
      "pencil.background", .color, .preset(seed: "#8ECEED", kiosk: "ground"),
      help: "Background color"),
  ]
}
