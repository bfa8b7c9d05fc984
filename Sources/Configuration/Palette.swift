public import Base

/// The built-in sets of palette colors.
public enum PaletteChoice: StaticBytes, SettingChoice {
  /// Dark texts on a light background.
  case light = "light"
  /// Light texts on a dark background.
  case dark = "dark"
}

/// A color of the palette. Each is a setting, and its name is a value of every color setting.
public enum PaletteColor: StaticBytes, SettingChoice {
  case ground = "ground"
  case ink = "ink"
  case muted = "muted"
  case accent = "accent"
  case track = "track"
  case success = "success"
  case warning = "warning"
  case failure = "failure"

  /// The rows of the palette.
  public static let settings: [SettingDefinition] = [
    .init(
      "palette", .choice(of: PaletteChoice.self), .value("light"),
      help: "Set of default colors"),
    .init(
      "ground", .color, .palette(light: "#F4F3EF", dark: "#111318"), help: "Background color"),
    .init(
      "ink", .color, .palette(light: "#16181D", dark: "#F3F4F6"), help: "Color of headlines"),
    .init(
      "muted", .color, .palette(light: "#5C626B", dark: "#9AA1AC"),
      help: "Color of less important texts"),
    .init(
      "accent", .color, .palette(light: "#2346E8", dark: "#7D9BFF"), help: "Color of progress"),
    .init(
      "track", .color, .palette(light: "#DEDDD8", dark: "#292D36"),
      help: "Color of the part that is not filled yet"),
    .init(
      "success", .color, .palette(light: "#13784A", dark: "#5BD69A"), help: "Color when done"),
    .init(
      "warning", .color, .palette(light: "#8F5200", dark: "#FFC15C"),
      help: "Color of stalls and interruptions"),
    .init(
      "failure", .color, .palette(light: "#C2261D", dark: "#FF8379"),
      help: "Color of failures"),
  ]
}
