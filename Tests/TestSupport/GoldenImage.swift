public import Foundation
import PNGCodec
public import Pixels

/// Compares frames with pictures that somebody has looked at.
public enum GoldenImage {
  /// What a comparison found; nil when the frame is the reference, pixel by pixel.
  ///
  /// A missing reference is written, and is a finding. With `FBPROGRESS_RECORD=1` all are written anew. A frame
  /// that differs is left in `.build/golden`, with a picture of where.
  public static func compare(_ frame: borrowing Pixmap, with reference: URL) throws -> String? {
    let files = FileManager.default
    let bytes = Data(PNGEncoder.encode(frame))
    let records = ProcessInfo.processInfo.environment["FBPROGRESS_RECORD"] == "1"
    if records || !files.fileExists(atPath: reference.path) {
      try files.createDirectory(
        at: reference.deletingLastPathComponent(), withIntermediateDirectories: true)
      try bytes.write(to: reference)
      return records ? nil : "\(reference.lastPathComponent) was missing and is written: look at it"
    }
    let expected = try PNGDecoder.decode(Array(Data(contentsOf: reference)).span)
    guard expected.size == frame.size else {
      return "the size is \(frame.size), not \(expected.size)"
    }
    var difference = Pixmap(size: frame.size)
    var count = 0
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width where (frame[x, y] ^ expected[x, y]) & 0xff_ffff != 0 {
        count += 1
        difference.withMutableRow(y, columns: x..<(x + 1)) { $0[0] = 0xffff_ffff }
      }
    }
    if count == 0 { return nil }
    let folder = URL(filePath: ".build/golden")
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = reference.pathComponents.suffix(2).joined(separator: "-")
    try bytes.write(to: folder.appending(path: name))
    try Data(PNGEncoder.encode(difference)).write(to: folder.appending(path: "diff-" + name))
    return "\(count) pixels differ from \(reference.lastPathComponent); see .build/golden/\(name)"
  }
}
