public import Base

/// The program's own texts.
public enum CatalogueKey: Int, CaseIterable, Sendable {
  case decimal, percent, percentOfWhole, unitB, unitKB, unitMB, unitGB, unitTB
  case unitKiB, unitMiB, unitGiB, unitTiB, seconds, minutes, hours
  case bytes, bytesOpen, bytesOfStep, speed, left, leftUnknown, usual, step, stepNamed
  case title, waiting, stalled, warning, done, failed, cancelled, interrupted, code
  case paused, pausedFor, restart

  /// The key in catalogue files.
  public var name: StaticBytes { row.name }

  /// The English text, also used for a key that a catalogue lacks. Names in braces are
  /// placeholders.
  public var english: StaticBytes { row.english }

  private var row: (name: StaticBytes, english: StaticBytes) {
    switch self {
    case .decimal: ("decimal", ".")
    case .percent: ("percent", "{n}%")
    case .percentOfWhole: ("percent.whole", "{n}% overall")
    case .unitB: ("unit.B", "{n}\u{a0}B")
    case .unitKB: ("unit.kB", "{n}\u{a0}kB")
    case .unitMB: ("unit.MB", "{n}\u{a0}MB")
    case .unitGB: ("unit.GB", "{n}\u{a0}GB")
    case .unitTB: ("unit.TB", "{n}\u{a0}TB")
    case .unitKiB: ("unit.KiB", "{n}\u{a0}KiB")
    case .unitMiB: ("unit.MiB", "{n}\u{a0}MiB")
    case .unitGiB: ("unit.GiB", "{n}\u{a0}GiB")
    case .unitTiB: ("unit.TiB", "{n}\u{a0}TiB")
    case .seconds: ("time.seconds", "{n}\u{a0}s")
    case .minutes: ("time.minutes", "{n}\u{a0}min")
    case .hours: ("time.hours", "{h}\u{a0}h {n}\u{a0}min")
    case .bytes: ("bytes", "{done} of {total}")
    case .bytesOpen: ("bytes.open", "{done}")
    case .bytesOfStep: ("bytes.step", "This step: {bytes}")
    case .speed: ("speed", "{size}/s")
    case .left: ("left", "{time} left")
    case .leftUnknown: ("left.unknown", "Time left unknown")
    case .usual: ("left.usual", "Usually {time}")
    case .step: ("step", "Step {n} of {count}")
    case .stepNamed: ("step.named", "{n} of {count} · {name}")
    case .title: ("title", "")
    case .waiting: ("waiting", "Waiting")
    case .stalled: ("stalled", "No response for {time}")
    case .warning: ("warning", "Do not turn off")
    case .done: ("done", "Done")
    case .failed: ("failed", "Failed")
    case .cancelled: ("cancelled", "Cancelled")
    case .interrupted: ("interrupted", "Interrupted")
    case .paused: ("paused", "Paused")
    case .pausedFor: ("paused.reason", "Paused: {reason}")
    case .restart: ("restart", "Restarting in {time}")
    case .code: ("code", "Error code {code}")
    }
  }

  /// The key of a name in a catalogue file; nil for none.
  static func named(_ name: Span<UInt8>) -> CatalogueKey? {
    for key in allCases where name == key.name { return key }
    return nil
  }
}
