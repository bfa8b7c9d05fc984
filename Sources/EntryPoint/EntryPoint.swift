import Base
import CommandLine

/// The program's entry point, called by `main` in C, since Embedded Swift cannot read the
/// arguments.
///
/// This is the last module and has one file, so the compiler sees the whole program at once.
///
/// - Parameters:
///   - count: the number of arguments, with the program's name.
///   - arguments: C's `argv`.
/// - Returns: the exit status.
@c(fbprogress_main)
public func fbprogressMain(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  var words: [ByteString] = []
  for index in 0..<max(Int(count), 0) {
    // SAFETY: `argv` has `count` strings that live as long as the process; each is copied.
    if let word = unsafe arguments?[index] { words.append(unsafe ByteString(cString: word)) }
  }
  return Invocation.run(name: words.first, Array(words.dropFirst()))
}
