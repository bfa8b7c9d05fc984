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
  let native = NativeLines()
  private var scale = NumberScale.unknown
  private var counter = Counter()

  /// Names of records, each followed by other names for it.
  private static let names = ByteString(
    "percent percentage pct/message msg text status/fail error/done success/data result payload"
  ).split(at: UInt8(ascii: "/"))

  override func forget() { (scale, counter) = (.unknown, Counter()) }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    if !isCut, let object = JSONFields(record), read(object, emit) { return }
    emit(.unknown)
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

  /// Emits the outputs of the fields, and of the fields of an object named `data`, unless
  /// `isNested`.
  ///
  /// - Returns: whether a field has a meaning; nil without a field to read.
  private func readFields(
    _ object: JSONFields, isNested: Bool = false, _ emit: (FeedOutput) -> Void
  ) -> Bool? {
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
    if let part = object.value(of: "current")?.wholeNumber {
      var facts = RecordFacts()
      (facts.number, facts.count) = (part, object.value(of: "total")?.wholeNumber)
      if facts.count != nil, counter.admits(&facts), facts.emit(emit) { isKnown = true }
    }
    // A field of a larger object, and an entry of a log, tell of a part or of the past.
    let isOfRun =
      object.isObject && object.value(of: "level") == nil && object.value(of: "severity") == nil
    for index in 0..<object.count {
      let (name, value) = (Self.recordName(object.name(index)), object.value(index))
      if name.isAmong(" job reset step steps name bytes total current ") { continue }
      if name == "data", !isNested, let data = JSONFields(value.bytes.span) {
        isKnown = readFields(data, isNested: true, emit) ?? false || isKnown ?? false
        continue
      }
      // A state such as "ok" beside a message is no other one.
      if name == "message", name != object.name(index), object.value(of: "message") != nil {
        continue
      }
      // With another value, the name of an outcome is a count.
      let isOutcome = name.isAmong(" done fail cancel end newroot ")
      if isOutcome, !isOfRun, !object.isObject || name != object.name(index) { continue }
      let isSaid =
        isOutcome ? object.isSaid(index) : name == "weights" || object.isPlain(index)
      if !isSaid { continue }
      if isOfRun, name == "message", Everyday.readOutcome(value.bytes.span, false, emit: emit) {
        isKnown = true
        continue
      }
      guard name == "progress", let number = DecimalNumber(value.bytes.span) else {
        read(name == "percent" ? "" : name, value == "true" ? "" : value)
        continue
      }
      let billionths = number.scaled(byPowerOfTen: 9)
      // A negative number is no progress.
      if billionths >= 0 { read(scale.isFraction(billionths) ? name : "", value) }
    }
    return isKnown
  }

  /// Returns the name of the record that a field stands for: its own in lower case, or another one.
  private static func recordName(_ name: ByteString) -> ByteString {
    let name = ByteString(name.bytes.map { $0 | 0x20 })
    for row in names where name.isAmong(row) { return row[0..<(row.firstIndex(of: 0x20) ?? 0)] }
    return name
  }
}

extension ByteString {
  /// Returns whether the byte string is one of some words separated by blanks.
  fileprivate func isAmong(_ words: ByteString) -> Bool {
    for word in words.split(at: 0x20) where word == self { return true }
    return false
  }
}
