/// The parts of the program that a build may leave out, as `Package.swift` lists them.
///
/// Each is a constant, so the compiler drops what only an absent part needs. Every build compiles
/// all code.
package enum Traits {
  #if looks
    package static var looks: Bool { true }
  #else
    package static var looks: Bool { false }
  #endif
  #if feeds
    package static var feeds: Bool { true }
  #else
    package static var feeds: Bool { false }
  #endif
  #if texts
    package static var texts: Bool { true }
  #else
    package static var texts: Bool { false }
  #endif
  #if pictures
    package static var pictures: Bool { true }
  #else
    package static var pictures: Bool { false }
  #endif

  /// Whether nothing is absent. Then all that tells of absent parts is dropped, too.
  @inline(__always) private static var isWhole: Bool {
    looks && feeds && texts && pictures
  }

  /// The absent parts: the name of each, and the words that users would select it by, in a row.
  @inline(never) private static func absent() -> [(name: StaticBytes, words: StaticBytes)] {
    var all: [(name: StaticBytes, words: StaticBytes)] = []
    if !looks { all.append(("looks", "pencil bubble wave")) }
    if !feeds { all.append(("feeds", feedNames)) }
    if !texts { all.append(("texts", "--support-url")) }
    if !pictures { all.append(("pictures", "--image")) }
    return all
  }

  private static var feedNames: StaticBytes {
    """
    json gauge zenity plymouth psplash fbsplash rauc swupdate bootc android apt apk zypper nix \
    debootstrap curtin notify varlink fsck human backup docker ffmpeg
    """
  }

  /// The names of the absent parts, with blanks between them; empty if there are none.
  package static var absentNames: ByteString {
    var names = ByteString()
    if isWhole { return names }
    for part in absent() { names.append(part.name, after: " ") }
    return names
  }

  /// Whether a style, feed, presenter, command, or setting after two hyphens needs an absent part.
  @inline(__always) package static func lacks(_ word: @autoclosure () -> ByteString) -> Bool {
    !isWhole && isAbsent(word())
  }

  private static func isAbsent(_ word: ByteString) -> Bool {
    for part in absent() {
      for one in ByteString(part.words).split(at: UInt8(ascii: " ")) where one == word {
        return true
      }
    }
    return false
  }

  /// The error about such a word: what was asked for, and why there is none.
  package static func refusal(of kind: ByteString, _ word: ByteString) -> ByteString {
    kind + word + ": not in this build; fbprogress --version tells what it lacks"
  }
}
