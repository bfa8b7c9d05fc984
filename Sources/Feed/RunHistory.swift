public import Base

/// The durations of earlier runs and of their steps, and the file that keeps them.
///
/// The file is text: a first line with the version, then for each run `run MS SILENCE NAME` and for
/// each of its steps `step MS SILENCE`, in milliseconds. SILENCE is the longest time between two
/// records. The run that was done last comes last.
public struct RunHistory: Equatable, Sendable {
  /// The times of a run or of a step, milliseconds.
  public struct Times: Equatable, Sendable {
    /// The usual duration, at least 1.
    public var duration: Int64
    /// The usual longest silence.
    public var silence: Int64

    /// Creates times.
    public init(duration: Int64, silence: Int64) {
      (self.duration, self.silence) = (duration, silence)
    }

    /// Moves the duration a third of the way to a new one. The silence rises at once, and falls by
    /// a quarter at most.
    mutating func learn(_ new: Times) {
      duration += (new.duration - duration) / 3
      silence = max(new.silence, silence * 3 / 4)
    }
  }

  /// A run, by its name.
  public struct Run: Equatable, Sendable {
    /// The name, as `key(of:)` returns it.
    public let name: ByteString
    /// The times of the whole run.
    public var times: Times
    /// The times of its steps, in order; empty without steps.
    public var steps: [Times]

    /// Creates a run.
    public init(name: ByteString, times: Times, steps: [Times]) {
      (self.name, self.times, self.steps) = (name, times, steps)
    }
  }

  /// The runs, the one that was done last at the end.
  public private(set) var runs: [Run] = []

  /// The most bytes of a file.
  public static let sizeLimit = 65_536
  /// The most runs kept.
  public static let runLimit = 32
  /// The most steps of a run. A run with more is kept without steps.
  public static let stepLimit = 32
  /// The longest name, bytes.
  public static let nameCapacity = 120
  /// The longest time, milliseconds: a week.
  public static let timeLimit: Int64 = 604_800_000

  private static let signature: StaticBytes = "fbprogress history 1"

  /// Creates an empty history.
  public init() {}

  /// Parses a file; nil if it is not exactly of the format.
  public init?(_ file: Span<UInt8>) {
    let lines = ByteString(file).split(at: 0x0a)
    if file.count > Self.sizeLimit || lines.count < 2 { return nil }
    guard lines[0] == Self.signature, lines[lines.count - 1].isEmpty else { return nil }
    for line in lines[1..<(lines.count - 1)] {
      let bytes = line.bytes
      guard let kind = bytes.span.word(from: 0),
        let duration = bytes.span.word(from: kind.upperBound),
        let silence = bytes.span.word(from: duration.upperBound),
        let times = Self.times(bytes.span.extracting(duration), bytes.span.extracting(silence))
      else { return nil }
      if bytes.span.extracting(kind) == "run" {
        let name = ByteString(bytes.span.extracting(min(silence.upperBound + 1, bytes.count)...))
        if name.isEmpty || name != Self.key(of: SanitizedText(name)) { return nil }
        if runs.count == Self.runLimit || run(named: name) != nil { return nil }
        runs.append(Run(name: name, times: times, steps: []))
      } else if bytes.span.extracting(kind) == "step", let last = runs.indices.last,
        runs[last].steps.count < Self.stepLimit, bytes.span.word(from: silence.upperBound) == nil
      {
        runs[last].steps.append(times)
      } else {
        return nil
      }
    }
  }

  private static func times(_ duration: Span<UInt8>, _ silence: Span<UInt8>) -> Times? {
    let limit = UInt64(timeLimit)
    guard let duration = duration.wholeNumber, 1...limit ~= duration,
      let silence = silence.wholeNumber, silence <= limit
    else { return nil }
    return Times(duration: Int64(duration), silence: Int64(silence))
  }

  /// The file. Parsing it yields the same history.
  public var text: ByteString {
    var text = ByteString(Self.signature) + "\n"
    for run in runs {
      text += Self.line("run ", run.times) + " " + run.name + "\n"
      for step in run.steps { text += Self.line("step ", step) + "\n" }
    }
    return text
  }

  private static func line(_ kind: StaticBytes, _ times: Times) -> ByteString {
    kind + ByteString(times.duration) + " " + ByteString(times.silence)
  }

  /// Returns the name under which a run with this title is kept: runs whose titles differ only in
  /// numbers, such as versions, are the same. Empty for no title.
  public static func key(of title: SanitizedText) -> ByteString {
    var key = ByteString()
    for byte in title.clipped(to: nameCapacity).utf8.bytes {
      let isDigit = RecordFacts.digit(byte) != nil
      if !isDigit || key.isEmpty || key[key.count - 1] != UInt8(ascii: "#") {
        key.append(isDigit ? UInt8(ascii: "#") : byte)
      }
    }
    return key
  }

  /// Returns the run with a name; nil if it is unknown.
  public func run(named name: ByteString) -> Run? { runs.first { $0.name == name } }

  /// Adds a completed run, or adapts the record of earlier ones. The oldest run is dropped beyond
  /// the limit. Times are clamped to `timeLimit`.
  public mutating func learn(_ new: Run) {
    if new.name.isEmpty { return }
    func clamped(_ times: Times) -> Times {
      Times(
        duration: max(1, min(times.duration, Self.timeLimit)),
        silence: max(0, min(times.silence, Self.timeLimit)))
    }
    var run = Run(
      name: new.name, times: clamped(new.times),
      steps: new.steps.count > Self.stepLimit ? [] : new.steps.map(clamped))
    if let old = self.run(named: new.name) {
      var times = old.times
      times.learn(run.times)
      run.times = times
      if old.steps.count == run.steps.count {
        for index in run.steps.indices {
          var times = old.steps[index]
          times.learn(run.steps[index])
          run.steps[index] = times
        }
      }
    }
    var kept: [Run] = []
    let hasRoom = runs.count < Self.runLimit || self.run(named: new.name) != nil
    for index in (hasRoom ? 0 : 1)..<runs.count where runs[index].name != new.name {
      kept.append(runs[index])
    }
    runs = kept
    runs.append(run)
  }
}
