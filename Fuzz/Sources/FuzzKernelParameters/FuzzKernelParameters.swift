import Base
import Configuration
import FuzzSupport

private let table: [SettingDefinition] = [
  .init("style", .choice(["ring", "bar"]), .value("ring"), help: "Which"),
  .init("quiet", .flag, .value("no"), help: "Whether"),
  .init("here", .flag, .value("no"), scope: .commandLine, help: "Where"),
  .init("bar.height", .number(0.5...100, unit: ""), .value("2"), help: "How high"),
  .init("name", .text("NAME"), .absent, help: "What it is called"),
]

/// The kernel command line: what is found, written again in quotes, is found again, and values stay in their ranges.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let line = ByteString(unsafe fuzzInput(start, count))
  let found = KernelParameters.read(line, prefix: "f.")
  var written = ByteString()
  for (key, value) in found {
    require(key.firstIndex(of: UInt8(ascii: "=")) == nil, "a key with an equals sign")
    written += " \"f." + key + "=" + value + "\" other"
  }
  let again = KernelParameters.read(written, prefix: "f.")
  require(again.elementsEqual(found, by: ==), "written again there are others")

  var settings = Settings(table)
  for (key, value) in found {
    do throws(ConfigurationError) {
      try settings.set(key, to: value, scope: .notInThemes)
    } catch {
      require(!error.message.isEmpty, "an error without words")
    }
  }
  let height = settings.number("bar.height") ?? 0
  require((0.5...100).contains(height), "a number of \(height)")
  require(!settings.flag("here"), "the kernel sets what the program's command line alone may")
  return 0
}
