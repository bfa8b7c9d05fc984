import Foundation

/// Numbers that the animations must give, computed independently of this program from its authors' sources.
public enum AnimationVectors {
  /// The part of the file under a name.
  public static func table(_ name: String) throws -> [String: Any] {
    guard let part = try part(name) as? [String: Any] else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return part
  }

  /// The rows under a name.
  public static func rows(_ name: String) throws -> [[String: Any]] {
    guard let part = try part(name) as? [[String: Any]] else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return part
  }

  /// The pairs of numbers under a name: times and values.
  public static func samples(_ name: String) throws -> [(time: Double, value: Double)] {
    let samples = pairs(try part(name))
    if samples.isEmpty { throw CocoaError(.fileReadCorruptFile) }
    return samples
  }

  private static func part(_ name: String) throws -> Any? {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Vectors/animations.json")
    return (try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])?[name]
  }

  /// Pairs of numbers: times and values.
  public static func pairs(_ value: Any?) -> [(time: Double, value: Double)] {
    (value as? [[Double]] ?? []).map { ($0[0], $0[1]) }
  }
}
