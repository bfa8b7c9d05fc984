package import Base
package import Configuration
import Pixels

// The render process's rows of the settings table.
extension RenderSettings {
  /// The rows, in the order of the documentation.
  package static let definitions: [SettingDefinition] = rows + [format]

  private static let format = SettingDefinition(
    "format", .choice(["auto"] + PixelFormat.all.map { StaticBytes(stringLiteral: $0.name) }),
    .value("auto"),
    help: "How pixels are packed for a display that reads several formats; auto: the best")

  private static let rows: [SettingDefinition] = [
    .init(
      "presenter", .choice(of: PresenterChoice.self), .value("auto"),
      scope: .notInThemes,
      help:
        "Where it is shown: a display (drm, fbdev; auto: fbdev until there is a card), files (--output), nowhere"
    ),
    .init(
      "device", .text("PATH, DRIVER"), .absent, scope: .notInThemes,
      help:
        "The card to use, such as /dev/dri/card0 or vc4, or /dev/fb0; otherwise the first with a display"
    ),
    .init(
      "output", .text("CONNECTOR[,CONNECTOR...], FILE.png, NAME-%d.png, FILE.apng, FILE.raw"),
      .absent, scope: .notInThemes,
      help:
        "The connectors to show on, such as HDMI-A-1, otherwise all; for pictures the file to write: one, one for each frame, an animation, bare pixels packed as format says"
    ),
    .init(
      "rotate", .choice(of: RotationChoice.self), .value("auto"), scope: .notInThemes,
      help: "How far pictures are turned clockwise, degrees; auto: as the panel is built in"),
    .init(
      "atomic", .flag, .value("yes"), scope: .notInThemes,
      help: "Whether atomic commits are made where the driver has them, or the calls of old"),
    .init(
      "keyboard", .choice(of: KeyboardChoice.self), .value("auto"), scope: .notInThemes,
      help:
        "Whether keys reach nobody through the console while it shows; auto: not off when it was started from that console"
    ),
    .init(
      "brightness", .number(1...100, unit: "percent"), .value("100"), scope: .notInThemes,
      help: "How bright a panel becomes that is dark when the first picture comes"),
    .init(
      "image", .path, .absent, help: "The PNG picture that is revealed when all is done"),
    .init(
      "image-folders", .text("PATH[:PATH...]"), .value("/usr/share/fbprogress:/etc/fbprogress"),
      scope: .notInThemes,
      help: "Where pictures must lie that the feed asks for"),
    .init(
      "fonts", .paths,
      .value(
        "/usr/share/fbprogress/fonts/default.fbfont:/usr/share/fbprogress/fonts/world.fbfont"),
      help: "The font packs of texts, in the order in which they are asked for a character"),
    .init(
      "locale", .text("auto, NAME"), .value("auto"), scope: .notInThemes,
      help: "The language of what it says by itself, such as pt-BR; auto: that of the environment"),
    .init(
      "locale-folder", .paths, .value("/usr/share/fbprogress/locale"),
      help: "Where the words of languages are; those of the first folder win over the others"),
    .init(
      "size", .text("WxH"), .value("1280x720"), scope: .commandLine,
      help: "The size of pictures, and of frames that no display gives a size"),
    .init(
      "fps", .count(1...240, unit: "frames a second"), .absent, scope: .commandLine,
      help: "Frame rate of an animation (30), or refresh rate of the presenter null (60)"),
    .init(
      "mlock", .flag, .value("no"), scope: .notInThemes,
      help:
        "Whether the program stays in memory when that gets scarce; it takes all that it has at once"
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
  /// None; frames are counted.
  case null = "null"

  /// Whether frames go to a display.
  package var usesDisplay: Bool {
    switch self {
    case .auto, .drm, .fbdev: true
    case .png, .null: false
    }
  }
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
