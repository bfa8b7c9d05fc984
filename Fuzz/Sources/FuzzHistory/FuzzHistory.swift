import Base
import Feed
import FuzzSupport

/// The history's file: one that is read is written again the same, and stays bounded.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
  guard var history = RunHistory(bytes.span) else { return 0 }
  let before = history.text.bytes
  require(RunHistory(before.span) == history, "written and read it is another")
  for run in history.runs {
    history.learn(
      RunHistory.Run(
        name: run.name, times: .init(duration: .max, silence: .min), steps: run.steps.reversed()))
  }
  let after = history.text.bytes
  require(RunHistory(after.span) == history, "learned and read it is another")
  require(after.count <= RunHistory.sizeLimit, "the file grows")
  return 0
}
