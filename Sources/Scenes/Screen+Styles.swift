public import Base
public import Configuration
import Graphics
import ProgressModel

extension Screen {
  /// The intro of each style: the time from a run's start until its progress shows.
  public static func intros(_ settings: Settings) -> [(name: StaticBytes, intro: Duration)] {
    SceneStyle.all.map { ($0.name, $0.intro(settings)) }
  }

  /// Whether a part shows the speed.
  public var followsSpeed: Bool {
    !facts.reducesMotion && parts.contains { $0.followsSpeed }
  }

  /// The styles of names joined by `+`.
  static func styles(_ names: ByteString, _ settings: Settings) -> [SceneStyle] {
    var styles: [SceneStyle] = []
    if !isKnown(names) { return Self.styles(settings.text(.style).orEmpty, settings) }
    for name in names.split(at: UInt8(ascii: "+")) {
      if let style = SceneStyle.named(name) { styles.append(style) }
    }
    return styles
  }

  /// The scale for a physical size. Viewers stand further from a large display, but less than
  /// proportionally. So a short side of up to 100 mm is filled, and from there sizes grow with its
  /// square root.
  static func physicalFactor(_ canvas: Size, _ density: Double?) -> Double {
    guard let density, density > 0 else { return 1 }
    return min(1, (100 * density / canvas.shortSide).squareRoot())
  }

  /// Adapts a state to the settings: without easing if motion is reduced.
  public func adapted(_ shared: SharedState) -> SharedState {
    if !facts.reducesMotion { return shared }
    return SharedState(shared.state.withoutEasing, with: shared.history)
  }

  /// Whether each of at most eight names, joined by `+`, is a style.
  private static func isKnown(_ names: ByteString) -> Bool {
    let parts = names.split(at: UInt8(ascii: "+"))
    if parts.count > 8 { return false }
    for name in parts where SceneStyle.named(name) == nil {
      return false
    }
    return true
  }
}
