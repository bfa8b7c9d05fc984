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
    channel: borrowing MessageChannel, terminal: borrowing VirtualTerminal?,
    inheritance: DRMInheritance
  ) -> Int32 {
    let socket = channel.rawValue
    func send(_ report: PresenterReport, descriptor: Int32? = nil) {
      MessageChannel.send(report.bytes.span, descriptor: descriptor, on: socket)
    }
    do throws(PresenterError) {
      let presenter = makePresenter(options)
      let loop = PresenterLoop(
        options: options, clock: clock, state: state, presenter: presenter, send: { send($0) })
      try loop.run(channel)
      return ExitStatus.success.code
    } catch {
      Log.say(error.message)
      return ExitStatus.cannotPresent.code
    }
  }

  private static func makePresenter(_ options: Options) -> any Presenter {
    switch options.settings.choice("presenter") {
    case 2:
      PNGPresenter(
        path: options.string("output") ?? "", size: options.size,
        framesPerSecond: options.framesPerSecond)
    default: NullPresenter(size: options.size, framesPerSecond: options.framesPerSecond)
    }
  }
}
