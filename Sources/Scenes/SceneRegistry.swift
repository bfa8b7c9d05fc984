extension SceneStyle {
  /// Every style, the default first. A new one is a file in `Styles/` and a line here.
  public static let all: [SceneStyle] = [
    .ring,
    .rainbow,
  ]

  /// The style of a name, as UTF-8; nil when there is none.
  public static func named(_ name: [UInt8]) -> SceneStyle? {
    all.first { $0.name.description.utf8.elementsEqual(name) }
  }
}
