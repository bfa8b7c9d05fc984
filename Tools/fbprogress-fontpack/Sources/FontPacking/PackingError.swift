/// Why no pack was made: a sentence or a few lines, and the status that the program ends with.
public struct PackingError: Error {
  /// What is said on standard error, without the program's name.
  public let message: String
  /// 1: fonts, texts or the system; 2: the arguments.
  public let status: Int32

  /// The fonts, the texts or the system are at fault.
  init(_ message: String) {
    self.message = message
    status = 1
  }

  /// The command line is at fault.
  init(arguments message: String) {
    self.message = message
    status = 2
  }
}
