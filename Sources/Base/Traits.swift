/// The parts of the program that a build may leave out, as `Package.swift` lists them.
///
/// Each is a constant, so the compiler drops what only an absent part needs. Every build compiles
/// all code.
package enum Traits {
  #if ring
    package static var ring: Bool { true }
  #else
    package static var ring: Bool { false }
  #endif
  #if rainbow
    package static var rainbow: Bool { true }
  #else
    package static var rainbow: Bool { false }
  #endif
  #if spinner
    package static var spinner: Bool { true }
  #else
    package static var spinner: Bool { false }
  #endif
  #if pencil
    package static var pencil: Bool { true }
  #else
    package static var pencil: Bool { false }
  #endif
  #if bubble
    package static var bubble: Bool { true }
  #else
    package static var bubble: Bool { false }
  #endif
  #if wave
    package static var wave: Bool { true }
  #else
    package static var wave: Bool { false }
  #endif
  #if json
    package static var json: Bool { true }
  #else
    package static var json: Bool { false }
  #endif
  #if dialogs
    package static var dialogs: Bool { true }
  #else
    package static var dialogs: Bool { false }
  #endif
  #if splashes
    package static var splashes: Bool { true }
  #else
    package static var splashes: Bool { false }
  #endif
  #if updaters
    package static var updaters: Bool { true }
  #else
    package static var updaters: Bool { false }
  #endif
  #if packages
    package static var packages: Bool { true }
  #else
    package static var packages: Bool { false }
  #endif
  #if services
    package static var services: Bool { true }
  #else
    package static var services: Bool { false }
  #endif
  #if tools
    package static var tools: Bool { true }
  #else
    package static var tools: Bool { false }
  #endif
  #if match
    package static var match: Bool { true }
  #else
    package static var match: Bool { false }
  #endif
  #if texts
    package static var texts: Bool { true }
  #else
    package static var texts: Bool { false }
  #endif
  #if jobs
    package static var jobs: Bool { true }
  #else
    package static var jobs: Bool { false }
  #endif
  #if support
    package static var support: Bool { true }
  #else
    package static var support: Bool { false }
  #endif
  #if pictures
    package static var pictures: Bool { true }
  #else
    package static var pictures: Bool { false }
  #endif
  #if themes
    package static var themes: Bool { true }
  #else
    package static var themes: Bool { false }
  #endif
  #if fbdev
    package static var fbdev: Bool { true }
  #else
    package static var fbdev: Bool { false }
  #endif
  #if seats
    package static var seats: Bool { true }
  #else
    package static var seats: Bool { false }
  #endif
  #if legacy
    package static var legacy: Bool { true }
  #else
    package static var legacy: Bool { false }
  #endif
  #if avx2
    package static var avx2: Bool { true }
  #else
    package static var avx2: Bool { false }
  #endif
  #if terminal
    package static var terminal: Bool { true }
  #else
    package static var terminal: Bool { false }
  #endif
  #if wrap
    package static var wrap: Bool { true }
  #else
    package static var wrap: Bool { false }
  #endif
  #if history
    package static var history: Bool { true }
  #else
    package static var history: Bool { false }
  #endif
  #if mirror
    package static var mirror: Bool { true }
  #else
    package static var mirror: Bool { false }
  #endif
  #if dump
    package static var dump: Bool { true }
  #else
    package static var dump: Bool { false }
  #endif
  #if scripts
    package static var scripts: Bool { true }
  #else
    package static var scripts: Bool { false }
  #endif
  #if png
    package static var png: Bool { true }
  #else
    package static var png: Bool { false }
  #endif
  #if doctor
    package static var doctor: Bool { true }
  #else
    package static var doctor: Bool { false }
  #endif
  #if desk
    package static var desk: Bool { true }
  #else
    package static var desk: Bool { false }
  #endif

  /// Whether nothing is absent. Then all that tells of absent parts is dropped, too.
  @inline(__always) private static var isWhole: Bool {
    ring && rainbow && spinner && pencil && bubble && wave && json && dialogs && splashes
      && updaters && packages && services && tools && match && texts && jobs && support && pictures
      && themes && fbdev && legacy && seats && avx2 && terminal && wrap && history && mirror && dump
      && scripts && png && doctor && desk
  }

  /// The absent parts: the name of each, and the words that users would select it by, in a row.
  @inline(never) private static func absent() -> [(name: StaticBytes, words: StaticBytes)] {
    var all: [(name: StaticBytes, words: StaticBytes)] = []
    if !ring { all.append(("ring", "ring")) }
    if !rainbow { all.append(("rainbow", "rainbow")) }
    if !spinner { all.append(("spinner", "spinner")) }
    if !pencil { all.append(("pencil", "pencil")) }
    if !bubble { all.append(("bubble", "bubble")) }
    if !wave { all.append(("wave", "wave")) }
    if !json { all.append(("json", "json")) }
    if !dialogs { all.append(("dialogs", "gauge zenity")) }
    if !splashes { all.append(("splashes", "plymouth psplash fbsplash")) }
    if !updaters { all.append(("updaters", "rauc swupdate bootc android")) }
    if !packages { all.append(("packages", "apt apk zypper nix debootstrap curtin")) }
    if !services { all.append(("services", "notify varlink fsck")) }
    if !tools { all.append(("tools", "human backup docker ffmpeg")) }
    if !match { all.append(("match", "--match")) }
    if !texts { all.append(("texts", "")) }
    if !jobs { all.append(("jobs", "")) }
    if !support { all.append(("support", "--support-url")) }
    if !pictures { all.append(("pictures", "--image")) }
    if !themes { all.append(("themes", "--theme --theme-folders")) }
    if !fbdev { all.append(("fbdev", "fbdev")) }
    if !legacy { all.append(("legacy", "")) }
    if !seats { all.append(("seats", "")) }
    if !avx2 { all.append(("avx2", "")) }
    if !terminal { all.append(("terminal", "terminal --terminal-graphics")) }
    if !wrap { all.append(("wrap", "wrap")) }
    if !history { all.append(("history", "--history")) }
    if !mirror { all.append(("mirror", "--mirror")) }
    if !dump { all.append(("dump", "")) }
    if !scripts { all.append(("scripts", "--script --record --hold-at")) }
    if !png { all.append(("png", "png")) }
    if !doctor { all.append(("doctor", "doctor probe")) }
    if !desk { all.append(("desk", "render sheet check list")) }
    return all
  }

  /// The names of the absent parts, with blanks between them; empty if there are none.
  package static var absentNames: ByteString {
    var names = ByteString()
    if isWhole { return names }
    for part in absent() { names.append(ByteString(part.name), after: " ") }
    return names
  }

  /// Whether a style, feed, presenter, command, or setting after two hyphens needs an absent part.
  @inline(__always) package static func lacks(_ word: ByteString) -> Bool {
    !isWhole && isAbsent(word)
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
