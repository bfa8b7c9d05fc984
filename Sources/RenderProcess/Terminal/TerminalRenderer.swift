import Base
import LinuxSystem
import Presenters
import ProgressModel
import Scenes
import SessionProtocol
import Text

/// Shows a session as lines of a log.
final class TerminalRenderer {
  private let terminal: Terminal
  private let catalogue: Catalogue
  private var log = ProgressLog()
  private var hasSeenOutcome = false
  /// Whether anything was written.
  private(set) var hasShown = false

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
        return TerminalRenderer(terminal, LetteringLoader.catalogue(settings.table))
      } catch {
        Log.detail("serial console: " + error.message)
        return nil
      }
    case .drm, .fbdev, .png, .null: return nil
    }
  }

  private init(_ terminal: consuming Terminal, _ catalogue: Catalogue) {
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
    // A line shows the reported values, without easing.
    let state = state.withoutEasing
    let percent = state.phase == .active ? state.fraction.map { Int($0.value * 100) } : nil
    let status = StatusText(state, at: time, catalogue)
    let (line, next) = log.line(status, state, percent: percent, at: time)
    // If the terminal is gone, the session continues without output.
    if let line, (try? terminal.write((line + "\n").bytes.span)) != nil { hasShown = true }
    hasSeenOutcome = state.phase.isOutcome
    return next
  }
}
