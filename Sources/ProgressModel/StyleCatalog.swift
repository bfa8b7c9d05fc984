package import Base

/// The styles that a feed may select, with the intro of each, on which the state depends.
///
/// The command line makes it from the scenes, so the feed process does not import them.
package struct StyleCatalog: Sendable {
  /// A style's name and intro.
  package struct Entry: Sendable {
    /// The name in feeds and settings.
    let name: ByteString
    /// The time from a run's start until the style shows its progress.
    let intro: Duration

    /// Creates an entry.
    package init(name: ByteString, intro: Duration) { (self.name, self.intro) = (name, intro) }
  }

  private let entries: [Entry]
  private let configured: ByteString

  /// Creates a catalog.
  ///
  /// - Parameter configured: style names, joined by `+`, for a feed that selects none.
  package init(_ entries: [Entry], configured: ByteString) {
    (self.entries, self.configured) = (entries, configured)
  }

  /// Whether the catalog has each of up to eight names, joined by `+`.
  package func contains(_ names: ByteString) -> Bool { find(names) != nil }

  /// Sets the rule that depends on styles: the longest intro.
  ///
  /// - Parameter names: style names, joined by `+`. The configured styles replace unknown ones.
  package func adapt(_ rules: inout ProgressRules, to names: ByteString) {
    rules.intro = .zero
    for entry in find(names) ?? find(configured) ?? [] {
      rules.intro = max(rules.intro, entry.intro)
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
