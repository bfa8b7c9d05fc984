import Base
import RenderProcess
import SessionProtocol

/// The commands and presenters of fbprogress-desk, which a board's program does not contain.
package struct Desk {
  let presenters: DeskPresenters
  /// Runs a command; nil if it is none of the desk's.
  let run: ([ByteString], Options) throws(CommandError) -> ExitStatus?

  package static var all: Desk { Desk(presenters: .all, run: run) }

  private static func run(
    _ words: [ByteString], _ options: Options
  ) throws(CommandError) -> ExitStatus? {
    guard let command = words.first, ProgramCommand.isOfDesk(command) else {
      // Before the presenter's process starts.
      if options.render.presenter == .png, DisplayCommand.isMeant(words) {
        _ = try RenderCommand.output(options)
      }
      return nil
    }
    let rest = Array(words.dropFirst())
    if command == "check" { return try CheckCommand.run(words: rest) }
    if command == "list", rest.count == 1, rest[0] == "themes" {
      return Program.print(Theme.list(options.settings))
    }
    try Program.refuse(rest, of: command)
    if command == "list" { return Program.print(HelpText.styles) }
    if command == "sheet" {
      try SheetCommand.run(options)
    } else if options.render.presenter == .null {
      return Program.print(try FrameCount.run(options))
    } else {
      try RenderCommand.run(options)
    }
    return .success
  }
}
