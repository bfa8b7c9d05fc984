import Base
import ProgressModel

extension FeedProtocol {
  /// The program's own words as JSON Lines.
  public static let json = FeedProtocol(
    name: "json", summary: "an object of JSON a line: {\"progress\": 0.42, \"message\": \"TEXT\"}",
    makeReader: { JSONLines() })
}

/// Reads objects of JSON, one a line, by writing them in the program's own lines.
class JSONLines: RecordReader {
  /// What a number of `progress` means, as far as earlier ones told.
  private enum Scale {
    case unknown
    case fractions
    case percentages
  }

  private let native = NativeLines()
  private var scale = Scale.unknown

  /// What `progress: 1` means depends on what came before.
  override var recordsStandAlone: Bool { false }

  override func forget() { scale = .unknown }

  /// The lines that an object stands for; none if it says nothing in this protocol, and an empty one
  /// if it only prepares later objects.
  func lines(_ object: JSONFields) -> ByteString {
    var lines = ByteString()
    for index in 0..<object.count
    where object.name(index) == "reset" && object.isSaid(index) {
      lines = "reset\n"
      scale = .unknown
    }
    if let step = object.value(of: "step"), let steps = object.value(of: "steps") {
      lines += "step " + step + "/" + steps + " " + (object.value(of: "name") ?? "") + "\n"
    }
    if let bytes = object.value(of: "bytes") {
      lines += "bytes " + bytes + " " + (object.value(of: "total") ?? "0") + "\n"
    }
    if let percent = object.value(of: "percent") ?? object.value(of: "percentage") {
      lines += percent + "\n"
    }
    for index in 0..<object.count {
      let (name, value) = (object.name(index), object.value(index))
      if name.isAmong(" reset step steps name bytes total percent percentage ") { continue }
      // A number with the name of an outcome is a count.
      let isSaid =
        name.isAmong(" done fail cancel end newroot ")
        ? object.isSaid(index) : name == "weights" || object.isPlain(index)
      if !isSaid { continue }
      if name == "progress", let line = progress(value) {
        lines += line
      } else {
        lines += name + " " + (value == "true" ? "" : value) + "\n"
      }
    }
    return lines
  }

  /// The line of a number of `progress`; nil for a text.
  ///
  /// Some programs write fractions, and some percentages. Above 1 a number is a percentage, and so are
  /// all behind it. A number between 0 and 1 is a fraction before such a one. 1 is the whole behind a
  /// fraction, and otherwise one percent: a whole is never claimed early.
  private func progress(_ value: ByteString) -> ByteString? {
    guard let number = DecimalNumber(value.bytes.span) else { return nil }
    let billionths = number.scaled(byPowerOfTen: 9)
    // Below zero it is no progress.
    if billionths < 0 { return "" }
    if billionths > 1_000_000_000 {
      scale = .percentages
    } else if billionths > 0, billionths < 1_000_000_000, scale == .unknown {
      scale = .fractions
    }
    return (scale == .fractions ? "progress " : "") + value + "\n"
  }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    var isUnderstood = false
    if !isCut, let object = JSONFields(record) {
      let lines = lines(object)
      if lines == "\n" { return }
      for line in lines.split(at: 0x0a) where !line.isEmpty {
        native.read(line.bytes.span, isCut: false) {
          if case .malformed = $0 { return }
          isUnderstood = true
          emit($0)
        }
      }
    }
    if !isUnderstood { emit(.malformed(SanitizedText(record))) }
  }
}

extension ByteString {
  /// Whether it is one of these words, between which are blanks.
  fileprivate func isAmong(_ words: ByteString) -> Bool {
    for word in words.split(at: 0x20) where word == self { return true }
    return false
  }
}
