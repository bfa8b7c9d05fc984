import Base
import FeedProcess
import FuzzSupport

/// A request to the mirror: an answer comes within the limit, and only a whole request for / gets
/// the states.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
  var request = MirrorRequest()
  var read = 0
  var answer: MirrorAnswer?
  while answer == nil, read < bytes.count {
    answer = request.take(bytes[read])
    read += 1
  }
  require(read <= MirrorRequest.limit + 1, "a request beyond the limit")
  // Any end of line means the same.
  let lines = ByteString(bytes[..<read].filter { $0 != 0x0d }).split(at: 0x0a)
  let isForStates =
    lines.count > 2 && lines.last?.isEmpty == true && lines[lines.count - 2].isEmpty
    && (lines[0] == "GET / HTTP/1.0" || lines[0] == "GET / HTTP/1.1")
  require(answer != .states || isForStates, "states for another request")
  // What is unfinished may still become right: NUL ends it in any part.
  require(answer != nil || request.take(0) != nil, "an unfinished request that takes NUL")
  return 0
}
