import Base
import Feed
import FuzzSupport
import ProgressModel

/// The script reader: what it reads it writes, and reads again the same.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
  do {
    let script = try Script(bytes.span)
    var written = ByteString()
    var last = Duration.zero
    for entry in script.entries {
      require(entry.time >= last, "time runs backwards")
      last = entry.time
      written += Script.line(entry.event, at: entry.time)
    }
    let again = try? Script(written.bytes.span)
    require(again == script, "a script written and read is another")
    checkLineEnds(bytes, script)
  } catch {
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).count
    require((1...lines).contains(error.line), "line \(error.line) of \(lines) is wrong")
  }
  return 0
}

/// Lines may end as on other systems.
private func checkLineEnds(_ bytes: [UInt8], _ script: Script) {
  if bytes.contains(0x0d) { return }
  let other = bytes.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }
  require((try? Script(other.span)) == script, "CR LF makes another script")
}
