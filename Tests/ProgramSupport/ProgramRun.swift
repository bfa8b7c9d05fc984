import Foundation
import Testing

/// A run of the program itself, with its results.
struct ProgramRun {
  let status: Int32
  let output: String
  let errors: String

  /// The path of the program, which is built together with the tests.
  static var executable: URL {
    // The tests run from a bundle in the folder of the built program.
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path != "/",
      !FileManager.default.isExecutableFile(atPath: folder.appending(path: "fbprogress").path)
    {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "fbprogress")
  }

  /// Options for a run that shows no picture, makes no socket and ends with its outcome.
  static let quick = [
    "--presenter", "null", "--outcome-time", "0", "--reveal.time", "0", "--status", "off",
  ]
  /// Mounts and namespaces need root.
  static let isRoot = geteuid() == 0

  /// Runs the program to its end.
  ///
  /// - Parameter shell: a shell command that runs it, as `"$0" "$@"`.
  init(_ arguments: [String], input: String = "", delay: Double = 0, shell: String? = nil) throws {
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    let process = try ChildProgram(
      shell == nil ? Self.executable.path : "/bin/sh",
      (shell.map { ["-c", $0, Self.executable.path] } ?? []) + arguments, input: stdin,
      output: .to(stdout), errors: .to(stderr))
    if delay > 0 { Thread.sleep(forTimeInterval: delay) }
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let said = Self.readBoth(stdout.fileHandleForReading, stderr.fileHandleForReading)
    (output, errors) = (
      String(decoding: said.0, as: UTF8.self), String(decoding: said.1, as: UTF8.self)
    )
    process.waitUntilExit()
    status = try #require(process.status)
  }
}

extension ProgramRun {
  /// Reads two pipes to their ends, as bytes arrive: a program that fills one pipe must not wait
  /// for the end of the other.
  fileprivate static func readBoth(_ one: FileHandle, _ other: FileHandle) -> ([UInt8], [UInt8]) {
    var polls = [one, other].map {
      pollfd(fd: $0.fileDescriptor, events: Int16(POLLIN), revents: 0)
    }
    var said: [[UInt8]] = [[], []]
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // SAFETY: both arrays are borrowed for the calls.
    while polls.contains(where: { $0.fd >= 0 }), unsafe poll(&polls, 2, -1) >= 0 || errno == EINTR {
      for index in polls.indices where polls[index].fd >= 0 && polls[index].revents != 0 {
        let count = unsafe read(polls[index].fd, &buffer, buffer.count)
        if count > 0 { said[index] += buffer[..<count] } else { polls[index].fd = -1 }
      }
    }
    return (said[0], said[1])
  }
}
