package import Base
package import Configuration
import Pixels

// The render process's rows of the settings table.
extension RenderSettings {
  /// The rows, in the order of the documentation.
  package static let definitions: [SettingDefinition] =
    rows + [format] + (Traits.terminal ? [graphics] : [])

  private static let graphics = SettingDefinition(
    "terminal-graphics", .choice(of: TerminalGraphicsChoice.self), .value("auto"),
    scope: .notInThemes,
    help: "Frames on a terminal, or none: text; auto: as the terminal answers")

  private static let format = SettingDefinition(
    "format", .choice(["auto"] + PixelFormat.all.map { StaticBytes(stringLiteral: $0.name) }),
    .value("auto"),
    help: "Pixel format; auto: the best that the display supports")

  private static let rows: [SettingDefinition] = [
    .init(
      "presenter", .choice(of: PresenterChoice.self), .value("auto"),
      scope: .notInThemes,
      help: "Output: DRM, framebuffer device, PNG files, text on a terminal, none"
    ),
    .init(
      "device", .text("PATH, DRIVER"), .absent, scope: .notInThemes,
      help: "Card or framebuffer device; default: the first with a display"
    ),
    .init(
      "output", .text("CONNECTOR[,CONNECTOR...], FILE.png, NAME-%d.png, FILE.apng, FILE.raw"),
      .absent, scope: .notInThemes,
      help: "Connectors such as HDMI-A-1, default all; or files to write"
    ),
    .init(
      "rotate", .choice(of: RotationChoice.self), .value("auto"), scope: .notInThemes,
      help: "Clockwise rotation, degrees; auto: as the panel is mounted"),
    .init(
      "atomic", .flag, .value("yes"), scope: .notInThemes,
      help: "Use atomic commits where the driver supports them"),
    .init(
      "keyboard", .choice(of: KeyboardChoice.self), .value("auto"), scope: .notInThemes,
      help: "Discard keyboard input on the console; auto: unless started there"
    ),
    .init(
      "brightness", .number(1...100, unit: "percent"), .value("100"), scope: .notInThemes,
      help: "Brightness for a panel that is dark at the first frame"),
    .init(
      "image", .path, .absent, help: "PNG to reveal when done"),
    .init(
      "image-folders", .text("PATH[:PATH...]"), .value("/usr/share/fbprogress:/etc/fbprogress"),
      scope: .notInThemes,
      help: "Folders of the PNG files that a feed may name"),
    .init(
      "fonts", .paths,
      .value(
        "/usr/share/fbprogress/fonts/default.fbfont:/usr/share/fbprogress/fonts/world.fbfont"),
      help: "Font packs, in order of preference"),
    .init(
      "bold-fonts", .paths, .value("/usr/share/fbprogress/fonts/bold.fbfont"),
      help: "Font packs of headlines, in order of preference"),
    .init(
      "numeral-fonts", .paths, .value("/usr/share/fbprogress/fonts/numeral.fbfont"),
      help: "Font packs of large numbers, in order of preference"),
    .init(
      "locale", .text("auto, NAME"), .value("auto"), scope: .notInThemes,
      help: "Language of the program's texts, such as pt-BR; auto: from LANG"),
    .init(
      "locale-folder", .paths, .value("/usr/share/fbprogress/locale"),
      help: "Folders of translations; the first one wins"),
    .init(
      "size", .text("WxH"), .value("1280x720"), scope: .commandLine,
      help: "Size of pictures, and of frames without a display"),
    .init(
      "fps", .count(1...240, unit: "frames a second"), .absent, scope: .commandLine,
      help: "Frame rate of an animation (30), refresh rate of presenter null (60)"),
    .init(
      "mlock", .flag, .value("no"), scope: .notInThemes,
      help: "Lock the program's memory"
    ),
  ]
}

/// The destinations of frames.
package enum PresenterChoice: StaticBytes, SettingChoice {
  /// A card, and a framebuffer device until a card appears.
  case auto = "auto"
  /// A card.
  case drm = "drm"
  /// A framebuffer device.
  case fbdev = "fbdev"
  /// Files.
  case png = "png"
  /// To a terminal or a log, as text.
  case terminal = "terminal"
  /// None; frames are counted.
  case null = "null"

  /// Whether frames go to a display.
  package var usesDisplay: Bool {
    switch self {
    case .auto, .drm, .fbdev: true
    case .png, .terminal, .null: false
    }
  }
}

/// The way in which a terminal gets frames.
enum TerminalGraphicsChoice: StaticBytes, SettingChoice {
  /// The one that the terminal knows; none if it knows none.
  case auto = "auto"
  case kitty = "kitty"
  case sixel = "sixel"
  /// Text.
  case none = "none"
}

/// The clockwise rotation of frames, degrees.
enum RotationChoice: StaticBytes, SettingChoice {
  /// As the kernel reports that the panel is mounted.
  case auto = "auto"
  case none = "0"
  case quarter = "90"
  case half = "180"
  case threeQuarters = "270"

  /// The rotation; nil for `auto`.
  var rotation: Rotation? {
    switch self {
    case .auto: nil
    case .none: Rotation.none
    case .quarter: .clockwise
    case .half: .half
    case .threeQuarters: .counterclockwise
    }
  }
}

/// Whether keyboard input is discarded while frames show.
enum KeyboardChoice: StaticBytes, SettingChoice {
  /// Discarded, unless the program was started from that console.
  case auto = "auto"
  case leave = "leave"
  case off = "off"
}
