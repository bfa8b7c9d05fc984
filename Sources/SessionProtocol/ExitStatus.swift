import LinuxSystem
package import ProgressModel

/// What the program's end tells the one who started it.
package enum ExitStatus: Equatable, Sendable {
  /// All went well: the run is done, the picture written, the record sent.
  case success
  /// The run failed.
  case failed
  /// The command line or the configuration is wrong.
  case usage
  /// It could not be shown, written or sent.
  case cannotPresent
  /// The run was called off.
  case cancelled
  /// A signal ended it.
  case signal(Int32)
  /// That of the command that it ran.
  case command(Int32)

  /// The process's exit status.
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

  /// The status of a run that ended so.
  package init(_ outcome: ProgressPhase) {
    switch outcome {
    case .failed, .interrupted: self = .failed
    case .cancelled: self = .cancelled
    default: self = .success
    }
  }
}
