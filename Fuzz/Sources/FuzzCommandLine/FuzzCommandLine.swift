import Base
import Configuration
import FuzzSupport

private let table: [SettingDefinition] = [
  .init("style", .choice(["ring", "bar"]), .value("ring"), help: "Which"),
  .init("quiet", .flag, .value("no"), scope: .commandLine, help: "Whether"),
  .init("bar.height", .number(0.5...100, unit: ""), .value("2"), help: "How high"),
  .init("name", .text("NAME"), .absent, help: "What it is called"),
]

/// The command line, its arguments ended by NUL as the kernel hands them over: written in its other form it
/// says the same, and nothing of it is lost.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let arguments = ByteString(unsafe fuzzInput(start, count)).split(at: 0)
  guard let line = try? CommandLineParser(arguments, definitions: table) else { return 0 }
  let written = line.options.map { "--" + $0.key + "=" + $0.text } + ["--"] + line.words
  guard let again = try? CommandLineParser(written, definitions: table) else {
    fatalError("the same in another form is wrong")
  }
  require(again.words == line.words, "other words")
  require(again.options.elementsEqual(line.options, by: ==), "other options")
  require(values(line) == values(again), "other settings")
  return 0
}

private func values(_ line: CommandLineParser) -> String {
  var settings = Settings(table)
  do {
    try line.apply(to: &settings)
  } catch {
    require(!error.message.isEmpty, "an error without words")
  }
  let height = settings.number("bar.height") ?? 0
  require((0.5...100).contains(height), "a number of \(height)")
  let name = settings.text("name")?.bytes ?? []
  return "\(height) \(settings.flag("quiet")) \(ByteString(settings.word("style")).bytes) \(name)"
}
