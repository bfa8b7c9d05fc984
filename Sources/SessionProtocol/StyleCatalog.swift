package import Base
package import ProgressModel

/// The styles that a feed may ask for, with the facts about each that the state depends on.
///
/// The command line makes it from the scenes, so that the feed process needs none of them.
package struct StyleCatalog: Sendable {
  /// A style without its look.
  package struct Entry: Sendable {
    let name: ByteString
    /// The time from the start of a run until its progress shows.
    let intro: Duration
    /// Whether the style shows the speed of the run.
    let followsSpeed: Bool

    package init(name: ByteString, intro: Duration, followsSpeed: Bool) {
      (self.name, self.intro, self.followsSpeed) = (name, intro, followsSpeed)
    }
  }

  private let entries: [Entry]
  private let configured: ByteString

  /// Creates a catalog.
  ///
  /// - Parameter configured: the names of the styles, joined by `+`, for a feed that asks for none.
  package init(_ entries: [Entry], configured: ByteString) {
    (self.entries, self.configured) = (entries, configured)
  }

  /// Whether names joined by `+` are up to eight styles of the catalog.
  package func contains(_ names: ByteString) -> Bool { find(names) != nil }

  /// Sets the rules that depend on styles.
  ///
  /// - Parameter names: names joined by `+`. The configured styles stand in for unknown ones.
  package func adapt(_ rules: inout ProgressRules, to names: ByteString) {
    (rules.intro, rules.followsSpeed) = (.zero, false)
    for entry in find(names) ?? find(configured) ?? [] {
      rules.intro = max(rules.intro, entry.intro)
      rules.followsSpeed = rules.followsSpeed || entry.followsSpeed
    }
  }

  private func find(_ names: ByteString) -> [Entry]? {
    var found: [Entry] = []
    for name in names.split(at: UInt8(ascii: "+")) {
      guard let entry = entries.first(where: { $0.name == name }) else { return nil }
      found.append(entry)
    }
    return found.count > 8 ? nil : found
  }
}
