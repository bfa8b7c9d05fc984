import Base
import ProgressModel

extension FeedProtocol {
  /// The native protocol as JSON Lines.
  public static let json = FeedProtocol(
    name: "json", summary: "an object of JSON a line: {\"progress\": 0.42, \"message\": \"TEXT\"}",
    makeReader: { JSONLines() })
}

/// A reader of JSON objects, one per line, by translation to native lines.
class JSONLines: RecordReader {
  /// The meaning of a number of `progress`, as far as earlier ones show.
  private enum Scale {
    case unknown
    case fractions
    case percentages
  }

  private let native = NativeLines()
  private var scale = Scale.unknown

  /// The meaning of `progress: 1` depends on earlier records.
  override var recordsStandAlone: Bool { false }

  override func forget() { scale = .unknown }

  /// Returns the native lines of an object. Empty if the object has no meaning; one empty line if
  /// it only prepares later objects.
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
      if name.isAmong(" job reset step steps name bytes total percent percentage ") { continue }
      // With another value, the name of an outcome is a count.
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
    guard let job = object.value(of: "job"), !job.isEmpty, job[0] != UInt8(ascii: "{") else {
      return lines
    }
    var ofJob = ByteString()
    for line in lines.split(at: 0x0a) where !line.isEmpty {
      ofJob += "job " + job + " " + line + "\n"
    }
    return ofJob.isEmpty && lines.isEmpty ? "job " + job + "\n" : ofJob
  }

  /// Returns the native line of a number of `progress`; nil for a text.
  ///
  /// Some programs write fractions, others percentages. A number above 1 is a percentage, and so
  /// are all later numbers. A number between 0 and 1 is a fraction unless a percentage came before.
  /// 1 is the whole after a fraction, and otherwise one percent: a whole is never claimed early.
  private func progress(_ value: ByteString) -> ByteString? {
    guard let number = DecimalNumber(value.bytes.span) else { return nil }
    let billionths = number.scaled(byPowerOfTen: 9)
    // A negative number is no progress.
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
  /// Returns whether the byte string is one of some words separated by blanks.
  fileprivate func isAmong(_ words: ByteString) -> Bool {
    for word in words.split(at: 0x20) where word == self { return true }
    return false
  }
}
