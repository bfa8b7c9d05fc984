import Animation
import Base
import LinuxSystem
import Presenters
import ProgressModel
import Scenes
import SessionProtocol
import Text

/// Shows a session as text: three lines in place on a terminal, lines of a log elsewhere.
final class TerminalRenderer {
  private let terminal: Terminal
  private let catalogue: Catalogue
  private let form: Form
  // The state that was drawn last, and the lines of it.
  private var shown: [ByteString] = []
  private var log = ProgressLog()
  private var hasSeenOutcome = false
  private var hasEnded = false
  /// Whether anything was written.
  private(set) var hasShown = false

  /// The kind of output, by the terminal's features.
  enum Form: Equatable {
    /// Lines behind each other.
    case log
    /// Lines in place, with or without colors and block characters.
    case block(hasColors: Bool, hasBlocks: Bool)

    /// The form for a terminal by the environment.
    ///
    /// - Parameters:
    ///   - type: the value of `TERM`.
    ///   - charset: the value of `LC_ALL`, `LC_CTYPE` or `LANG`.
    static func of(
      isTerminal: Bool, type: ByteString, charset: ByteString, hasNoColor: Bool
    ) -> Form {
      if !isTerminal || type.isEmpty || type == "dumb" || type == "unknown" { return .log }
      let isMonochrome =
        type.hasPrefix("vt") && !type.hasPrefix("vte") || type.hasSuffix("-m")
        || type.hasSuffix("-mono")
      return .block(
        hasColors: !isMonochrome && !hasNoColor,
        hasBlocks: TerminalRenderer.isUTF8(charset) && type != "linux")
    }
  }

  /// Whether a locale such as `de_DE.UTF-8@euro` has the character set UTF-8.
  private static func isUTF8(_ locale: ByteString) -> Bool {
    (0..<locale.count).contains { locale.has(".UTF", at: $0) || locale.has(".utf", at: $0) }
  }

  /// Creates the renderer for the settings: for the presenter `terminal`, or for the serial console
  /// of a session that may stay without a display.
  ///
  /// - Returns: nil without such a terminal, or without permission to write to the serial console.
  static func make(_ settings: RenderSettings) throws(PresenterError) -> TerminalRenderer? {
    switch settings.presenter {
    case .terminal:
      let catalogue = LetteringLoader.catalogue(settings.table)
      guard let path = settings.output else {
        return TerminalRenderer(Terminal(), catalogue)
      }
      do throws(SystemError) {
        return TerminalRenderer(try Terminal(path), catalogue)
      } catch {
        throw PresenterError(
          "terminal: " + error.message + "; give a device or a file with --output", isFinal: true)
      }
    case .auto:
      guard settings.usesSerialConsole, let path = Terminal.serialConsole() else { return nil }
      do throws(SystemError) {
        let terminal = try Terminal(path)
        return TerminalRenderer(terminal, LetteringLoader.catalogue(settings.table), form: .log)
      } catch {
        Log.detail("serial console: " + error.message)
        return nil
      }
    case .drm, .fbdev, .png, .null: return nil
    }
  }

  /// The period of the motion while the extent is unknown.
  private static let motion = Duration.milliseconds(250)
  /// The least time between two drawings.
  private static let pause = Duration.milliseconds(100)

  /// Creates a renderer for a terminal.
  ///
  /// - Parameter form: nil for the form that fits the terminal and the environment.
  init(_ terminal: consuming Terminal, _ catalogue: Catalogue, form: Form? = nil) {
    self.form =
      form
      ?? .of(
        isTerminal: terminal.isTerminal, type: Environment.value("TERM").orEmpty,
        charset: Environment.firstValue(of: ["LC_ALL", "LC_CTYPE", "LANG"]).orEmpty,
        hasNoColor: Environment.value("NO_COLOR")?.isEmpty == false)
    self.terminal = terminal
    self.catalogue = catalogue
  }

  /// Whether an outcome is on the terminal.
  func hasPlayed(_ state: ProgressState) -> Bool { hasSeenOutcome && state.phase.isOutcome }

  /// Writes the changes since the last call.
  ///
  /// - Parameters:
  ///   - time: the session's time.
  /// - Returns: the session's time to call again without an event; nil for never.
  func draw(_ state: ProgressState, at time: Duration) -> Duration? {
    // A line of a log shows the reported values, without easing.
    let state = form == .log ? state.withoutEasing : state
    let status = StatusText(state, at: time, catalogue)
    let next: Duration?
    switch form {
    case .log: next = drawLine(status, state, time)
    case .block(let hasColors, let hasBlocks):
      next = drawBlock(
        status, state, time, hasColors: hasColors, hasBlocks: hasBlocks)
    }
    hasSeenOutcome = state.phase.isOutcome
    return next
  }

  private func drawLine(
    _ status: StatusText, _ state: ProgressState, _ time: Duration
  ) -> Duration? {
    let percent = state.phase == .active ? state.fraction.map { Int($0.value * 100) } : nil
    let (line, next) = log.line(status, state, percent: percent, at: time)
    if let line { write(line + "\n") }
    return next
  }

  private func drawBlock(
    _ status: StatusText, _ state: ProgressState, _ time: Duration, hasColors: Bool,
    hasBlocks: Bool
  ) -> Duration? {
    let block = TerminalBlock(
      hasColors: hasColors, hasBlocks: hasBlocks, columns: max(1, terminal.columns ?? 80))
    let isMoving = state.isIndeterminate && state.pausedAt == nil && state.stall(at: time) == nil
    let motion = state.restTime(at: time).map { min($0, time) } ?? time
    let lines = block.lines(
      status, state.phase, fraction: state.isIndeterminate ? nil : state.shown.value(at: time),
      step: Int(max(0, motion / Self.motion)))
    if lines != shown {
      // Hide the cursor; go up to the first line; clear each line before it is written.
      var text: ByteString = "\u{1b}[?25l"
      if !shown.isEmpty { text += "\u{1b}[" + ByteString(shown.count) + "A" }
      for line in lines { text += "\r\u{1b}[K" + line + "\n" }
      write(text)
      shown = lines
    }
    if isMoving { return time + Self.motion }
    if time < state.settled { return time + Self.pause }
    // Facts such as the time left count in seconds.
    if state.phase == .active && state.pausedAt == nil
      || state.restartsAt.map({ $0 > time }) == true
    {
      return time + .seconds(1)
    }
    return nil
  }

  /// Leaves the terminal as it was found.
  func finish() {
    if hasEnded { return }
    hasEnded = true
    if case .block = form, hasShown { write("\u{1b}[?25h") }
  }

  private func write(_ text: ByteString) {
    // If the terminal is gone, the session continues without output.
    if (try? terminal.write(text.bytes.span)) != nil { hasShown = true }
  }
}
