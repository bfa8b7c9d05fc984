import Base

extension SceneStyle {
  /// Every style, the default first. A new one is a file in `Styles/` and a line here.
  public static let all: [SceneStyle] =
    [.ring, .rainbow, .spinner] + (Traits.looks ? [.pencil, .bubble, .wave] : [])

  /// The style of a name; nil for none.
  static func named(_ name: ByteString) -> SceneStyle? {
    for style in all where name == style.name { return style }
    return nil
  }
}
