/// The program's version.
enum Version {
  /// Semantic version, as in CHANGELOG.md.
  static let number: StaticString = "0.1.0"
}
