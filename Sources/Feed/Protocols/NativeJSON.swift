import Base
import ProgressModel

extension FeedProtocol {
  /// The native protocol as JSON Lines.
  public static let json = FeedProtocol(
    name: "json", summary: "an object of JSON a line: {\"progress\": 0.42, \"message\": \"TEXT\"}",
    makeReader: { JSONReader() })
}

/// A reader of JSON objects, one per line. A field has the meaning of the native record that begins
/// with its name.
class JSONReader: RecordReader {
  /// The meaning of a number of `progress`, as far as earlier ones show.
  private enum Scale {
    case unknown
    case fractions
    case percentages
  }

  let native = NativeLines()
  private var scale = Scale.unknown

  /// The meaning of `progress: 1` depends on earlier records.
  override var recordsStandAlone: Bool { false }

  override func forget() { scale = .unknown }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    if !isCut, let object = JSONFields(record), read(object, emit) { return }
    emit(.malformed(SanitizedText(record)))
  }

  /// Emits the outputs of an object.
  ///
  /// - Returns: whether the object has a meaning; one that only prepares later objects has no
  ///   outputs.
  func read(_ object: JSONFields, _ emit: (FeedOutput) -> Void) -> Bool {
    guard let job = object.value(of: "job"), !job.isEmpty, job[0] != UInt8(ascii: "{") else {
      return readFields(object, emit) == true
    }
    guard let id = Job.id(job.bytes.span) else { return false }
    var isOfJob = false
    let isKnown = readFields(object) {
      if NativeLines.emit($0, ofJob: id, emit) { isOfJob = true }
    }
    if isKnown == nil { emit(.event(.job(id, .resumed))) }
    return isKnown == nil || isOfJob
  }

  /// Emits the outputs of the fields.
  ///
  /// - Returns: whether a field has a meaning; nil without a field to read.
  private func readFields(_ object: JSONFields, _ emit: (FeedOutput) -> Void) -> Bool? {
    var isKnown: Bool?
    func read(_ name: ByteString, _ value: ByteString) {
      isKnown = native.read(value, of: name, emit: emit) || isKnown ?? false
    }
    for index in 0..<object.count
    where object.name(index) == "reset" && object.isSaid(index) {
      read("reset", "")
      scale = .unknown
    }
    if let step = object.value(of: "step"), let steps = object.value(of: "steps") {
      read("step", step + "/" + steps + " " + object.value(of: "name").orEmpty)
    }
    if let bytes = object.value(of: "bytes") {
      read("bytes", bytes + " " + (object.value(of: "total") ?? "0"))
    }
    if let percent = object.value(of: "percent") ?? object.value(of: "percentage") {
      read("", percent)
    }
    for index in 0..<object.count {
      let (name, value) = (object.name(index), object.value(index))
      if name.isAmong(" job reset step steps name bytes total percent percentage ") { continue }
      // With another value, the name of an outcome is a count.
      let isSaid =
        name.isAmong(" done fail cancel end newroot ")
        ? object.isSaid(index) : name == "weights" || object.isPlain(index)
      if !isSaid { continue }
      guard name == "progress", let number = DecimalNumber(value.bytes.span) else {
        read(name, value == "true" ? "" : value)
        continue
      }
      if let isFraction = isFraction(number.scaled(byPowerOfTen: 9)) {
        read(isFraction ? name : "", value)
      }
    }
    return isKnown
  }

  /// Whether a number of `progress`, in billionths, is a fraction rather than a percentage; nil for
  /// a negative number, which is no progress.
  ///
  /// Some programs write fractions, others percentages. A number above 1 is a percentage, and so
  /// are all later numbers. A number between 0 and 1 is a fraction unless a percentage came before.
  /// 1 is the whole after a fraction, and otherwise one percent: a whole is never claimed early.
  private func isFraction(_ billionths: Int64) -> Bool? {
    if billionths < 0 { return nil }
    if billionths > 1_000_000_000 {
      scale = .percentages
    } else if billionths > 0, billionths < 1_000_000_000, scale == .unknown {
      scale = .fractions
    }
    return scale == .fractions
  }
}

extension ByteString {
  /// Returns whether the byte string is one of some words separated by blanks.
  fileprivate func isAmong(_ words: ByteString) -> Bool {
    for word in words.split(at: 0x20) where word == self { return true }
    return false
  }
}
