import Base
import Configuration

/// The bar's position on the screen.
enum RainbowAnchor: StaticBytes, SettingChoice {
  case top, middle, bottom

  /// The share of the free height that is above the bar.
  var share: Double {
    switch self {
    case .top: 0
    case .middle: 0.5
    case .bottom: 1
    }
  }
}
