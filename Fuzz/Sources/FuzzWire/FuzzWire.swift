import Base
import FuzzSupport
import ProgressModel

/// The wire form of the state: what can be read can be written, and is then always the same.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
  guard var state = ProgressState(wire: bytes.span) else { return 0 }
  var written: [UInt8] = []
  state.write(to: &written)
  guard let again = ProgressState(wire: written.span) else { fatalError("what it wrote is none") }
  require(again == state, "written and read it is another")
  for time in [.zero, state.phaseBegan, state.shown.began + .milliseconds(100)] as [Duration] {
    require(!state.shown.value(at: time).isNaN, "a fraction that is no number")
    state.apply(.fraction(Fraction(billionths: 500_000_000)), at: time)
    state.apply(.reset, at: time)
  }
  return 0
}
