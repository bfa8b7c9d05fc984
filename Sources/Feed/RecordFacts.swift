import Base
import ProgressModel

/// The values read from one record, before they become events.
struct RecordFacts {
  var fraction: Fraction?
  /// The number of items done, in thousandths, until their total is read.
  var part: UInt64?
  var completed: UInt64?
  var total: UInt64?
  var speed: UInt64?
  /// The base of the byte units.
  var units: ByteUnits?
  /// The step and the number of steps.
  var number: UInt64?
  var count: UInt64?
  /// Whether the kind of record implies the step; false if the record names it.
  var isStepImplied = false
  var stepName = SanitizedText.empty
  var silence: Int64?
  /// The delay of the system's restart, nanoseconds.
  var restart: Int64?
  /// The event that carries the record's text.
  var words: ProgressEvent?
  /// The letter of a record that controls the session; 0 for none.
  var control: UInt8 = 0

  /// The amounts of a meter's frame: completed and total bytes, fraction, speed; below 0 for none.
  /// Nil for a frame with a speed or a text, and for a percentage alone, which is too coarse to
  /// prove that work continues.
  var restingAmounts: SIMD4<Int64>? {
    if speed ?? 0 > 0 || words != nil || completed == nil && speed == nil { return nil }
    func lane(_ value: UInt64?) -> Int64 { value.map { Int64(truncatingIfNeeded: $0) } ?? -1 }
    return [lane(completed), lane(total), fraction?.billionths ?? -1, lane(speed)]
  }

  /// Sets the meaning of a row's letter; false if the text does not allow it.
  mutating func say(_ letter: UInt8, _ text: SanitizedText) -> Bool {
    switch letter {
    case UInt8(ascii: "-"): self = RecordFacts()
    case UInt8(ascii: "m"): words = .message(text)
    case UInt8(ascii: "C"): words = text.isEmpty ? nil : .message(text)
    case UInt8(ascii: "t"): words = .title(text)
    case UInt8(ascii: "x"): words = .detail(text)
    case UInt8(ascii: "o"): words = .code(text)
    case UInt8(ascii: "d"): words = .done(text)
    case UInt8(ascii: "f"): words = .fail(text)
    case UInt8(ascii: "c"): words = .cancel
    case UInt8(ascii: "r"): words = .reset
    case UInt8(ascii: "g"): words = .plan(text)
    case UInt8(ascii: "y"): words = .style(text)
    case UInt8(ascii: "i"): words = .picture(text)
    case UInt8(ascii: "s"): stepName = text
    case UInt8(ascii: "u"): completed = 0
    case UInt8(ascii: "p"): words = .paused(text)
    case UInt8(ascii: "z"): words = .resumed
    case UInt8(ascii: "e"): words = .next(text)
    case UInt8(ascii: "h"):
      words = silence.map { .usual(.nanoseconds($0)) }
      silence = nil
    case UInt8(ascii: "a"): (restart, silence) = (silence, nil)
    case UInt8(ascii: "l"): words = .logLine(text)
    case UInt8(ascii: "q"), UInt8(ascii: "n"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      control = letter
    case UInt8(ascii: "k"):
      let end = text.utf8.firstIndex(of: 0x20) ?? text.utf8.count
      let (key, value) = (text.utf8[0..<end], text.utf8[end..<text.utf8.count])
      words = .identity(IdentityFact(key: SanitizedText(key), value: SanitizedText(value)))
      return end > 0
    case UInt8(ascii: "M"): units = .decimal
    case UInt8(ascii: "I"): units = .binary
    case UInt8(ascii: "w"):
      let weights = Self.weights(text.utf8)
      words = .weights(weights)
      return !weights.isEmpty
    default: break
    }
    // A style and a picture need a name; a text of control characters sanitizes to none.
    return !text.isEmpty || letter | 0x10 != UInt8(ascii: "y")
  }

  /// Emits the events; false, and none, if step and count contradict each other.
  @inline(never) func emit(_ emit: (FeedOutput) -> Void) -> Bool {
    if number != nil || count != nil {
      guard let number, let count, number <= count,
        count <= UInt64(StepPlan.countLimit)
      else { return false }
      emit(.event(.step(number: UInt32(number), count: UInt32(count), name: stepName)))
    }
    if let units { emit(.event(.units(units))) }
    if let completed, total != nil || fraction == nil {
      emit(.event(.bytes(completed: completed, total: total == 0 ? nil : total)))
    } else if let fraction {
      emit(.event(.fraction(fraction)))
    }
    if let speed { emit(.event(.speed(speed))) }
    if let silence { emit(.event(.expect(.nanoseconds(silence)))) }
    if let restart { emit(.event(.restart(.nanoseconds(restart)))) }
    if let words { emit(.event(words)) }
    if control == UInt8(ascii: "q") { emit(.end) }
    if control == UInt8(ascii: "n") { emit(.newRoot) }
    if control | 2 == UInt8(ascii: ">") { emit(.displays(areOurs: control & 2 != 0)) }
    return true
  }

  /// Parses integers up to 255 between blanks, commas and brackets; empty for anything else.
  private static func weights(_ text: ByteString) -> [UInt8] {
    var weights: [UInt8] = []
    let words = ByteString(
      text.bytes.map { byte in
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"): 0x20
        default: byte
        }
      })
    for word in words.split(at: 0x20) where !word.isEmpty {
      guard let weight = word.wholeNumber, weight <= 255 else { return [] }
      weights.append(UInt8(weight))
    }
    return weights
  }

  static func digit(_ byte: UInt8) -> Int? {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte & 15) : nil
  }
}
