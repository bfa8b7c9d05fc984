import FuzzSupport
import Pixels
import Presenters

/// A terminal's answers: any input leaves a reader that takes the next answer.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var answers = TerminalAnswers()
  for byte in unsafe fuzzInput(start, count) { answers.take(byte) }
  for size in [answers.cell, answers.area] {
    guard let size else { continue }
    let sides = 1...65_535
    require(sides.contains(size.width) && sides.contains(size.height), "no size")
  }
  for byte: UInt8 in [0x1b, 0x5c, 0x1b, 0x5b, 0x3f, 0x36, 0x34, 0x3b, 0x34, 0x63] {
    answers.take(byte)
  }
  require(answers.hasAttributes && answers.hasSixel, "the next answer is not read")
  return 0
}
