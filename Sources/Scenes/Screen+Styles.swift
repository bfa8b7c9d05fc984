import Animation
public import Base
public import Configuration
import Graphics
import ProgressModel

extension Screen {
  /// The rows of every caption and every style.
  public static var partSettings: [SettingDefinition] {
    Caption.all.flatMap { $0.settings } + SceneStyle.all.flatMap { $0.settings }
  }

  /// The facts about each style that the state of a session depends on: the time from a run's start
  /// until its progress shows, and whether it shows the speed.
  public static func styleFacts(
    _ settings: Settings
  ) -> [(name: StaticBytes, intro: Duration, followsSpeed: Bool)] {
    let reducesMotion = settings.flag("reduced-motion")
    return SceneStyle.all.map { style in
      let scene = style.makeScene(settings)
      return (style.name, scene.intro, scene.followsSpeed && !reducesMotion)
    }
  }

  /// The styles of names joined by `+`.
  static func styles(_ names: ByteString, _ settings: Settings) -> [SceneStyle] {
    var styles: [SceneStyle] = []
    if !isKnown(names) { return Self.styles(settings.text("style") ?? "", settings) }
    for name in names.split(at: UInt8(ascii: "+")) {
      if let style = SceneStyle.named(name) { styles.append(style) }
    }
    return styles
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
