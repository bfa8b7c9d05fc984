import Base
import ConsoleGuard
import LinuxSystem
import Presenters

/// The console, as the presenter's process has to do with it: whatever may wait for a driver is done here, not in the keeper.
final class PresenterConsole {
  private let settings: RenderSettings
  private let consoleGuard: ConsoleGuardProcess?
  private var terminal: VirtualTerminal?
  private var switching: TerminalSwitch?
  private var wasLookedFor = false

  /// Looks for nothing yet.
  init(_ settings: RenderSettings, _ consoleGuard: ConsoleGuardProcess?) {
    (self.settings, self.consoleGuard) = (settings, consoleGuard)
  }

  /// Leaves the displays alone if somebody looks at another terminal. Only for a presenter that takes over: the first one begins on
  /// the terminal that is in front.
  func begin(_ presenter: any Presenter) {
    lookFor()
    if terminal?.isInFront != false { return }
    VirtualTerminal.wakeFront()
    presenter.pause()
  }

  /// Puts the console aside and lights the panel, right before a picture. There need be neither.
  func enterGraphics() {
    Backlight.light(to: settings.brightness)
    lookFor()
    guard let terminal else { return }
    terminal.enterGraphics()
    if isKeyboardOff(terminal) { terminal.turnKeyboardOff() }
  }

  private func lookFor() {
    if wasLookedFor { return }
    wasLookedFor = true
    guard let found = consoleGuard.map({ $0.console() }) ?? VirtualTerminal() else { return }
    terminal = found
    switching = TerminalSwitch(found)
  }

  /// Whether keys are to reach nobody. Who started the program by hand on this very terminal wants to end it by hand.
  private func isKeyboardOff(_ terminal: VirtualTerminal) -> Bool {
    switch settings.keyboard {
    case .leave: false
    case .off: true
    case .auto: !terminal.isSame(as: 0)
    }
  }

  // MARK: - Other terminals

  /// Adds what `follow` has to be called for.
  func addDescriptors(to poller: inout Poller) {
    if let signals = switching?.rawValue { _ = poller.add(signals, .readable) }
  }

  /// Leaves the displays to whoever has the terminal in front.
  func follow(_ presenter: any Presenter, at now: Duration) throws(PresenterError) {
    while let request = switching?.next() {
      switch request {
      case .leave:
        presenter.pause()
        switching?.allowLeaving()
      case .enter:
        switching?.acknowledgeEntering()
        try presenter.resume(at: now)
      }
    }
  }

  /// Gives the console back if there is nobody else who will.
  func leave() { if consoleGuard?.isThere != true { terminal?.restore() } }
}
