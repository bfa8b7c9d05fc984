import LinuxSystem
package import ProgressModel

/// The program's result, as its caller gets it.
package enum ExitStatus: Equatable, Sendable {
  /// The run is done, the picture written, or the record sent.
  case success
  /// The run failed or was interrupted.
  case failed
  /// The command line or the configuration is wrong.
  case usage
  /// The program could not show, write or send its data.
  case cannotPresent
  /// The run was cancelled.
  case cancelled
  /// A signal, by its number, ended the program.
  case signal(Int32)
  /// The exit status of the wrapped command.
  case command(Int32)

  /// The exit status of a presenter after a failure of the display that a restart may cure.
  package static let passingFailure: Int32 = 70

  /// The process's exit status, 0…255; 128 + N for signal N, as in a shell.
  package var code: Int32 {
    switch self {
    case .success: 0
    case .failed: 1
    case .usage: 2
    case .cannotPresent: 3
    case .cancelled: 4
    case .signal(let number): 128 + number
    case .command(let status): status
    }
  }

  /// Creates the status of a run that ended in a phase.
  package init(_ outcome: ProgressPhase) {
    switch outcome {
    case .failed, .interrupted: self = .failed
    case .cancelled: self = .cancelled
    default: self = .success
    }
  }
}
