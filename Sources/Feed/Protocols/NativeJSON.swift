import ByteStrings
import ProgressModel

extension FeedProtocol {
  /// The program's own words as JSON Lines.
  public static let json = FeedProtocol(
    name: "json", summary: "an object of JSON a line: {\"progress\": 0.42, \"message\": \"TEXT\"}",
    makeDecoder: { JSONLines() })
}

/// Decodes objects of JSON, a line each, by saying what is in them in the program's own lines.
class JSONLines: RecordDecoder {
  private let native = FeedProtocol.native.makeDecoder()

  /// The lines that an object stands for; none when it says nothing.
  func lines(_ object: JSONFields) -> ByteString {
    var lines = ByteString()
    for index in 0..<object.count
    where object.name(index).says("reset") && object.isSaid(index) { lines = "reset\n" }
    if let step = object.value(of: "step"), let steps = object.value(of: "steps") {
      lines += "step " + step + "/" + steps + " " + (object.value(of: "name") ?? "") + "\n"
    }
    if let bytes = object.value(of: "bytes") {
      lines += "bytes " + bytes + " " + (object.value(of: "total") ?? "0") + "\n"
    }
    if let percent = object.value(of: "percent") { lines += percent + "\n" }
    for index in 0..<object.count {
      let (name, value) = (object.name(index), object.value(index))
      if name.isAmong(" reset step steps name bytes total percent ") { continue }
      // A number of that name is somebody's count.
      let isSaid =
        name.isAmong(" done fail cancel end newroot ")
        ? object.isSaid(index) : name.says("weights") || object.isPlain(index)
      if !isSaid { continue }
      lines += name + " " + (value.says("true") ? "" : value) + "\n"
    }
    return lines
  }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    let lines = isCut ? nil : JSONFields(record).map { self.lines($0) }
    var isUnderstood = false
    if let lines {
      native.decode(lines.bytes.span) {
        if case .malformed = $0 { return }
        isUnderstood = true
        emit($0)
      }
    }
    if !isUnderstood { emit(.malformed(ProgressText(record))) }
  }
}

extension ByteString {
  /// Whether it is one of these words, between which are blanks.
  fileprivate func isAmong(_ words: ByteString) -> Bool {
    for word in words.split(at: 0x20) where word == self { return true }
    return false
  }
}
