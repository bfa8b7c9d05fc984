public import Base

/// A step in the list of a plan.
public struct StepNote: Equatable, Sendable {
  /// The name; empty if unknown.
  public internal(set) var name = SanitizedText.empty
  /// The duration of the step, whole seconds; nil before its end.
  public internal(set) var seconds: UInt32?

  /// The longest name, bytes.
  public static let nameCapacity = 64

  /// Creates a step without a name.
  init() {}

  mutating func code(_ coder: inout WireCoder) {
    coder.code(&name, atMost: Self.nameCapacity)
    var time = seconds.map { UInt64($0) }
    coder.code(&time)
    seconds = time.map { UInt32(clamping: $0) }
  }
}

extension StepPlan {
  /// The most steps in the list. Of a longer plan it has the first ones.
  public static let listLimit = 32

  /// Begins a step, and notes the time that the one before took.
  mutating func begin(
    _ number: UInt32, of count: UInt32, _ name: SanitizedText, at time: Duration
  ) {
    let number = min(number, count)
    if count == 0 { weights = [] }
    if count != self.count {
      let length = min(Int(count), Self.listLimit)
      if list.count > length { list.removeLast(list.count - length) }
      while list.count < length { list.append(StepNote()) }
    }
    if number != self.number {
      end(at: time)
      // A step that begins again has not ended.
      for index in list.indices where index + 1 >= Int(number) { list[index].seconds = nil }
      began = time
    }
    (self.number, self.count, self.name) = (number, count, name)
    let index = Int(number) - 1
    if list.indices.contains(index), !name.isEmpty {
      list[index].name = name.clipped(to: StepNote.nameCapacity)
    }
  }

  /// Notes the time that the current step took.
  mutating func end(at time: Duration) {
    let index = Int(number) - 1
    guard list.indices.contains(index) else { return }
    list[index].seconds = UInt32(max(0, min((time - began).seconds, 1e9)))
  }

  /// Sets the names of the steps, separated by semicolons. Names beyond the last step are ignored.
  ///
  /// - Returns: the number of names.
  mutating func setNames(_ names: SanitizedText) -> UInt32 {
    var count = 0
    for part in names.utf8.split(at: UInt8(ascii: ";")) {
      let name = SanitizedText(part).clipped(to: StepNote.nameCapacity)
      if name.isEmpty { continue }
      if list.indices.contains(count) { list[count].name = name }
      count += 1
    }
    return UInt32(count)
  }

  mutating func codeList(_ coder: inout WireCoder) {
    coder.code(&began)
    coder.code(&list, atMost: Self.listLimit, StepNote()) { $1.code(&$0) }
  }
}
