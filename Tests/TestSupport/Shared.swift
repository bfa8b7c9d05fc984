public import Base
public import Foundation

/// The files that are installed with the program.
public enum Shared {
  /// The folder that they are in.
  public static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../share").standardizedFileURL

  /// A file's bytes.
  public static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }

  /// A file's text.
  public static func text(_ path: String) throws -> ByteString { ByteString(try bytes(path)) }

  /// The names of what is in a folder, without what begins with a point, in order.
  public static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)
      .filter { !$0.hasPrefix(".") }.sorted()
  }
}
