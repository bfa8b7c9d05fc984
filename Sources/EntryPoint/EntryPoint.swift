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
  unsafe Invocation.run(count, arguments, desk: nil)
}
