import Base
import TestSupport
import Testing

@Suite struct ByteStringTests {
  @Test(
    arguments: [
      (0, "0"), (7, "7"), (10, "10"), (-1, "-1"), (.max, "9223372036854775807"),
      (.min, "-9223372036854775808"),
    ] as [(Int, ByteString)])
  func number_isItsDigits(number: Int, text: ByteString) { #expect(ByteString(number) == text) }

  @Test(arguments: [("", 0), ("x", 1), ("à la carte", 11), ("日本", 6)] as [(StaticBytes, Int)])
  func words_areTheirBytes(words: StaticBytes, count: Int) {
    let text = ByteString(words)
    #expect(words.count == count && text.count == count)
    #expect(words.isEmpty == (count == 0))
    #expect(text == words)
    #expect((text + "x") != words)
    if count > 0 { #expect(text[0..<(count - 1)] != words) }
  }

  @Test func words_endWhereTheyEnd() {
    #expect(ByteString([97, 0]) != "a")
    #expect(ByteString([0]) != "")
    #expect(ByteString([]) == "")
  }

  @Test func largestNumber_isItsDigits() {
    #expect(ByteString(UInt64.max) == "18446744073709551615")
    #expect(ByteString(UInt64.max).wholeNumber == .max)
  }

  @Test(arguments: ["", "-1", "+1", "1 ", "0x1", "18446744073709551616"] as [ByteString])
  func otherText_isNoNumber(text: ByteString) { #expect(text.wholeNumber == nil) }

  @Test func parts_stayWhatTheyAre() {
    // Neither part is UTF-8; the second is the first byte of a character alone.
    let path = ByteString([0xff, 0x2f, 0xc3])
    #expect((path + "/" + "x").bytes == [0xff, 0x2f, 0xc3, 0x2f, 0x78])
    #expect(path[2..<3].bytes == [0xc3])
    #expect(path.split(at: 0x2f).map { $0.bytes } == [[0xff], [0xc3]])
  }

  @Test(
    arguments: [
      ("", [""]), ("a", ["a"]), ("a,b", ["a", "b"]), (",", ["", ""]),
      ("a,,b,", ["a", "", "b", ""]),
    ] as [(ByteString, [ByteString])])
  func text_isSplitAtEachSeparator(text: ByteString, parts: [ByteString]) {
    #expect(text.split(at: UInt8(ascii: ",")) == parts)
  }

  @Test func ends_areCompared() {
    let text: ByteString = "card0"
    #expect(text.hasPrefix("card") && text.hasPrefix("") && text.hasPrefix("card0"))
    #expect(!text.hasPrefix("card00") && !text.hasPrefix("ard"))
    #expect(text.hasSuffix("d0") && text.hasSuffix("") && !text.hasSuffix("xcard0"))
    #expect(text == "card0" && text != "card" && text != "card1" && text != "card00")
    #expect(ByteString() == "" && ByteString().isEmpty)
  }

  @Test func places_areTheFirstAndTheLast() {
    let text: ByteString = "/run/feed"
    #expect(text.firstIndex(of: UInt8(ascii: "/")) == 0)
    #expect(text.lastIndex(of: UInt8(ascii: "/")) == 4)
    #expect(text.firstIndex(of: 0) == nil && text.lastIndex(of: 0) == nil)
  }

  @Test func list_hasSeparatorsBetweenItems() {
    var list = ByteString()
    for item in ["a", "b", "c"] as [ByteString] { list.append(item, after: ", ") }
    #expect(list == "a, b, c")
  }

  @Test func cString_isTheBytesAndNUL() {
    let text: ByteString = "a/ü"
    // SAFETY: withCString promises a NUL at the end.
    #expect(
      unsafe text.withCString { unsafe ByteString(cString: $0) == text ? 1 : 0 } == 1)
  }

  @Test func textWithNUL_isNoCString() {
    #expect(unsafe ByteString([0x61, 0, 0x62]).withCString { _ in 1 } == nil)
  }

  @Test(arguments: [
    ("style", "style", 0), ("stlye", "style", 2), ("colour", "color", 1), ("", "a", 1),
    ("kitten", "sitting", 3), ("abc", "xyz", 3), ("a", "abcdefgh", 4),
  ])
  func editDistance_countsChanges(one: String, other: String, distance: Int) {
    let (one, other) = (ByteString(Array(one.utf8)), ByteString(Array(other.utf8)))
    #expect(one.editDistance(to: other, limit: 4) == distance)
    #expect(other.editDistance(to: one, limit: 4) == distance)
    #expect(one.editDistance(to: other, limit: 2) == min(distance, 2))
  }
}
