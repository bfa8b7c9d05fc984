import Foundation

/// Numbers that the animations must give, computed independently of this program from its authors' sources.
public enum AnimationVectors {
  /// The table under a name.
  public static func table(_ name: String) throws -> [String: Any] { try part(name) }

  /// The pairs of numbers under a name: times and values.
  public static func samples(_ name: String) throws -> [(time: Double, value: Double)] {
    pairs(try part(name) as [Any])
  }

  private static func part<Part>(_ name: String) throws -> Part {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Vectors/animations.json")
    let whole = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    guard let part = whole?[name] as? Part else { throw CocoaError(.fileReadCorruptFile) }
    return part
  }

  /// Pairs of numbers: times and values.
  public static func pairs(_ value: Any?) -> [(time: Double, value: Double)] {
    (value as? [[Double]] ?? []).map { ($0[0], $0[1]) }
  }
}
