public import Base
import ProgressModel

/// Progress reports to terminals: `ESC ] 9;4;STATE;PERCENT`, ended by BEL or ESC \.
///
/// Source: ConEmu, "ANSI X3.64 and Xterm-256 color support", OSC 9;4; flatpak, systemd, dnf5 and
/// cargo write it. States: 0 removes the progress, 1 sets it, 2 is an error, 3 is an unknown
/// extent, 4 is a pause.
public enum TerminalProgress {
  /// Returns the command that makes a terminal show a percentage, or an unknown extent for nil.
  public static func command(percent: Int?) -> ByteString {
    let state: ByteString = percent.map { "1;" + ByteString($0) } ?? "3"
    return "\u{1b}]9;4;" + state + "\u{1b}\\"
  }

  /// The command that makes a terminal remove the progress.
  public static var end: ByteString { "\u{1b}]9;4;0\u{1b}\\" }

  /// Emits the progress in a terminal command; ignores other commands.
  static func read(_ command: Span<UInt8>, _ emit: (FeedOutput) -> Void) {
    guard command.count >= 5, command.extracting(first: 4) == "9;4;" else { return }
    let state = command[4]
    if state == UInt8(ascii: "3") { emit(.event(.bytes(completed: 0, total: nil))) }
    let hasPercent =
      state == UInt8(ascii: "1") || state == UInt8(ascii: "2") || state == UInt8(ascii: "4")
    guard hasPercent, command.count > 6, command[5] == UInt8(ascii: ";"),
      let percent = command.extracting(6...).wholeNumber, percent <= 100
    else { return }
    emit(.event(.fraction(Fraction(billionths: Int64(percent) * 10_000_000))))
  }
}
