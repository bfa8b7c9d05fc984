import ProgressModel

/// The evidence that numbers of records count progress: two records with one total, the second of
/// which has not fallen. Percentages need the same words, too. A total that changes counts steps.
struct Counter {
  private var last: (part: UInt64, total: UInt64, words: ProgressEvent?)?
  private var countsSteps = false

  /// Weighs the numbers of a record: a step of all, bytes of all, or else a fraction. Makes a share
  /// of a step if the total stays.
  ///
  /// - Returns: whether the numbers count.
  mutating func admits(_ facts: inout RecordFacts) -> Bool {
    let part = facts.number ?? facts.completed ?? UInt64(facts.fraction?.billionths ?? 0)
    let total = facts.count ?? facts.total ?? 1_000_000_000
    let words = facts.words
    defer { last = (part, total, words) }
    guard let last, part >= last.part, part <= total, total > 0 else { return false }
    guard facts.count != nil else { return total == last.total && words == last.words }
    if total != last.total { countsSteps = part > last.part }
    if countsSteps, case .message(let text)? = facts.words {
      (facts.stepName, facts.words) = (text, nil)
    } else if !countsSteps {
      facts.fraction = Fraction(part, of: total)
      (facts.number, facts.count) = (nil, nil)
    }
    return countsSteps || total == last.total
  }
}

/// The meaning of numbers without a percent sign, as far as earlier ones show.
///
/// Some programs write fractions, others percentages. A number above 1 is a percentage, and so are
/// all later numbers. A number between 0 and 1 is a fraction unless a percentage came before. 1 is
/// the whole after a fraction, and otherwise one percent. So percentages that begin below 1 are
/// read as fractions until one exceeds 1.
enum NumberScale {
  case unknown
  case fractions
  case percentages

  /// Returns whether a number, in billionths, is a fraction rather than a percentage.
  mutating func isFraction(_ billionths: Int64) -> Bool {
    if billionths > 1_000_000_000 {
      self = .percentages
    } else if billionths > 0, billionths < 1_000_000_000, self == .unknown {
      self = .fractions
    }
    return self == .fractions
  }

  /// Reads a percentage anew if it is a fraction.
  mutating func adapt(_ facts: inout RecordFacts) {
    // A hundredth of 100 % is the number 1.
    guard let number = facts.fraction.map({ $0.billionths * 100 }), isFraction(number) else {
      return
    }
    facts.fraction = Fraction(billionths: number)
  }
}
