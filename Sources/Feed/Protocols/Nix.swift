import Base
import ProgressModel

extension FeedProtocol {
  /// The output of nix with `--log-format internal-json`.
  ///
  /// Source: nix, `src/libutil/logging.cc`, JSONLogger: `@nix {"action":"result","type":105,"id":7,
  /// "fields":[DONE,EXPECTED,RUNNING,FAILED]}`; `logging.hh` numbers the kinds of activities and
  /// results.
  public static let nix = FeedProtocol(
    name: "nix", summary: "nix --log-format internal-json",
    form: .chatty,
    makeReader: { Nix() })
}

/// A reader that counts builds and copied paths: done of expected.
final class Nix: JSONReader {
  private struct Activity {
    let id: ByteString
    var done: UInt64 = 0
    var expected: UInt64 = 0
  }

  private var activities: [Activity] = []

  /// The largest number of activities counted. Each command starts one for builds and one for
  /// copies.
  private static let limit = 64

  /// The sum depends on all activities.
  override var recordsStandAlone: Bool { false }

  override func forget() {
    super.forget()
    activities = []
  }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    guard record.count > 5, record.extracting(first: 5) == "@nix " else {
      return emit(.unknown)
    }
    super.read(record.extracting(5...), isCut: isCut, emit: emit)
  }

  override func read(_ object: JSONFields, _ emit: (FeedOutput) -> Void) -> Bool {
    guard let action = object.value(of: "action"), let id = object.value(of: "id"),
      let type = object.value(of: "type")
    else { return false }
    if action == "start" {
      if type == "103" || type == "104" {
        var isKnown = activities.count == Self.limit
        for activity in activities where activity.id == id { isKnown = true }
        if !isKnown { activities.append(Activity(id: id)) }
        return true
      }
      // Level 3 is information; higher levels are for debugging.
      guard let level = object.value(of: "level")?.wholeNumber, level <= 3,
        let text = object.value(of: "text"), !text.isEmpty
      else { return false }
      emit(.event(.message(SanitizedText(text))))
      return true
    }
    guard action == "result", type == "105", let fields = object.value(of: "fields"),
      fields.count > 2
    else { return false }
    let numbers = fields[1..<(fields.count - 1)].split(at: UInt8(ascii: ","))
    guard numbers.count > 1, let done = numbers[0].wholeNumber,
      let expected = numbers[1].wholeNumber, done <= expected, expected < 1 << 32
    else { return false }
    var sum = Activity(id: id)
    var isCounted = false
    for index in 0..<activities.count {
      if activities[index].id == id {
        (activities[index].done, activities[index].expected) = (done, expected)
        isCounted = true
      }
      sum.done += activities[index].done
      sum.expected += activities[index].expected
    }
    guard isCounted else { return false }
    if let fraction = Fraction(sum.done, of: sum.expected) { emit(.event(.fraction(fraction))) }
    return true
  }
}
