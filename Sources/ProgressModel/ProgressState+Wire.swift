import Animation
import Base

// The state as bytes, for the channel from keeper to presenter. Both are one program, so the format
// has no version. It is validated nonetheless, because a presenter must not trap on its input.
extension ProgressState {
  /// The size of a buffer for any encoded state, bytes: nine texts of `SanitizedText.capacity`, the
  /// weights of a record, and the rest.
  public static let wireCapacity = 65_536

  /// Appends the encoded state to `bytes`.
  public func write(to bytes: inout [UInt8]) {
    var coder = WireCoder()
    var state = self
    swap(&coder.bytes, &bytes)
    state.code(&coder)
    swap(&coder.bytes, &bytes)
  }

  /// Decodes a state that `write(to:)` encoded; nil if malformed.
  ///
  /// - Parameters:
  ///   - range: the range of the state in `bytes`.
  ///   - last: the previous state. Its texts are reused if unchanged, which saves allocations.
  public init?(wire bytes: [UInt8], in range: Range<Int>, after last: ProgressState? = nil) {
    self = last ?? ProgressState()
    var coder = WireCoder(reading: bytes, range)
    code(&coder)
    guard coder.isComplete, sway.steps.magnitude < 1 << 50,
      (shown.start + shown.target + indeterminacy.start + indeterminacy.target).isFinite
    else {
      return nil
    }
  }

  /// Decodes a state that `write(to:)` encoded; nil if malformed.
  public init?(wire bytes: Span<UInt8>, after last: ProgressState? = nil) {
    self.init(wire: ByteString(bytes).bytes, in: 0..<bytes.count, after: last)
  }

  private mutating func code(_ coder: inout WireCoder) {
    var kind = phase.rawValue
    coder.code(&kind)
    guard let known = ProgressPhase(rawValue: kind) else { return coder.refuse() }
    phase = known
    codeFlags(&coder)
    coder.code(&rules.stallTimeout)
    coder.code(&rules.intro)
    coder.code(&phaseBegan)
    coder.code(&began)
    coder.code(&activeBegan)
    coder.code(&fraction)
    coder.code(&highest)
    coder.code(&shown)
    coder.code(&indeterminacy)
    coder.code(&indeterminateSince)
    coder.code(&completedBytes)
    coder.code(&totalBytes)
    coder.code(&statedSpeed)
    coder.code(&steps.place)
    coder.code(&steps.weights)
    coder.code(&steps.name)
    steps.codeList(&coder)
    coder.code(&title)
    coder.code(&message)
    coder.code(&detail)
    coder.code(&code)
    coder.code(&pausedAt)
    coder.code(&pauseReason)
    coder.code(&next)
    coder.code(&restartsAt)
    coder.code(&restartAnnounced)
    coder.code(&style)
    coder.code(&picture)
    coder.code(&usual)
    coder.code(&pauses)
    coder.code(&jobs, atMost: Job.limit, Job(.empty)) { $1.code(&$0) }
    log.code(&coder)
    coder.code(
      &identity, atMost: IdentityFact.limit, IdentityFact(key: .empty, value: .empty)
    ) { $1.code(&$0) }
    coder.code(&wordsChanged)
    coder.code(&formerUntil)
    codeFormerWords(&coder)
    coder.code(&pace.values)
    coder.code(&byteRate.values)
    coder.code(&left.values)
    coder.code(&stallTimer.values)
    coder.code(&sway.visible)
    coder.code(&sway.relative)
    coder.code(&sway.pace)
    coder.code(&heldFigures.values)
    var steps = UInt64(bitPattern: sway.steps)
    coder.code(&steps)
    sway.steps = Int64(bitPattern: steps)
  }

  /// Codes the rules that are flags, with two of other kinds.
  private mutating func codeFlags(_ coder: inout WireCoder) {
    var flags: UInt8 =
      (rules.finishesAtFull ? 1 : 0) | (rules.isMonotonic ? 2 : 0) | (rules.limitsSpeed ? 4 : 0)
      | (rules.followsSpeed ? 8 : 0) | (units == .binary ? 16 : 0) | (rules.isSteady ? 32 : 0)
      | (shown.isSteady ? 64 : 0) | (rules.endsWithJobs ? 128 : 0)
    coder.code(&flags)
    (rules.finishesAtFull, rules.isMonotonic) = (flags & 1 != 0, flags & 2 != 0)
    (rules.limitsSpeed, rules.followsSpeed) = (flags & 4 != 0, flags & 8 != 0)
    units = flags & 16 != 0 ? .binary : .decimal
    (rules.isSteady, rules.endsWithJobs) = (flags & 32 != 0, flags & 128 != 0)
    // `shown` follows; it keeps its kind of move.
    shown = EasedValue(
      from: shown.start, to: shown.target, at: shown.began, over: shown.duration,
      isSteady: flags & 64 != 0)
  }

  private mutating func codeFormerWords(_ coder: inout WireCoder) {
    var isThere: UInt8 = formerWords == nil ? 0 : 1
    coder.code(&isThere)
    if isThere == 0 {
      formerWords = nil
      return
    }
    var words = formerWords?.words ?? Words()
    words.code(&coder)
    if words != formerWords?.words { formerWords = KeptWords(words) }
  }
}
