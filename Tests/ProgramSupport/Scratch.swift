import Foundation
import Testing

/// A temporary folder, removed with this object.
final class Scratch {
  let url: URL

  /// - Parameter isInMemory: whether its file system is a tmpfs.
  init(isInMemory: Bool = false) throws {
    let parent =
      isInMemory ? URL(filePath: "/dev/shm") : FileManager.default.temporaryDirectory
    url = parent.appending(path: "fbprogress-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }
  func path(_ name: String) -> String { url.appending(path: name).path }
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }
  /// Makes a program of a shell script's text.
  func makeProgram(_ text: String, at name: String) throws {
    let script = "script-\(UUID().uuidString)"
    try write("#!/bin/sh\n\(text)\n", to: script)
    try installProgram(path(script), at: path(name))
    try FileManager.default.removeItem(atPath: path(script))
  }
  func read(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

  /// The events of a session that `--record` wrote to the file `r`, without their times.
  var recordedEvents: [String] {
    let record = (try? read("r")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return record.split(separator: "\n").map { String($0.drop { $0 != " " }.dropFirst()) }
  }
}

/// Makes an executable copy of a file, in folders that it makes, by a process of its own.
///
/// A program that this process writes is "busy" as long as a child that another test forks at that
/// moment has its descriptor.
func installProgram(_ source: String, at target: String) throws {
  let process = try ChildProgram("/usr/bin/install", ["-D", "-m", "755", source, target])
  process.waitUntilExit()
  try #require(process.status == 0, "install \(source) \(target)")
}
