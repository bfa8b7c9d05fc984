import Base

/// The link to a display whose driver uploads: how long frames take, and which one was lost.
struct UploadLink {
  // The time after which the driver gives an upload up without an error; nil if it never does.
  private let limit: Duration?
  // The start of the upload under way; nil for none.
  private var start: Duration?
  // The moving mean of the uploads' durations, and how many in a row were slow.
  private var (mean, slowCount) = (Duration.zero, 0)
  // Whether a frame begins, and whether the driver gave up an upload since the last whole picture.
  private var (beginsFrame, isLossy) = (true, false)
  // The pause before a lost picture is sent again.
  private var pause = Duration.seconds(1)

  init(limit: Duration?) { self.limit = limit }

  /// The least time between two frames: they may take three quarters of the link's time.
  var period: Duration { mean * 4 / 3 }

  /// Requires several slow uploads, since one may be late for another reason. It stays true,
  /// because the link gets no faster when less moves.
  var isSlow: Bool { slowCount == 4 }

  /// Notes that the next upload is that of another frame.
  mutating func beginFrame() { beginsFrame = true }

  /// Begins an upload. A driver that takes another frame at once has uploaded the last one, though
  /// its event was lost.
  mutating func begin(at now: Duration, isAtOnce: Bool) {
    if beginsFrame && isAtOnce || start == nil { start = now }
    beginsFrame = false
  }

  /// Forgets the upload under way, after a modeset.
  mutating func cancel() { start = nil }

  /// Ends a frame's upload, if one is under way.
  mutating func end(at now: Duration) {
    guard let start else { return }
    self.start = nil
    let time = min(now - start, .seconds(20))
    // An upload that the driver gave up does not measure the link.
    if let limit, time >= limit { return isLossy = true }
    pause = .seconds(1)
    mean += mean == .zero ? time : (time - mean) / 4
    if !isSlow { slowCount = time > .milliseconds(250) ? slowCount + 1 : 0 }
  }

  /// The pause before a picture that the driver gave up is sent again; nil if no picture was. Each
  /// is longer than the one before: a slow link must not be kept busy with whole pictures.
  mutating func nextRepetition() -> Duration? {
    if !isLossy { return nil }
    defer { pause = min(pause * 2, .seconds(8)) }
    isLossy = false
    return pause
  }
}
