import Base
import ProgressModel

// The evidence of a record's outputs, for a recognizer.
extension [FeedOutput] {
  /// The fraction, if the record reports one or bytes of a total.
  var fraction: Fraction? {
    for output in self {
      if case .event(.fraction(let fraction)) = output { return fraction }
      if case .event(.bytes(let part, let total?)) = output { return Fraction(part, of: total) }
    }
    return nil
  }

  /// Whether the record names a step.
  var hasStep: Bool {
    for output in self { if case .event(.step) = output { return true } }
    return false
  }

  /// Whether the record reports progress, of the whole or of a job.
  var hasProgress: Bool {
    for output in self {
      switch output {
      case .event(.fraction), .event(.bytes), .event(.step), .event(.job(_, .fraction)),
        .event(.job(_, .bytes)), .event(.job(_, .step)):
        return true
      default: break
      }
    }
    return false
  }

  /// Whether the record is an outcome or a control word.
  var hasControl: Bool {
    for output in self where output.isControl { return true }
    return false
  }

  /// Whether the record only names or logs something.
  var saysOnlyTexts: Bool {
    for output in self {
      switch output {
      case .event(.title), .event(.message), .event(.detail), .event(.logLine): break
      default: return false
      }
    }
    return true
  }
}

// The form of a record in the output of a command.
extension Span<UInt8> {
  /// Whether the record is a number without a percent sign.
  var isBareNumber: Bool {
    for index in indices {
      switch self[index] {
      case UInt8(ascii: "%"), UInt8(ascii: "/"): return false
      case ...UInt8(ascii: "9"): break
      // The letters of exponents, of "inf" and of "infinity".
      case UInt8(ascii: "E"), UInt8(ascii: "e"), UInt8(ascii: "f"), UInt8(ascii: "i"),
        UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "y"):
        break
      default: return false
      }
    }
    return true
  }

  /// Whether the record is a percentage without words: the meter of any tool.
  var isPercentage: Bool {
    var hasSign = false
    for index in indices {
      if self[index] | 0x20 >= UInt8(ascii: "a") { return false }
      if self[index] == UInt8(ascii: "%") { hasSign = true }
    }
    return hasSign
  }

  /// Whether the record is a text that ends with a percentage, without the parts of a meter.
  var isLabel: Bool {
    var hasLetter = false
    for index in indices {
      let byte = self[index]
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "#") {
        return false
      }
      if byte | 0x20 >= UInt8(ascii: "a") { hasLetter = true }
    }
    return hasLetter && count > 0 && self[count - 1] == UInt8(ascii: "%")
  }
}
