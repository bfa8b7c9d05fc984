import FuzzSupport
import RenderProcess

/// An entry of terminfo: any bytes are an entry or none, and more bytes at the end change nothing.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
  guard let entry = Terminfo(bytes.span) else { return 0 }
  require(bytes.count >= 12 && entry.colors != 0, "an entry without a head, or of no colors")
  require(Terminfo((bytes + [1, 2, 3]).span) == entry, "bytes behind the entry count")
  return 0
}
