import Base
import Configuration
import FuzzSupport

private let table = SettingsTable([
  """
  t style choice ring bar = ring; Which
  t verbose flag = no; Whether
  c background flag = no; Where
  [ring]
  t preset choice seed kiosk = kiosk; Which measures
  t radius number 0.5 100 pt = 12 | 1; Size
  t color color = #102030; Color
  []
  t reveal.curve curve = default; Curve
  t locale text NAME; Name
  t scene box = none; Place
  t image path; Picture
  t fonts paths; Fonts
  t parts list ring bar = ring; Parts
  t feed texts PLACE; Places
  """
])

/// A settings file or a theme's: values stay in their ranges, errors name their line, and line ends
/// do not matter.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
  let first = read(bytes)
  require(first == read(bytes), "read twice it is another")
  require(
    first.values == read(bytes + Array("\n# end\n \t\r\n".utf8)).values, "a comment says something")
  let other = bytes.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }
  require(first.values == read(other).values, "CR LF makes other settings")
  return 0
}

private let path: ByteString = "/etc/f"

private struct Reading: Equatable {
  var values: [String]
  var error: ByteString?
}

private func read(_ bytes: [UInt8]) -> Reading {
  var settings = Settings(table)
  var reading = Reading(values: [], error: nil)
  do {
    try SettingsFile.apply(ByteString(bytes), path: path, to: &settings)
  } catch {
    reading.error = error.message
    checkLine(error.message, of: bytes)
  }
  var checked = Settings(table)
  let mistakes = SettingsFile.check(ByteString(bytes), path: path, with: &checked) { key, file in
    require(
      file.isEmpty || file[0] == UInt8(ascii: "/"), "a file that is not counted from a folder")
    return nil
  }
  // A repeated key is legal, so only `check` reports it.
  let errors = mistakes.filter { !$0.hasSuffix(" is set twice; the last value wins") }
  require(errors.first == reading.error, "checked it has other errors than applied")
  for mistake in mistakes { checkLine(mistake, of: bytes) }
  let box = settings.sceneBox ?? SIMD4(0, 0, 1, 1)
  require(
    box.min() >= 0 && box[0] + box[2] <= 100 && box[1] + box[3] <= 100, "a box of \(box)")
  let height = settings.number(.ringRadius)
  require((0.5...100).contains(height), "a number of \(height)")
  let color = settings.color(.ringColor) ?? 0
  require(color <= 0xff_ffff, "a colour of \(color)")
  let curve = settings.revealCurve
  require((0...1).contains(curve[0]) && (0...1).contains(curve[2]), "a curve of \(curve)")
  require(!settings.flag(.background), "the file sets what the command line alone may")
  reading.values = [
    "\(height) \(color) \(curve)",
    "\(settings.text(.style)?.bytes ?? []) \(settings.flag(.verbose))",
    "\(settings.text(.locale)?.bytes ?? [])", "\(box)",
    "\(settings.text(.image)?.bytes ?? [])",
    "\(settings.text(.fonts)?.bytes ?? []) \(settings.text(.feed)?.bytes ?? [])",
  ]
  return reading
}

/// An error begins with the file and a line that is there.
private func checkLine(_ message: ByteString, of bytes: [UInt8]) {
  let parts = message.split(at: UInt8(ascii: ":"))
  let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).count
  let line = parts.count > 2 ? parts[1].wholeNumber ?? 0 : 0
  require(parts[0] == path && (1...UInt64(lines)).contains(line), "an error on line \(line)")
}
