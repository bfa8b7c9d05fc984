import Base
import Configuration
package import LinuxSystem
import Presenters
import ProgressModel
package import SessionProtocol

/// The presenters of fbprogress-desk, which a board's program does not contain.
package struct DeskPresenters {
  /// Opens the terminal for frames; nil to show text. Called before the process gives up files.
  let openTerminal: (RenderSettings) -> TerminalLine?
  /// Makes the presenter that the settings select; nil if it is none of the desk's.
  let make: (consuming TerminalLine?, RenderSettings) -> (any Presenter)?
}

/// The forked child process that draws and presents.
package enum PresenterProcess {
  /// Runs a presenter until its keeper's end of the channel is closed.
  ///
  /// - Parameter desk: further presenters; nil for a board's program.
  /// - Returns: the process's exit status: 0, that of `cannotPresent` after a permanent failure, or
  ///   70 after one that a restart may cure.
  package static func run(
    _ settings: RenderSettings, _ task: PresenterTask, channel: borrowing MessageChannel,
    desk: DeskPresenters?
  ) -> Int32 {
    let settings = task.isFurther ? settings.ofFurtherCard(task.path) : settings
    let inheritance = DRMInheritance(
      card: task.card, path: task.path,
      buffers: task.buffers.map { .init(framebuffer: $0.framebuffer, handle: $0.handle) })
    let socket = channel.rawValue
    let console = PresenterConsole(settings, task.consoleGuard, isFurther: task.isFurther)
    if settings.locksMemory { ProcessMemory.lockOrLog() }
    // Before the process gives up files.
    let line = desk?.openTerminal(settings)
    Confinement.begin(as: .presenter, files: settings.files)
    do throws(PresenterError) {
      let frames = desk?.make(line, settings)
      let text = frames == nil ? try TerminalRenderer.make(settings) : nil
      let presenter =
        frames
        ?? makePresenter(settings, inheritance, waits: text == nil) {
          console.enterGraphics()
        } report: { report in
          switch report {
          case .card(let descriptor, let path):
            MessageChannel.send(
              PresenterReport(.card, text: path.orEmpty).bytes.span, descriptor: descriptor,
              on: socket)
          case .cards(let paths): send(.init(.cards, paths: paths), on: socket)
          case .seat: console.leaveSwitches()
          case .cardGone: send(.init(.cardGone), on: socket)
          case .buffers(let buffers):
            let buffers = buffers.map {
              PresentedBuffer(framebuffer: $0.framebuffer, handle: $0.handle)
            }
            send(.init(.buffers, buffers: buffers), on: socket)
          case .note(let line): Log.write(line)
          }
        }
      if inheritance.card != nil, !task.isFurther { console.begin(presenter) }
      let loop = PresenterLoop(
        settings: settings, task: task, presenter: presenter, console: console, text: text,
        send: { send($0, on: socket) })
      try loop.run(channel)
      console.leave()
      return ExitStatus.success.code
    } catch {
      if !error.message.isEmpty { Log.write(error.message) }
      console.leave()
      return error.isFinal ? ExitStatus.cannotPresent.code : ExitStatus.passingFailure
    }
  }

  @discardableResult
  private static func send(_ report: PresenterReport, on socket: Int32) -> Bool {
    MessageChannel.send(report.bytes.span, on: socket) != .full
  }

  /// Creates the presenter that the settings select.
  ///
  /// - Parameter waits: whether it fails if no display appears in time.
  private static func makePresenter(
    _ settings: RenderSettings, _ inheritance: DRMInheritance, waits: Bool,
    enterGraphics: @escaping () -> Void, report: @escaping (DRMReport) -> Void
  ) -> any Presenter {
    let now = MonotonicClock.now
    switch settings.presenter {
    case .null, .png:
      return NullPresenter(size: settings.size, framesPerSecond: settings.framesPerSecond)
    case .terminal: return TextPresenter()
    case .auto, .drm, .fbdev: break
    }
    var framebuffer: FbdevPresenter?
    if let configuration = settings.framebuffer {
      let one = FbdevPresenter(
        configuration, at: now, enterGraphics: enterGraphics, note: { report(.note($0)) })
      if !configuration.isFallback { return one }
      framebuffer = one
    }
    var displays = settings.displays
    if !waits { displays.wait = nil }
    let cards = DRMPresenter(
      displays, inheritance: inheritance, at: now, enterGraphics: enterGraphics,
      report: report)
    if let framebuffer { return DisplayPresenter(cards, or: framebuffer) }
    return cards
  }
}
