import Base
import Configuration
import FuzzSupport

private let table = SettingsTable([
  """
  t style choice ring bar = ring; Which
  c verbose flag = no; Whether
  t ring.radius number 0.5 100 = 2; How high
  t locale text NAME; Name
  """
])

/// The command line as the kernel passes it, with a NUL after each argument. Written in its other
/// form it has the same meaning, and no part of it is lost.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let arguments = ByteString(unsafe fuzzInput(start, count)).split(at: 0)
  guard let line = try? CommandLineParser(arguments, table: table) else { return 0 }
  let written = line.options.map { "--" + $0.key + "=" + $0.text } + ["--"] + line.words
  guard let again = try? CommandLineParser(written, table: table) else {
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
  let height = settings.number(.ringRadius)
  require((0.5...100).contains(height), "a number of \(height)")
  let name = settings.text(.locale)?.bytes ?? []
  return "\(height) \(settings.flag(.verbose)) \(settings.text(.style)?.bytes ?? []) \(name)"
}
