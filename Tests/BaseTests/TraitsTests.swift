import Base
import Testing

@Suite struct TraitsTests {
  /// The tests are those of a whole program; `make test-traits` has those of others.
  @Test func wholeProgram_lacksNothing() {
    #expect(Traits.absentNames == "")
    #expect(!Traits.lacks("ring") && !Traits.lacks("nonsense"))
    #expect(
      Traits.refusal(of: "style ", "wave")
        == "style wave: not in this build; fbprogress --version tells what it lacks")
  }
}
