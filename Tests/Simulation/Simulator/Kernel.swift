import Base
import EntryPoint
import Glibc
import SimulatedLinux

/// Times of the simulated clock, nanoseconds.
typealias Time = Int64

let second: Time = 1_000_000_000
let millisecond: Time = 1_000_000

/// A process that runs the program with arguments.
final class Program {
  private let arguments: [String]
  private var words: [UnsafeMutablePointer<CChar>?] = []

  init(_ arguments: [String]) { self.arguments = arguments }

  deinit { for word in words { free(word) } }

  /// Starts the process.
  ///
  /// - Parameter limit: the most descriptors that it can have.
  /// - Returns: its ID.
  func start(limit: Int32 = 256) -> Int32 {
    words = (["fbprogress"] + arguments).map { strdup($0) } + [nil]
    return sim_start(
      "fbprogress",
      { context in
        guard let context else { return }
        let program = Unmanaged<Program>.fromOpaque(context).takeUnretainedValue()
        sim_exit(program.run())
      }, Unmanaged.passUnretained(self).toOpaque(), limit)
  }

  private func run() -> Int32 {
    words.withUnsafeMutableBufferPointer {
      fbprogressMain(Int32($0.count - 1), $0.baseAddress)
    }
  }
}

/// Calls that the world makes. None of them waits.
enum World {
  /// Opens a FIFO or file to write; nil if that fails.
  static func open(_ path: String) -> Int32? {
    let number = simulatedOpen(path, O_WRONLY | O_NONBLOCK)
    return number < 0 ? nil : number
  }

  private static func simulatedOpen(_ path: String, _ flags: Int32) -> Int32 {
    sim_world_open(path, flags)
  }

  /// Writes bytes; the number that was taken, or nil if there is no room or no reader.
  static func write(_ bytes: ArraySlice<UInt8>, to number: Int32) -> Int? {
    let count = Array(bytes).withUnsafeBytes { sim_write(number, $0.baseAddress, $0.count) }
    return count < 0 ? nil : count
  }

  /// Connects to a stream socket as a user; nil if that fails.
  static func connect(_ path: String, as user: UInt32) -> Int32? {
    let number = sim_world_connect(path, user)
    return number < 0 ? nil : number
  }

  static func close(_ number: Int32) { _ = sim_close(number) }

  /// Everything that can be read now.
  static func read(_ number: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { sim_read(number, $0.baseAddress, $0.count) }
    return count > 0 ? Array(buffer[..<count]) : []
  }
}
