import Foundation
import Testing

@testable import ProgramSupport

/// The recipes of docs/cookbook and the tutorial: each section's files are written, and its blocks
/// run, as the page says.
@Suite(.waiting) struct CookbookTests {
  /// A section of a page with at least one block to run.
  struct Recipe: CustomTestStringConvertible {
    let page: String
    let title: String
    /// The files that the section names, and those that the page names before.
    let files: [(name: String, text: String)]
    let commands: [String]
    var testDescription: String { "\(page), \(title)" }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let pages = [
    "cookbook/commands.md", "cookbook/programs.md", "cookbook/updaters.md", "cookbook/screens.md",
    "cookbook/systems.md", "tutorials/raspberry-pi.md",
  ]

  static let recipes: [Recipe] = pages.flatMap { page in
    let url = root.appending(path: "docs/\(page)")
    return recipes(of: page, (try? String(contentsOf: url, encoding: .utf8)) ?? "")
  }

  static func recipes(of page: String, _ text: String) -> [Recipe] {
    var recipes: [Recipe] = []
    var files: [(name: String, text: String)] = []
    var (title, commands) = ("", [String]())
    var fence: String?
    var block: [String] = []
    func end() {
      if !commands.isEmpty {
        recipes.append(Recipe(page: page, title: title, files: files, commands: commands))
      }
      commands = []
    }
    for line in text.components(separatedBy: "\n") {
      if let language = fence {
        if line != "```" {
          block.append(line)
        } else {
          let text = block.joined(separator: "\n") + "\n"
          let head = block.first { !$0.hasPrefix("#!") }
          if let name = head?.wholeMatch(of: /(?:#|\/\/) ([\w\/.-]+)/)?.1 {
            files.append((String(name), text))
          } else if language == "sh" {
            commands.append(text)
          }
          fence = nil
        }
      } else if line.hasPrefix("```") {
        (fence, block) = (String(line.dropFirst(3)), [])
      } else if line.hasPrefix("## ") {
        end()
        title = String(line.dropFirst(3))
      }
    }
    end()
    return recipes
  }

  @Test func eachPage_hasItsRecipes() {
    let count = Dictionary(grouping: Self.recipes, by: \.page).mapValues(\.count)
    #expect(
      count == [
        "cookbook/commands.md": 9, "cookbook/programs.md": 4, "cookbook/updaters.md": 2,
        "cookbook/screens.md": 5, "tutorials/raspberry-pi.md": 2,
      ])
  }

  /// Each block of code in these pages is run, marked as untested, a file, or no command.
  @Test(arguments: pages) func eachBlock_hasAKind(page: String) throws {
    let text = try String(
      contentsOf: Self.root.appending(path: "docs/\(page)"), encoding: .utf8)
    let fences = text.components(separatedBy: "\n").filter { $0.hasPrefix("```") }
    for (index, fence) in fences.enumerated() where index % 2 == 0 {
      #expect(
        ["```sh", "```sh untested", "```python", "```js", "```go", "```ini", "```conf", "```text"]
          .contains(fence), "\(page)")
    }
  }

  @Test(arguments: recipes) func recipe_works(recipe: Recipe) throws {
    let scratch = try Scratch()
    for (name, text) in recipe.files where !name.hasPrefix("/") {
      try scratch.write(text, to: "recipe")
      try installProgram(scratch.path("recipe"), at: scratch.path(name))
    }
    // The real one waits for the writes of the whole machine.
    try scratch.makeProgram("", at: "bin/sync")
    for (name, text) in DocumentationTests.standIns where ["rauc", "apt-get"].contains(name) {
      try scratch.makeProgram(text, at: "bin/\(name)")
    }
    // The program shows nothing, takes the fonts of the checkout, and reads a FIFO of this test.
    let show = (ProgramRun.quick + ["--record", scratch.path("r")]).joined(separator: " ")
    try scratch.makeProgram(
      """
      case " $* " in
        *' render '* | *' sheet '* | *' check '*) exec \(ProgramRun.executable.path) "$@" ;;
        *' --presenter '*) set -- --outcome-time 0 --record \(scratch.path("r")) "$@" ;;
        *' wrap '* | *' --feed '*) set -- \(show) "$@" ;;
        *) set -- \(show) --feed fifo:"$F" "$@" ;;
      esac
      exec timeout --foreground 40 \(ProgramRun.executable.path) "$@"
      """, at: "bin/fbprogress")
    let run = try ProgramRun(
      [],
      shell: """
        cd \(scratch.url.path) && export PATH=\(scratch.path("bin")):$PATH F=\(scratch.path("feed"))
        \(prepare(recipe))
        set -e
        exec >&2
        \(recipe.commands.joined().replacing("https://example.org", with: "http://127.0.0.1:$port")
          .replacing("/dev/mmcblk0", with: "disk").replacing("/ostree/repo", with: "repo"))
        """)
    #expect(run.status == 0, "\(run.errors)")
    let outputs = recipe.commands.joined().matches(of: /--output (\S+\.(?:png|apng|log))/).map {
      String($0.1)
    }
    for name in outputs {
      #expect(try !scratch.read(name).isEmpty, "\(name): \(run.errors)")
    }
    if outputs.isEmpty || recipe.title == "6. Show an update" {
      // A screen in the background ends after the last command.
      #expect(
        eventually { scratch.recordedEvents.last?.hasSuffix("done") == true },
        "\(scratch.recordedEvents) \(run.errors)")
      // Of an archive on this machine ostree prints no meter; `UpdaterTests` has a slow server.
      if recipe.title == "ostree" { return }
      let words = scratch.recordedEvents
      #expect(
        words.contains { $0.wholeMatch(of: /(?:job \S+ )?(progress|bytes) .*[1-9].*/) != nil },
        "\(words) \(run.errors)")
    }
  }

  /// What the reader of a recipe has: an image, a folder, a web server, a logo, an archive.
  private func prepare(_ recipe: Recipe) -> String {
    var lines = ["mkdir -p source brand && head -c 3000000 /dev/zero | tee source/image >image"]
    let program = ProgramRun.executable.path
    if recipe.commands.joined().contains("brand") {
      let logo = "--size 400x120 --output brand/logo.png"
      lines.append("\(program) render --script session --at 1 \(logo)")
    }
    if recipe.files.contains(where: { $0.text.contains("example.org") })
      || recipe.commands.contains(where: { $0.contains("example.org") })
    {
      lines.append(
        """
        python3 -u -m http.server --directory source --bind 127.0.0.1 0 >server 2>&1 & server=$!
        trap 'kill $server' EXIT
        until grep -q 'port [0-9]' server; do sleep 0.05; done
        port=$(sed -n 's/.*port \\([0-9]*\\).*/\\1/p;q' server); export port
        sed -i "s|https://example.org|http://127.0.0.1:$port|" *.sh *update || :
        sed -i "s|/dev/mmcblk0|disk|; s|/var/tmp/|./|g; s|/var/lib/||g" *.sh *update || :
        """)
    }
    if recipe.title == "ostree" {
      lines.append(
        """
        for repo in upstream repo; do mkdir $repo && ostree --repo=$repo init --mode=archive; done
        ostree --repo=upstream commit -b stable source >commit
        ostree --repo=repo remote add --no-gpg-verify origin "file://$PWD/upstream"
        """)
    }
    return lines.joined(separator: "\n")
  }
}
