package import Base
import Configuration

/// The destinations of frames.
package enum PresenterChoice: StaticBytes, SettingChoice {
  /// A card, and a framebuffer device until a card appears.
  case auto
  /// A card.
  case drm
  /// A framebuffer device.
  case fbdev
  /// Files.
  case png
  /// To a terminal or a log, as text.
  case terminal
  /// None; frames are counted.
  case null

  /// Whether frames go to a display.
  package var usesDisplay: Bool {
    switch self {
    case .auto, .drm, .fbdev: true
    case .png, .terminal, .null: false
    }
  }
}
