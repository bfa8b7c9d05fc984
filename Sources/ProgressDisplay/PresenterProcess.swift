import ByteStrings
import Configuration
import LinuxSystem
import Presenters
import ProgressModel

/// The forked child that draws.
enum PresenterProcess {
  /// Runs a presenter until its keeper is gone.
  ///
  /// - Returns: the process's exit status.
  static func run(
    _ options: Options, clock: SessionClock, state: ProgressState,
    channel: borrowing MessageChannel, supervisor: Supervisor?,
    inheritance: DRMInheritance
  ) -> Int32 {
    let socket = channel.rawValue
    let console = PresenterConsole(options, supervisor)
    lockMemory(options)
    do throws(PresenterError) {
      let presenter = makePresenter(options, inheritance) {
        console.enterGraphics()
      } report: { report in
        switch report {
        case .card(let descriptor):
          MessageChannel.send(
            PresenterReport.card.bytes.span, descriptor: descriptor, on: socket)
        case .cardGone: send(.cardGone, on: socket)
        case .buffers(let buffers): send(.buffers(buffers), on: socket)
        case .note(let line): Log.say(line)
        }
      }
      if inheritance.card != nil { console.begin(presenter) }
      let loop = PresenterLoop(
        options: options, clock: clock, state: state, presenter: presenter, console: console,
        send: { send($0, on: socket) })
      try loop.run(channel)
      console.leave()
      return ExitStatus.success.code
    } catch {
      Log.say(error.message)
      console.leave()
      return error.isFinal ? ExitStatus.cannotPresent.code : passingFailure
    }
  }

  /// Keeps this process in memory where that is wanted; one that may not be kept works, too.
  static func lockMemory(_ options: Options) {
    guard options.settings.flag("mlock") else { return }
    do throws(SystemError) {
      try ProcessMemory.lock()
    } catch {
      Log.say("the program may have to be read from disk again: " + error.message)
    }
  }

  /// The status of a presenter whose successor may do better.
  private static let passingFailure: Int32 = 70

  @discardableResult
  private static func send(_ report: PresenterReport, on socket: Int32) -> Bool {
    MessageChannel.send(report.bytes.span, on: socket) != .full
  }

  /// Makes the presenter that the settings ask for.
  private static func makePresenter(
    _ options: Options, _ inheritance: DRMInheritance, enterGraphics: @escaping () -> Void,
    report: @escaping (DRMReport) -> Void
  ) -> any Presenter {
    let (settings, now) = (options.settings, MonotonicClock.now)
    let choice = settings.choice("presenter")
    if choice == 3 {
      return PNGPresenter(
        path: settings.text("output") ?? "", size: options.size,
        framesPerSecond: options.framesPerSecond)
    }
    if options.isNull {
      return NullPresenter(size: options.size, framesPerSecond: options.framesPerSecond)
    }
    var framebuffer: FbdevPresenter?
    if let configuration = options.framebuffer {
      let one = FbdevPresenter(
        configuration, at: now, enterGraphics: enterGraphics, note: { report(.note($0)) })
      if !configuration.isFallback { return one }
      framebuffer = one
    }
    let cards = DRMPresenter(
      options.displays, inheritance: inheritance, at: now, enterGraphics: enterGraphics,
      report: report)
    return framebuffer.map { DisplayPresenter(cards, or: $0) } ?? cards
  }
}
