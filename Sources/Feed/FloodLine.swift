import Base

/// The kinds of lines in a flood, by the number of lines after which one is skipped.
enum FloodLine: Int {
  /// A later line replaces it.
  case replaceable = 0
  /// A part of a larger record, or a record that no later one replaces.
  case part = 32
  /// An outcome of any protocol.
  case outcome = 256
  /// The begin or end of a block of lines. None is skipped.
  case bound = 1_000_000_000

  /// The number of first letters that are told apart: those of ASCII in either case, and signs.
  static let letterCount: UInt8 = 32

  private static let outcomes = byLetter(
    """
    done|success|finish|complete|fail|error|cancel|abort|reset|end|newroot|deactivate|reactivate|\
    quit|exit|e:|ea:|ef:|pmerror:|errno=|lasterror:|lasterror"|rauc service|installing `|\
    msg success|msg failure|write successful|duration:
    """)

  private static let parts = byLetter(
    """
    {|data:|job|step|plan|weight|expect|usual|title|code|paused|resume|next|restart|log|identity|\
    style|image|units|fifo|xxx|p:|pa:|pf:|i:|installing|start:|@nix
    """)

  private static func byLetter(_ words: StaticBytes) -> [[ByteString]] {
    var lists = [[ByteString]](repeating: [], count: Int(letterCount))
    for word in ByteString(words).split(at: UInt8(ascii: "|")) {
      lists[Int(word[0] % letterCount)].append(word)
    }
    return lists
  }

  /// Returns the kind of a line.
  init(_ line: Span<UInt8>) {
    var start = 0
    // Blanks, marks of records and quotation marks precede words.
    while start < line.count, line[start] <= UInt8(ascii: "\"") { start += 1 }
    self = .replaceable
    if line.begins(withAnyOf: Self.outcomes, at: start) { self = .outcome }
    guard self == .replaceable, line.begins(withAnyOf: Self.parts, at: start) else { return }
    self = .part
    switch line[start] | 0x20 {
    case UInt8(ascii: "{"), UInt8(ascii: "d"):
      // The names and texts of an object follow quotation marks.
      for place in start..<line.count where line[place] == UInt8(ascii: "\"") {
        if line.begins(withAnyOf: Self.outcomes, at: place + 1) { self = .outcome }
      }
    case UInt8(ascii: "j"):
      // The outcome of a job follows its name.
      guard let name = line.word(from: start + 3), let word = line.word(from: name.upperBound)
      else { return }
      if line.begins(withAnyOf: Self.outcomes, at: word.lowerBound) { self = .outcome }
    case UInt8(ascii: "x"): self = .bound
    default: break
    }
  }
}

extension Span<UInt8> {
  /// Returns whether one of some words in lower case stands at a place, in any case.
  fileprivate func begins(withAnyOf words: [[ByteString]], at place: Int) -> Bool {
    if place >= count { return false }
    for word in words[Int(self[place]) % words.count] where has(word, at: place) { return true }
    return false
  }

  private func has(_ word: ByteString, at place: Int) -> Bool {
    if place + word.count > count { return false }
    for index in 0..<word.count where self[place + index] | 0x20 != word[index] | 0x20 {
      return false
    }
    return true
  }
}
