import Base
import Configuration
import LinuxSystem
import Presenters

extension DeskPresenters {
  /// Frames in files, and on terminals.
  package static var all: DeskPresenters {
    DeskPresenters(openTerminal: TerminalGraphics.takeLine) { line, settings in
      guard settings.presenter == .png else { return TerminalGraphics.presenter(line, settings) }
      return PNGPresenter(
        path: settings.output.orEmpty, size: settings.size,
        framesPerSecond: settings.framesPerSecond)
    }
  }
}

/// The choice between frames and text on a terminal.
enum TerminalGraphics {
  /// Opens the terminal for frames; nil to show text.
  static func takeLine(_ settings: RenderSettings) -> TerminalLine? {
    guard settings.presenter == .terminal, !settings.table.has("none", .terminalGraphics) else {
      return nil
    }
    // By default, query only the terminal that started the program, if its type supports queries.
    // In a pipeline or a script another program may be querying it.
    if settings.table.has("auto", .terminalGraphics),
      settings.output != nil || settings.keysAreFeed || !isAsked || !Command.isTerminal(0)
    {
      return nil
    }
    return TerminalLine.take(settings.output)
  }

  private static var type: ByteString { Environment.value("TERM").orEmpty }

  /// Whether the type is of tmux or screen. tmux claims Sixel whatever its own terminal knows.
  private static var isMultiplexer: Bool { type.hasPrefix("tmux") || type.hasPrefix("screen") }

  /// Whether to query terminals of this type for their features.
  private static var isAsked: Bool {
    !type.isEmpty && type != "dumb" && type != "unknown" && type != "linux"
      && !type.hasPrefix("vt1") && !type.hasPrefix("vt2") && !isMultiplexer
  }

  /// Makes the presenter of frames; nil for text.
  static func presenter(
    _ line: consuming TerminalLine?, _ settings: RenderSettings
  ) -> TerminalPresenter? {
    guard let line else { return nil }
    return TerminalPresenter.make(
      line,
      settings.table.has("kitty", .terminalGraphics)
        ? .kitty : settings.table.has("sixel", .terminalGraphics) ? .sixel : nil,
      // These take such a question for a title.
      asksKitty: !isMultiplexer,
      framesPerSecond: settings.framesPerSecond)
  }
}
