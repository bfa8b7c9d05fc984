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

  /// The status of a presenter whose successor may do better.
  private static let passingFailure: Int32 = 70

  private static func send(_ report: PresenterReport, on socket: Int32) {
    MessageChannel.send(report.bytes.span, on: socket)
  }

  /// Makes the presenter that the settings ask for.
  private static func makePresenter(
    _ options: Options, _ inheritance: DRMInheritance, enterGraphics: @escaping () -> Void,
    report: @escaping (DRMReport) -> Void
  ) -> any Presenter {
    switch options.settings.choice("presenter") {
    case 2:
      PNGPresenter(
        path: options.settings.text("output") ?? "", size: options.size,
        framesPerSecond: options.framesPerSecond)
    case 3: NullPresenter(size: options.size, framesPerSecond: options.framesPerSecond)
    default:
      DRMPresenter(
        options.displays, inheritance: inheritance,
        at: MonotonicClock.now, enterGraphics: enterGraphics, report: report)
    }
  }
}
