/// What the command line asks for.
struct Options: Equatable {
  /// One font: a file, which of its faces, and where on its axes.
  struct Font: Equatable {
    var path: String
    /// The index in a collection (`.ttc`), otherwise 0.
    var face = 0
    /// Design coordinates by axis, for a variable font; axes that are not named stay at their default.
    var axes: [Axis] = []
  }

  /// A place on an axis of a variable font, like `wght` 600.
  struct Axis: Equatable {
    var tag: String
    var value: Float
  }

  /// A text and what it is for.
  enum Source: Equatable {
    /// Characters of a file.
    case texts(String)
    /// Characters of a file, and its words.
    case words(String)
    /// Syllables of a file, of which parts suffice where these look the same side by side.
    case syllables(String)
    /// Characters and words of a catalogue's values; the file's name is the language.
    case catalogue(String)
  }

  var output = ""
  var fonts: [Font] = []
  var characters = CharacterRanges()
  var sources: [Source] = []
  /// Units of an em; nil: as the first font has it.
  var units: Int?
  /// A pack that is read first; what it has is left out.
  var beside: String?
  /// By how many units of the pack the kerning of a pair may be off that is not ASCII.
  var kerningError = 0
  /// Whether pairs kern at all.
  var hasKerning = true
  /// What is added to the advance of each letter, ems.
  var tracking = 0.0

  enum Command: Equatable {
    case pack(Options)
    case help
    case version
  }

  /// - Throws: `PackingError` with status 2, which names the argument.
  static func parse(_ arguments: [String]) throws(PackingError) -> Command {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let name: String
      var value: String?
      if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
        name = String(argument[..<equals])
        value = String(argument[argument.index(after: equals)...])
      } else {
        name = argument
      }
      switch name {
      case "-h", "--help": return .help
      case "--no-kerning": options.hasKerning = false
      case "--version": return .version
      case "--output", "--font", "--characters", "--texts", "--words", "--syllables", "--catalogue",
        "--units",
        "--beside", "--kerning-error", "--tracking":
        guard let value = value ?? rest.popFirst(), !value.isEmpty else {
          throw PackingError(arguments: "\(name) needs a value")
        }
        try options.set(name, to: value)
      default:
        throw PackingError(arguments: "'\(argument)' is no option; --help lists them")
      }
    }
    guard !options.output.isEmpty else { throw PackingError(arguments: "--output is missing") }
    guard !options.fonts.isEmpty else { throw PackingError(arguments: "--font is missing") }
    guard !options.characters.ranges.isEmpty || !options.sources.isEmpty else {
      throw PackingError(
        arguments:
          "nothing to pack; add --characters, --texts, --words, --syllables or --catalogue")
    }
    return .pack(options)
  }

  private mutating func set(_ name: String, to value: String) throws(PackingError) {
    switch name {
    case "--output": output = value
    case "--font": fonts.append(try Font(parsing: value))
    case "--characters": try characters.add(value)
    case "--texts": sources.append(.texts(value))
    case "--words": sources.append(.words(value))
    case "--syllables": sources.append(.syllables(value))
    case "--catalogue": sources.append(.catalogue(value))
    case "--beside": beside = value
    case "--kerning-error": kerningError = try number(value, of: name, in: 0...16384)
    case "--tracking":
      guard let ems = Double(value), abs(ems) <= 1 else {
        throw PackingError(arguments: "--tracking '\(value)' is not -1 to 1")
      }
      tracking = ems
    default: units = try number(value, of: name, in: 16...16384)
    }
  }

  private func number(
    _ text: String, of name: String, in range: ClosedRange<Int>
  ) throws(PackingError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw PackingError(
        arguments: "\(name) '\(text)' is not \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

extension Options.Font {
  /// - Parameter text: `FILE`, `FILE:N`, `FILE@wght=600` or `FILE:N@wght=600,wdth=90`.
  init(parsing text: String) throws(PackingError) {
    var file = text[...]
    var axes: [Options.Axis] = []
    if let at = file.lastIndex(of: "@"), file[at...].contains("=") {
      for part in file[file.index(after: at)...].split(separator: ",") {
        let sides = part.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, sides[0].utf8.count == 4, let value = Float(sides[1]),
          value.isFinite, abs(value) <= 32767
        else {
          throw PackingError(arguments: "--font '\(text)': '\(part)' is no axis like wght=600")
        }
        axes.append(Options.Axis(tag: String(sides[0]), value: value))
      }
      file = file[..<at]
    }
    var face = 0
    if let colon = file.lastIndex(of: ":"),
      file[file.index(after: colon)...].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let index = Int(file[file.index(after: colon)...]), index < 0x8000
    {
      face = index
      file = file[..<colon]
    }
    guard !file.isEmpty else { throw PackingError(arguments: "--font '\(text)' names no file") }
    self.init(path: String(file), face: face, axes: axes)
  }
}
