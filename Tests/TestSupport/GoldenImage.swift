import Foundation
import PNGCodec
public import Pixels

/// Compares frames with golden pictures, which were checked by eye. `Tests/goldens` has a checksum
/// for each.
public enum GoldenImage {
  private static let record = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "goldens")
  private static let pictures = URL(filePath: ".build/golden")
  private static let checksums = Checksums(record)

  /// The difference of a frame from its golden picture; nil for none.
  ///
  /// A frame that differs is written to `.build/golden/NAME.png`. With `FBPROGRESS_RECORD=1` all
  /// frames are, and their checksums replace the recorded ones.
  ///
  /// - Parameter name: the picture's name, `GROUP/PICTURE`.
  public static func compare(_ frame: borrowing Pixmap, with name: String) throws -> String? {
    let records = ProcessInfo.processInfo.environment["FBPROGRESS_RECORD"] == "1"
    let checksum = checksum(frame)
    let recorded = checksums[name]
    if recorded == checksum, !records { return nil }
    let file = pictures.appending(path: name + ".png")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(PNGEncoder.encode(frame)).write(to: file)
    if records {
      try checksums.set(checksum, for: name)
      return nil
    }
    return recorded == nil
      ? "no golden picture \(name): look at \(file.path), then record it with FBPROGRESS_RECORD=1"
      : "\(file.path) differs from the golden picture, which an earlier commit can write"
  }

  /// The FNV-1a hash, of 64 bits, of a frame's size and colors.
  private static func checksum(_ frame: borrowing Pixmap) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ word: UInt32) { hash = (hash ^ UInt64(word)) &* 0x100_0000_01b3 }
    add(UInt32(frame.size.width))
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width { add(frame[x, y] & 0xff_ffff) }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The record: a line `NAME CHECKSUM` for each picture, in the order of the names.
  private final class Checksums: @unchecked Sendable {
    private let file: URL
    private let lock = NSLock()
    private var all: [String: String]

    init(_ file: URL) {
      self.file = file
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let rows = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      all = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    subscript(name: String) -> String? { lock.withLock { all[name] } }

    func set(_ checksum: String, for name: String) throws {
      try lock.withLock {
        all[name] = checksum
        let lines = all.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
        try lines.joined().write(to: file, atomically: true, encoding: .utf8)
      }
    }
  }
}
