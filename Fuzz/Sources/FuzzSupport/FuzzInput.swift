/// The bytes that the fuzzer made up, as an array of just that length, so that a read beyond it is seen.
public func fuzzInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  // SAFETY: libFuzzer lends `count` bytes for the length of the call; they are copied at once.
  unsafe Array(UnsafeBufferPointer(start: start, count: count))
}

/// Ends the run, and keeps its input, unless what must hold does.
public func require(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}
