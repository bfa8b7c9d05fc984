import Base
import ConsoleGuard
import LinuxSystem
import Presenters

/// The presenter process's access to the console. Calls that a driver may block are made here, not
/// in the keeper.
final class PresenterConsole {
  private let settings: RenderSettings
  private let consoleGuard: ConsoleGuardProcess?
  private var terminal: VirtualTerminal?
  private var switching: VTSwitchRequests?
  private var wasOpened = false
  private var followsSwitches: Bool
  /// Whether another VT is in the foreground.
  private(set) var isAway = false

  /// Creates an object that has not opened the console yet.
  ///
  /// - Parameter isFurther: whether another presenter follows the switches of VTs.
  init(
    _ settings: RenderSettings, _ consoleGuard: ConsoleGuardProcess?, isFurther: Bool = false
  ) {
    (self.settings, self.consoleGuard, followsSwitches) = (settings, consoleGuard, !isFurther)
  }

  /// Pauses a presenter that replaces another one while another VT is in the foreground. The first
  /// presenter starts on the foreground VT.
  func begin(_ presenter: any Presenter) {
    openConsole()
    if terminal?.isInFront != false { return }
    if consoleGuard?.redrawOther() != true { VirtualTerminal.redrawActive(except: terminal) }
    presenter.pause()
    isAway = true
  }

  /// Puts the console into graphics mode, turns its keyboard off and the backlight on, right before
  /// a picture. None of the devices need exist.
  func enterGraphics() {
    Backlight.light(to: settings.brightness)
    openConsole()
    guard let terminal else { return }
    terminal.enterGraphics()
    // Ctrl-C ends a program that was started from this VT.
    if settings.discardsKeyboard ?? !terminal.isSame(as: 0) { terminal.turnKeyboardOff() }
  }

  private func openConsole() {
    if wasOpened { return }
    wasOpened = true
    guard let found = consoleGuard.map({ $0.console() }) ?? VirtualTerminal() else { return }
    terminal = found
    if followsSwitches { switching = VTSwitchRequests(found) }
  }

  /// Leaves the switches of VTs to logind: it pauses the card before it lets another VT come.
  func leaveSwitches() {
    followsSwitches = false
    switching = nil
  }

  // MARK: - VT switches

  /// Adds the descriptors that `follow` reads.
  func addDescriptors(to poller: inout Poller) {
    if let signals = switching?.rawValue { _ = poller.add(signals, .readable) }
  }

  /// Pauses the presenter when another VT comes to the foreground, and resumes it when this VT
  /// does.
  func handleSwitches(_ presenter: any Presenter, at now: Duration) throws(PresenterError) {
    while let request = switching?.next() {
      switch request {
      case .leave:
        presenter.pause()
        isAway = true
        switching?.allowLeaving()
      case .enter:
        switching?.acknowledgeEntering()
        isAway = false
        try presenter.resume(at: now)
      }
    }
  }

  /// Restores the console if the guard is gone.
  func leave() { if consoleGuard?.isAlive != true { terminal?.restore() } }
}
