import Configuration
import LinuxSystem

/// The console, as the presenter's process has to do with it: whatever may wait for a driver is done here, not in the keeper.
final class PresenterConsole {
  private let options: Options
  private let supervisor: Supervisor?
  private var terminal: VirtualTerminal?
  private var wasLookedFor = false

  /// Looks for nothing yet.
  init(_ options: Options, _ supervisor: Supervisor?) {
    (self.options, self.supervisor) = (options, supervisor)
  }

  /// Puts the console aside and lights the panel, right before a picture. There need be neither.
  func enterGraphics() {
    Backlight.light(to: Int((options.settings.number("brightness") ?? 100).rounded()))
    if !wasLookedFor {
      wasLookedFor = true
      terminal = supervisor.map { $0.console() } ?? VirtualTerminal()
    }
    guard let terminal else { return }
    terminal.enterGraphics()
    if isKeyboardOff(terminal) { terminal.turnKeyboardOff() }
  }

  /// Whether keys are to reach nobody. Who started the program by hand on this very terminal wants to end it by hand.
  private func isKeyboardOff(_ terminal: VirtualTerminal) -> Bool {
    switch options.settings.choice("keyboard") {
    case 1: false
    case 2: true
    default: !terminal.isSame(as: 0)
    }
  }

  /// Gives the console back if there is nobody else who will.
  func leave() { if supervisor?.isThere != true { terminal?.restore() } }
}
