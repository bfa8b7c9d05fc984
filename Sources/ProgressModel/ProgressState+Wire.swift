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
    var writer = WireWriter()
    swap(&writer.bytes, &bytes)
    writer.append(phase.rawValue)
    writer.append(
      (rules.finishesAtFull ? 1 : 0) | (rules.isMonotonic ? 2 : 0) | (rules.limitsSpeed ? 4 : 0)
        | (rules.followsSpeed ? 8 : 0) | (units == .binary ? 16 : 0)
        | (rules.isSteady ? 32 : 0) | (shown.isSteady ? 64 : 0)
        | (rules.endsWithJobs ? 128 : 0) as UInt8)
    writer.append(rules.stallTimeout)
    writer.append(rules.intro)
    writer.append(phaseBegan)
    writer.append(began)
    writer.append(optional: activeBegan)
    writer.append(optional: fraction.map { UInt64($0.billionths) })
    writer.append(UInt64(highest.billionths))
    writer.append(shown)
    writer.append(indeterminacy)
    writer.append(optional: indeterminateSince)
    writer.append(optional: completedBytes)
    writer.append(optional: totalBytes)
    writer.append(optional: statedSpeed)
    writer.append(steps.place)
    writer.append(ByteString(steps.weights))
    writer.append(steps.name.utf8)
    steps.writeList(to: &writer)
    writer.append(title.utf8)
    writer.append(message.utf8)
    writer.append(detail.utf8)
    writer.append(code.utf8)
    writer.append(optional: pausedAt)
    writer.append(pauseReason.utf8)
    writer.append(next.utf8)
    writer.append(optional: restartsAt)
    writer.append(restartAnnounced)
    writer.append(style.utf8)
    writer.append(picture.utf8)
    writer.append(optional: usual)
    writer.append(pauses)
    jobs.write(to: &writer)
    log.write(to: &writer)
    identity.write(to: &writer)
    writer.append(wordsChanged)
    writer.append(formerUntil)
    writer.append(formerWords == nil ? 0 as UInt8 : 1)
    formerWords?.words.write(to: &writer)
    for vector in 0..<11 { writer.append(self[vector: vector]) }
    writer.append(UInt64(bitPattern: sway.steps))
    swap(&writer.bytes, &bytes)
  }

  /// Decodes a state that `write(to:)` encoded; nil if malformed.
  ///
  /// - Parameter last: the previous state. Its texts are reused if unchanged, which saves
  ///   allocations.
  public init?(wire bytes: Span<UInt8>, after last: ProgressState? = nil) {
    var reader = WireReader()
    guard let phase = ProgressPhase(rawValue: reader.byte(bytes)) else { return nil }
    let flags = reader.byte(bytes)
    var rules = ProgressRules()
    (rules.finishesAtFull, rules.isMonotonic) = (flags & 1 != 0, flags & 2 != 0)
    (rules.limitsSpeed, rules.followsSpeed) = (flags & 4 != 0, flags & 8 != 0)
    (rules.isSteady, rules.endsWithJobs) = (flags & 32 != 0, flags & 128 != 0)
    rules.stallTimeout = reader.duration(bytes)
    rules.intro = reader.duration(bytes)
    let (phaseBegan, began) = (reader.duration(bytes), reader.duration(bytes))
    self.init(at: began, rules: rules)
    units = flags & 16 != 0 ? .binary : .decimal
    self.phase = phase
    self.phaseBegan = phaseBegan
    activeBegan = reader.optionalDuration(bytes)
    fraction = reader.optional(bytes).map { Fraction(billionths: Int64(clamping: $0)) }
    highest = Fraction(billionths: Int64(clamping: reader.word(bytes)))
    let value = reader.easedValue(bytes)
    shown = EasedValue(
      from: value.start, to: value.target, at: value.began, over: value.duration,
      isSteady: flags & 64 != 0)
    indeterminacy = reader.easedValue(bytes)
    indeterminateSince = reader.optionalDuration(bytes)
    completedBytes = reader.optional(bytes)
    totalBytes = reader.optional(bytes)
    statedSpeed = reader.optional(bytes)
    steps.place = reader.word(bytes)
    steps.weights = reader.string(bytes).bytes
    steps.name = reader.text(bytes, unless: last?.steps.name)
    steps.readList(&reader, bytes, after: last?.steps)
    title = reader.text(bytes, unless: last?.title)
    message = reader.text(bytes, unless: last?.message)
    detail = reader.text(bytes, unless: last?.detail)
    code = reader.text(bytes, unless: last?.code)
    pausedAt = reader.optionalDuration(bytes)
    pauseReason = reader.text(bytes, unless: last?.pauseReason)
    next = reader.text(bytes, unless: last?.next)
    restartsAt = reader.optionalDuration(bytes)
    restartAnnounced = reader.duration(bytes)
    style = reader.text(bytes, unless: last?.style)
    picture = reader.text(bytes, unless: last?.picture)
    usual = reader.optionalDuration(bytes)
    pauses = reader.duration(bytes)
    jobs = [Job](&reader, bytes, after: last?.jobs ?? [])
    log = RunLog(&reader, bytes, after: last?.log)
    identity = [IdentityFact](&reader, bytes, after: last?.identity ?? [])
    wordsChanged = reader.duration(bytes)
    formerUntil = reader.duration(bytes)
    if reader.byte(bytes) != 0 {
      let known = last?.formerWords
      let words = Words(&reader, bytes, after: known?.words)
      formerWords = known?.words == words ? known : KeptWords(words)
    }
    for vector in 0..<11 { self[vector: vector] = reader.vector(bytes) }
    sway.steps = Int64(bitPattern: reader.word(bytes))
    guard sway.steps.magnitude < 1 << 50, reader.position == bytes.count,
      (shown.start + shown.target + indeterminacy.start + indeterminacy.target).isFinite
    else {
      return nil
    }
  }
}

extension ProgressState {
  /// Accesses the state's vectors by index, in the order of the format.
  private subscript(vector number: Int) -> SIMD4<Double> {
    get {
      switch number {
      case 0: pace.values.lowHalf
      case 1: pace.values.highHalf
      case 2: byteRate.values.lowHalf
      case 3: byteRate.values.highHalf
      case 4: left.values
      case 5: stallTimer.values.lowHalf
      case 6: stallTimer.values.highHalf
      case 7: sway.visible
      case 8: sway.relative
      case 9: sway.pace
      default: heldFigures.values
      }
    }
    set {
      switch number {
      case 0: pace.values.lowHalf = newValue
      case 1: pace.values.highHalf = newValue
      case 2: byteRate.values.lowHalf = newValue
      case 3: byteRate.values.highHalf = newValue
      case 4: left.values = newValue
      case 5: stallTimer.values.lowHalf = newValue
      case 6: stallTimer.values.highHalf = newValue
      case 7: sway.visible = newValue
      case 8: sway.relative = newValue
      case 9: sway.pace = newValue
      default: heldFigures.values = newValue
      }
    }
  }
}
