import Base
import LinuxSystem
import Presenters

/// The choice between frames and text on a terminal.
enum TerminalGraphics {
  /// Takes the terminal that frames may be shown on; nil for text. Opens files.
  static func takeLine(_ settings: RenderSettings) -> TerminalLine? {
    guard Traits.terminal, settings.presenter == .terminal, settings.graphics != .none else {
      return nil
    }
    // Unasked, only the terminal that the program was started from, and that knows sequences. In a
    // pipeline or a script another program may ask for something there.
    if settings.graphics == .auto,
      settings.output != nil || settings.keysAreFeed || !isAsked || !Command.isTerminal(0)
    {
      return nil
    }
    return TerminalLine.take(settings.output)
  }

  private static var type: ByteString { Environment.value("TERM") ?? "" }

  /// Whether the type is of tmux or screen. tmux claims Sixel whatever its own terminal knows.
  private static var isMultiplexer: Bool { type.hasPrefix("tmux") || type.hasPrefix("screen") }

  /// Whether terminals of this type are asked what they know.
  private static var isAsked: Bool {
    !type.isEmpty && type != "dumb" && type != "unknown" && type != "linux"
      && !type.hasPrefix("vt1") && !type.hasPrefix("vt2") && !isMultiplexer
  }

  /// Makes the presenter of frames; nil for text.
  static func presenter(
    _ line: consuming TerminalLine?, _ settings: RenderSettings
  ) -> TerminalPresenter? {
    guard Traits.terminal, let line else { return nil }
    return TerminalPresenter.make(
      line,
      settings.graphics == .kitty ? .kitty : settings.graphics == .sixel ? .sixel : nil,
      // These take such a question for a title.
      asksKitty: !isMultiplexer,
      framesPerSecond: settings.framesPerSecond)
  }
}
