import Base
import Configuration
import Testing

@Suite struct KernelParametersTests {
  private func read(_ line: ByteString) -> [String] {
    KernelParameters.read(line, prefix: "fbprogress.").map { "\($0.key)=\($0.value)" }
  }

  @Test(
    arguments: [
      ("", []), ("quiet splash", []), ("fbprogress.style=wave\n", ["style=wave"]),
      ("a fbprogress.a=1  fbprogress.b=2 b", ["a=1", "b=2"]),
      ("fbprogress.verbose", ["verbose=yes"]), ("fbprogress. fbprogress=x", []),
      ("fbprogress.title.box=\"5 5 90 10\" x", ["title.box=5 5 90 10"]),
      ("\"fbprogress.title.box=5 5 90 10\"", ["title.box=5 5 90 10"]),
      ("xfbprogress.a=1 fbprogress.a=b=c", ["a=b=c"]), ("fbprogress.a=\"1 2", ["a=1 2"]),
      ("fbprogress.a=", ["a="]), ("fbprogress.a=1\tfbprogress.b=2\u{1}c", ["a=1", "b=2"]),
    ] as [(ByteString, [String])])
  func parametersAreFound(line: ByteString, found: [String]) {
    #expect(read(line) == found)
  }
}
