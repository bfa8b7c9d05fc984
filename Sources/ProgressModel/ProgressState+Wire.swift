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
    guard coder.isComplete,
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
    coder.code(&phase)
    var texts = texts
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
    coder.code(&texts.steps.place)
    coder.code(&texts.steps.weights)
    coder.code(&texts.steps.name)
    texts.steps.codeList(&coder)
    coder.code(&texts.title)
    coder.code(&texts.message)
    coder.code(&texts.detail)
    coder.code(&texts.code)
    coder.code(&pausedAt)
    coder.code(&texts.pauseReason)
    coder.code(&texts.next)
    coder.code(&restartsAt)
    coder.code(&restartAnnounced)
    coder.code(&texts.style)
    coder.code(&texts.picture)
    coder.code(&usual)
    coder.code(&pauses)
    coder.code(&texts.jobs, atMost: Job.limit, Job(.empty)) { $1.code(&$0) }
    texts.log.code(&coder)
    coder.code(
      &texts.identity, atMost: IdentityFact.limit, IdentityFact(key: .empty, value: .empty)
    ) { $1.code(&$0) }
    coder.code(&pace.values)
    coder.code(&byteRate.values)
    coder.code(&left.values)
    coder.code(&stallTimer.values)
    coder.code(&heldFigures.values)
    if coder.isReading, texts != self.texts { self.texts = texts }
  }

  /// Codes the rules that are flags, with two of other kinds.
  private mutating func codeFlags(_ coder: inout WireCoder) {
    var flags: UInt8 =
      (rules.finishesAtFull ? 1 : 0) | (rules.isMonotonic ? 2 : 0) | (rules.limitsSpeed ? 4 : 0)
      | (rules.isSteady ? 8 : 0) | (units == .binary ? 16 : 0) | (shown.isSteady ? 32 : 0)
      | (rules.endsWithJobs ? 64 : 0)
    coder.code(&flags)
    (rules.finishesAtFull, rules.isMonotonic) = (flags & 1 != 0, flags & 2 != 0)
    (rules.limitsSpeed, rules.isSteady) = (flags & 4 != 0, flags & 8 != 0)
    (units, rules.endsWithJobs) = (flags & 16 != 0 ? .binary : .decimal, flags & 64 != 0)
    // `shown` follows; it keeps its kind of move.
    shown = EasedValue(
      from: shown.start, to: shown.target, at: shown.began, over: shown.duration,
      isSteady: flags & 32 != 0)
  }
}
