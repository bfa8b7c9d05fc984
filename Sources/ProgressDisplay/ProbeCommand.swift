/// `fbprogress probe`: tells what displays there are.
enum ProbeCommand {
  static func run(_ options: Options) throws(CommandError) {
  }
}
