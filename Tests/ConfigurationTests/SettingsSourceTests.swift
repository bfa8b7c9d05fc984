import Base
import Configuration
import TestSupport
import Testing

/// Where values come from, the files that they name, and what is said of mistakes.
@Suite struct SettingsSourceTests {
  private static let table = SettingsTable([
    """
    t style choice ring bar = ring; What is shown
    t parts list a b c; Which parts
    t count count 1 60 frames = 10; How many
    t offset number -2 2; Where
    t logo.image path; A picture
    t fonts paths = /usr/a:/usr/b; Font packs
    t match texts PATTERN; Patterns
    t area box = none; Where it is
    f wait text SECONDS = 30; How long
    c quiet flag = no; Whether to be quiet
    t ground color = #FFFFFF | #000000; The ground
    t palette choice light dark = light; Which palette
    """
  ])

  private func settings(_ file: ByteString) throws -> Settings {
    var settings = Settings(Self.table)
    try SettingsFile.apply(file, path: "/etc/x/f", to: &settings)
    return settings
  }

  private func values(_ settings: Settings) -> [String] {
    var lines: [String] = []
    settings.forEachValue { lines.append("\($0)=\($1) \($2)") }
    return lines
  }

  @Test func values_areToldWithTheirSources() throws {
    var set = try settings(
      """
      # c
      count = 5
      match = one
      match = two
      count = 6
      portrait.count = 7
      portrait.count = 8
      [landscape]
      count = 9
      """)
    set.source = "command line"
    try set.set("style", to: "bar", scope: .commandLine)
    try set.set("quiet", to: "yes", scope: .commandLine)
    #expect(
      values(set) == [
        "style=bar command line", "count=6 /etc/x/f:5", "fonts=/usr/a:/usr/b default",
        "match=one /etc/x/f:4", "match=two /etc/x/f:4", "area=none default", "wait=30 default",
        "ground=#FFFFFF default", "palette=light default", "portrait.count=8 /etc/x/f:7",
        "landscape.count=9 /etc/x/f:9",
      ])
    #expect(set.text("match") == "one\ntwo")
    set.clear("count")
    set.clear("nonsense")
    #expect(values(set).contains("count=10 default") && !set.isSet("count") && set.isSet("style"))
  }

  @Test func darkPalette_isTheDefaultThatIsTold() throws {
    #expect(values(try settings("palette = dark")).contains("ground=#000000 default"))
  }

  /// Paths of a file are relative to its folder.
  @Test(
    arguments: [
      ("", ["/usr/a", "/usr/b"]),
      ("logo.image = p.png", ["/etc/x/p.png", "/usr/a", "/usr/b"]),
      ("logo.image = /p.png\nfonts = none", ["/p.png"]),
      ("fonts = a:/b:c/d", ["/etc/x/a", "/b", "/etc/x/c/d"]),
      ("logo.image =\nfonts =", []),
    ] as [(ByteString, [ByteString])])
  func paths_areResolved(file: ByteString, expected: [ByteString]) throws {
    #expect(try settings(file).paths == expected)
  }

  /// A check continues after errors, and looks at the files that are named.
  @Test func check_tellsAllMistakes() {
    var set = Settings(Self.table)
    let file: ByteString = """
      style = rung
      logo.image = bad.png
      fonts = good:bad
      count = 5
      count = 6
      wait = 3
      no equals
      [portrait]
      count = 99
      [nowhere]
      [bare
      """
    let mistakes = SettingsFile.check(file, path: "d/f", with: &set, scope: .everywhere) {
      $1 == "d/bad" || $1 == "d/bad.png" ? $1 + " is bad" : nil
    }
    #expect(
      mistakes.map { $0.description } == [
        "d/f:1: style: invalid value 'rung'; use ring, bar",
        "d/f:2: logo.image: d/bad.png is bad", "d/f:3: fonts: d/bad is bad",
        "d/f:5: count is set twice; the last value wins",
        "d/f:6: 'wait' does not belong in a theme; set it in /etc/fbprogress.conf",
        "d/f:7: 'no equals' has no '='; write key = value",
        "d/f:9: portrait.count: invalid value '99'; use a whole number from 1 to 60, frames",
        """
        d/f:10: unknown section 'nowhere'; known sections: landscape, portrait, bar, small, \
        square, round, tiny, logo
        """,
        "d/f:11: '[bare' has no ']'",
      ])
    // What is right was set.
    #expect(set.number("count") == 6 && set.text("fonts") == "d/good:d/bad")
  }

  @Test(
    arguments: [
      ("logo", nil), ("portrait", nil), ("portrait.logo", nil), ("", nil),
      ("lgo", "unknown section 'lgo'; did you mean 'logo'?"),
      (
        "portrait.nowhere",
        """
        unknown section 'nowhere'; known sections: landscape, portrait, bar, small, square, \
        round, tiny, logo
        """
      ),
    ] as [(ByteString, ByteString?)])
  func sections_areThoseOfSettings(name: ByteString, message: ByteString?) {
    var set = Settings(Self.table)
    let mistakes = SettingsFile.check("[" + name + "]", path: "f", with: &set) { _, _ in nil }
    #expect(mistakes == (message.map { ["f:1: " + $0] } ?? []))
  }

  /// Values on both sides of each limit.
  @Test(
    arguments: [
      (
        "count", ["1", "60", "6e1"], ["0", "61", "1.5", "x", ""],
        "a whole number from 1 to 60, frames"
      ),
      ("offset", ["-2", "2", "0.125"], ["-2.01", "2.01", "nan"], "a number from -2 to 2"),
      (
        "parts", ["a", "a+b+c", "a+a+a+a+a+a+a+a"], ["d", "a+", "", "a+a+a+a+a+a+a+a+a"],
        "a, b, c, or up to 8 joined by +"
      ),
      (
        "area", ["none", "0 0 100 100", " 1  2 3 4 "],
        ["0 0 100", "0 0 0 1", "0 0 1 0", "1 0 100 1", "0 1 1 100", "0 0 1 1 1", "-1 0 1 1"],
        "LEFT TOP WIDTH HEIGHT in percent of the screen, or none"
      ),
      (
        "ground", ["#012aBf", "accent"], ["#12345", "#12345g", "012abf", "#1234567"],
        "#RRGGBB, or a palette color such as accent"
      ),
      ("quiet", ["yes", "no"], ["true", "1", ""], "yes, no"),
    ] as [(ByteString, [ByteString], [ByteString], ByteString)])
  func kinds_haveTheirValues(
    key: ByteString, right: [ByteString], wrong: [ByteString], choices: ByteString
  ) throws {
    var set = Settings(Self.table)
    for text in right { try set.set(key, to: text, scope: .commandLine) }
    for text in wrong {
      let message = #expect(throws: ConfigurationError.self) {
        try set.set(key, to: text, scope: .commandLine)
      }?.message
      #expect(message == key + ": invalid value '" + text + "'; use " + choices)
    }
    #expect(Self.table.definition(key)?.choices == choices)
  }

  @Test func boxes_areFourNumbers() throws {
    #expect(try settings("area = 1 2 30 40.5").box("area") == [1, 2, 30, 40.5])
    #expect(try settings("area = none").box("area") == nil)
  }

  @Test(
    arguments: [
      ("30", .seconds(30)), ("0", .zero), ("0.000000001", .nanoseconds(1)), ("forever", nil),
      ("9e9", .seconds(9_000_000_000)),
    ] as [(ByteString, Duration?)])
  func timeouts_areSeconds(text: ByteString, expected: Duration?) throws {
    #expect(try settings("wait = " + text).timeout(.wait) == expected)
  }

  @Test(arguments: ["", "-1", "soon", "1e300", "9.3e9"] as [ByteString])
  func otherTimeouts_areRefused(text: ByteString) throws {
    let set = try settings("wait = " + text)
    let message = #expect(throws: ConfigurationError.self) { try set.timeout(.wait) }?.message
    #expect(
      message == "wait: invalid value '" + text + "'; use a number of seconds, or forever")
  }

  @Test func template_namesBothPalettes_andNoOption() {
    let text = SettingsFile.template(Self.table).description
    #expect(text.contains("#ground = #FFFFFF\n# (with the palette 'dark': #000000)\n"))
    #expect(text.contains("#logo.image =\n") && !text.contains("quiet"))
  }

  @Test func entries_haveTheirSection() {
    var (lines, errors): ([String], [String]) = ([], [])
    SettingsFile.forEachEntry(of: "a = 1\n[s]\nb=2\n[]\nc = = \nd\n", path: "f") {
      lines.append("\($0)\(ByteString($1))=\(ByteString($2))")
    } failed: {
      errors.append($0.message.description)
    }
    #expect(lines == ["a=1", "s.b=2", "c=="])
    #expect(errors == ["f:6: 'd' has no '='; write key = value"])
  }

  /// Behind two hyphens, and behind a command that takes a command line, all is words.
  @Test func words_areLeftAlone() throws {
    func words(_ arguments: [ByteString]) throws -> [ByteString] {
      try CommandLineParser(
        arguments, table: Self.table, verbatimAfter: ["send"], and: "wrap"
      ).words
    }
    #expect(try words(["--", "--count", "--"]) == ["--count", "--"])
    #expect(try words(["wrap", "--count", "1"]) == ["wrap", "--count", "1"])
    #expect(try words(["send", "--count=2", "x", "--y"]) == ["send", "x", "--y"])
    #expect(try words(["other", "x", "--count=3"]) == ["other", "x"])
  }
}
