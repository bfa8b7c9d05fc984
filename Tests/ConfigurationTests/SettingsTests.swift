import Base
import Configuration
import TestSupport
import Testing

@Suite struct SettingsTests {
  static let table = SettingsTable([
    """
    t style choice ring bar = ring; What is shown
    c quiet flag = no; Whether to be quiet
    [bar]
    t preset choice seed kiosk = kiosk; Which measures
    t height number 0.5 100 points = 12 | 1; How high
    t color color = #102030; Which color
    t curve curve = default; How it moves
    t name text NAME; Name
    """
  ])

  private func parse(
    _ arguments: [ByteString]
  ) throws(ConfigurationError) -> (Settings, [ByteString]) {
    var settings = Settings(Self.table)
    let line = try CommandLineParser(arguments, table: Self.table)
    try line.apply(to: &settings)
    return (settings, line.words)
  }

  @Test func lines_areThoseThatThemesMaySet_andNamedOnes() throws {
    let (settings, _) = try parse([
      "--style", "bar", "--quiet", "--bar.color=#FF8000", "--style", "ring", "--bar.name", "a = b",
      "--portrait.bar.height", "9",
    ])
    let themes: ByteString =
      "style = bar\nbar.color = #FF8000\nstyle = ring\nbar.name = a = b\n"
    let section: ByteString = "portrait.bar.height = 9\n"
    #expect(settings.lines(with: []) == themes + section)
    let all = settings.lines(with: ["quiet"])
    // They give the same settings again.
    var again = Settings(Self.table)
    try SettingsFile.apply(all, path: "lines", to: &again, scope: .commandLine)
    #expect(again.text("quiet") == "yes" && again.text("style") == "ring")
    #expect(again.adapted(to: .portrait).number("bar.height") == 9)
  }

  @Test func commandLine_isReadInBothForms() throws {
    let (settings, words) = try parse([
      "go", "--style", "bar", "--bar.height=3.5", "--quiet", "--bar.color", "#FF8000",
      "--bar.curve", "0.1,0,0.9,1", "--", "--x",
    ])
    #expect(words == ["go", "--x"])
    #expect(settings.text("style") == "bar")
    #expect(settings.number("bar.height") == 3.5)
    #expect(settings.text("quiet") == "yes")
    #expect(settings.color("bar.color") == 0xff8000)
    #expect(settings.text("bar.curve") == "0.1,0,0.9,1")
    #expect(settings.text("bar.name") == nil)
  }

  @Test func fallback_followsThePreset() throws {
    #expect(try parse([]).0.number("bar.height") == 12)
    #expect(try parse(["--bar.preset", "seed"]).0.number("bar.height") == 1)
    #expect(try parse(["--bar.preset", "seed", "--bar.height", "7"]).0.number("bar.height") == 7)
  }

  @Test(arguments: [
    (["--style", "rung"], "style: invalid value 'rung'; use ring, bar"),
    (["--height", "3"], "unknown setting 'height'"),
    (["--bar.heigth", "3"], "bar.height"), (["--style"], "--style lacks its value"),
    (["--bar.height", "0.1"], "a number from 0.5 to 100, points"),
    (["--bar.color", "red"], "#RRGGBB"),
    (["--bar.curve", "2,0,1,1"], "x1,y1,x2,y2"), (["--quiet=perhaps"], "yes, no"),
  ])
  func wrongOption_isToldWithTheChoices(arguments: [ByteString], message: String) {
    do {
      _ = try parse(arguments)
      Issue.record("it was taken")
    } catch {
      #expect(error.message.description.contains(message), "\(error.message)")
    }
  }

  @Test func file_isRead_andItsErrorsNameTheLine() throws {
    var settings = Settings(Self.table)
    try SettingsFile.apply(
      "# c\n\n style = bar \r\nbar.height=2\n", path: "f", to: &settings)
    #expect(settings.text("style") == "bar")
    #expect(settings.number("bar.height") == 2)
    for (text, message) in [
      ("style\n", "f:1: 'style' has no '='"), ("\nstyle = x", "f:2: style: invalid value 'x'"),
      ("quiet = yes", "f:1: unknown setting 'quiet'"),
      ("\n\nnonsense = 1", "f:3: unknown setting 'nonsense'"),
    ] {
      do {
        try SettingsFile.apply(ByteString(text), path: "f", to: &settings)
        Issue.record("it was taken: \(text)")
      } catch {
        #expect(error.message.hasPrefix(ByteString(message)), "\(error.message)")
      }
    }
  }

  @Test(arguments: [
    ("\u{feff}style = bar", "bar"), ("\u{feff}# c\nstyle = bar # c", "bar"),
    ("style = 'bar'", "bar"), ("style = \"bar\"  # c", "bar"), ("style = bar #", "bar"),
    ("bar.name = a#b", "a#b"), ("bar.name = #b", "#b"), ("bar.name = a #b", "a #b"),
    ("bar.name = \"a", "\"a"), ("bar.name = 'it's'", "'it's'"), ("bar.name = ' a '", " a "),
    ("bar.name = \"", "\""), ("bar.name = # a", ""), ("bar.name = '#' # c", "#"),
    ("bar.name = \"Slot # 4\"", "Slot # 4"), ("bar.name = 'a # b' # it's", "a # b"),
    ("bar.name = Slot # 4", "Slot"), ("bar.name = \"A=1\", \"B=2\"", "\"A=1\", \"B=2\""),
  ])
  func fileOfAnEditor_isRead(text: String, value: String) throws {
    var settings = Settings(Self.table)
    try SettingsFile.apply(ByteString(text), path: "f", to: &settings)
    let key: ByteString = text.contains("style") ? "style" : "bar.name"
    #expect(settings.text(key).orEmpty.description == value)
  }

  @Test(arguments: ["a", "a # b", "# a", "#b", "\"a\"", "'a'", "\"a", "it's # b", "a\"b\" #"])
  func valueOfTheCommandLine_isTheSameInAFile(value: String) throws {
    let (settings, _) = try parse(["--bar.name", ByteString(value)])
    var again = Settings(Self.table)
    try SettingsFile.apply(
      settings.lines(with: ["bar.name"]), path: "lines", to: &again, scope: .commandLine)
    #expect(again.text("bar.name") == settings.text("bar.name"))
  }

  @Test func template_changesNothing_andUncommentedSetsEverything() throws {
    let template = SettingsFile.template(Self.table)
    var settings = Settings(Self.table)
    try SettingsFile.apply(template, path: "t", to: &settings)
    let live = template.description.split(separator: "\n", omittingEmptySubsequences: false)
      .map {
        $0.hasPrefix("#") && $0.contains(" = ") && !$0.hasPrefix("# ")
          ? String($0.dropFirst()) : String($0)
      }
    try SettingsFile.apply(
      ByteString(live.joined(separator: "\n")), path: "t", to: &settings)
    #expect(settings.number("bar.height") == 12)
  }
}
