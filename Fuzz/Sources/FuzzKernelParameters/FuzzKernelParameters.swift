import Base
import Configuration
import FuzzSupport

private let table = SettingsTable([
  """
  t style choice ring bar = ring; Which
  t verbose flag = no; Whether
  c background flag = no; Where
  t ring.radius number 0.5 100 = 2; How high
  t locale text NAME; Name
  """
])

/// The kernel command line: parameters written again in quotes are found again, and values stay in
/// their ranges.
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
  let height = settings.number(.ringRadius)
  require((0.5...100).contains(height), "a number of \(height)")
  require(!settings.flag(.background), "the kernel sets what the program's command line alone may")
  return 0
}
