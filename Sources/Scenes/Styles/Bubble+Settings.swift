import Base
import Configuration

extension Bubble {
  static let settings: [SettingDefinition] = [
    .init(
      "bubble.preset", .choice(of: StylePreset.self), .value("kiosk"),
      help: "Defaults of this style: the original, or for a display seen from afar"),
    .init(
      "bubble.variant", .choice(of: StyleMotion.self), .preset(seed: "seed", kiosk: "smooth"),
      help: "Motion: as the original, or smooth"),
    .init(
      "bubble.width", .number(40...300, unit: "points"), .preset(seed: "200", kiosk: "240"),
      help: "Length of the bar"),
    .init(
      "bubble.line-width", .number(0.1...20, unit: "points"), .preset(seed: "4", kiosk: "5.4"),
      help: "Height of the bar; 320 by 240 points fit the screen"),
    .init(
      "bubble.box", .number(10...160, unit: "points"), .preset(seed: "80", kiosk: "46"),
      help: "Side of the box that becomes the bar"),
    .init(
      "bubble.label-width", .number(4...120, unit: "points"), .preset(seed: "31.5", kiosk: "70"),
      help: "Width of the label"),
    .init(
      "bubble.label-height", .number(4...60, unit: "points"), .preset(seed: "19", kiosk: "43"),
      help: "Height of the label without its pointer"),
    .init(
      "bubble.pointer", .number(1...20, unit: "points"), .preset(seed: "6.5", kiosk: "10"),
      help: "Length of the label's pointer"),
    .init(
      "bubble.corner", .number(0...40, unit: "points"), .preset(seed: "1.5", kiosk: "11"),
      help: "Radius of the label's corners"),
    .init(
      "bubble.text-height", .number(1...50, unit: "points"), .preset(seed: "7.2", kiosk: "17"),
      help: "Height of the digits"),
    .init(
      "bubble.tilt", .choice(of: Tilt.self),
      .preset(seed: "none", kiosk: "absolute"),
      help: "Lean of the label: none, with the bar's speed, with the run's"),
    .init(
      "bubble.tilt-angle", .number(0...40, unit: "degrees"), .value("15"),
      help: "Largest lean of the label"),
    .init(
      "bubble.rope", .number(0...0.2, unit: "bars"), .value("0"),
      help: "Sag of the bar"),
    .init(
      "bubble.failure", .choice(of: Failure.self), .preset(seed: "drain", kiosk: "tilt"),
      help: "Failure: the bar drains, the label falls and hangs, or it tilts"),
    .init(
      "bubble.pause", .number(0...5, unit: "seconds"), .preset(seed: "1.4", kiosk: "0.9"),
      help: "Time from a failure to the label's message"),
    .init(
      "bubble.turn", .number(0.05...5, unit: "seconds"), .preset(seed: "0.2", kiosk: "0.45"),
      help: "Time of the label's flip when done"),
    .init(
      "bubble.cycle", .number(0.5...60, unit: "seconds"), .value("2"),
      help: "Time of a piece along the bar while the extent is unknown"),
    .init(
      "bubble.signs", .flag, .preset(seed: "no", kiosk: "yes"),
      help: "Show the state in the colors of bar and label, and by signs"),
    .init(
      "bubble.color", .color, .preset(seed: "#FFFFFF", kiosk: "ink"), help: "Color of the label"),
    .init(
      "bubble.line-color", .color, .preset(seed: "#FFFFFF", kiosk: "accent"),
      help: "Color of the bar"),
    .init(
      "bubble.track", .color, .preset(seed: "#808080", kiosk: "track"),
      help: "Color of the box and of the empty bar"),
    .init(
      "bubble.text-color", .color, .preset(seed: "#000000", kiosk: "ground"),
      help: "Color of the digits"),
    .init(
      "bubble.done-color", .color, .preset(seed: "#00FF00", kiosk: "success"),
      help: "Color of the tick; with signs of bar and label when done"),
    .init(
      "bubble.fail-color", .color, .preset(seed: "#FF0000", kiosk: "failure"),
      help: "Color of the cross; with signs of bar and label after a failure"),
    .init(
      "bubble.background", .color, .preset(seed: "#8ECEED", kiosk: "ground"),
      help: "Background color"),
  ]
}
