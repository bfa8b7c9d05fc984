import Base
import LinuxSystem
import SessionProtocol

/// The program with the arguments of a process.
package enum Invocation {
  /// Runs the program.
  ///
  /// - Parameters:
  ///   - count: the number of arguments, with the program's name.
  ///   - arguments: C's `argv`.
  ///   - desk: the parts of fbprogress-desk; nil for a board's program.
  /// - Returns: the exit status.
  package static func run(
    _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, desk: Desk?
  ) -> Int32 {
    let start = MonotonicClock.now
    Log.open(Log.usualPlace(hasStandardError: FileDescriptor.holdStandardDescriptors()))
    var words: [ByteString] = []
    for index in 0..<max(Int(count), 0) {
      guard let text = unsafe arguments?[index] else { break }
      // SAFETY: `argv` has `count` strings that live as long as the process; each is copied.
      let word = unsafe ByteString(cString: text)
      // A program of the name plymouth acts as plymouth's client.
      let name = index > 0 ? word : FileSystem.name(of: word)
      if index > 0 || name == "plymouth" { words.append(name) }
    }
    do throws(CommandError) {
      return try Program.run(words, start: start, desk).code
    } catch {
      Log.write(error.message, .error)
      return error.status.code
    }
  }
}
