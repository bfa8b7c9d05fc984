import Base
import ProgressModel

extension FeedProtocol {
  /// The output of ffmpeg: the durations of its inputs, its status line, and `-progress`.
  ///
  /// Source: ffmpeg, `fftools/ffmpeg.c`, print_report.
  public static let ffmpeg = FeedProtocol(
    name: "ffmpeg", summary: "ffmpeg's output and its -progress",
    form: .chatty,
    makeReader: { FFmpeg() })
}

/// A reader that relates the output's time to the longest input. Without one the extent is unknown.
final class FFmpeg: TableReader {
  // In thousandths of a second; 0 while unknown.
  private var duration: UInt64 = 0
  private var hasBegun = false

  init() {
    super.init(
      """
      A Duration: %h,%*
      B out_time=%h
      B %*time=%h bitrate=%*
      - progress=%w
      - video:%w audio:%*
      """)
  }

  override func interpret(_ letter: UInt8, _ facts: inout RecordFacts) -> Bool {
    let part = facts.part ?? 0
    if letter == UInt8(ascii: "A") {
      duration = max(duration, part)
    } else if letter == UInt8(ascii: "B") {
      facts.fraction = Fraction(part, of: duration)
      if facts.fraction == nil, !hasBegun { facts.completed = 0 }
      hasBegun = true
    }
    return true
  }

  override func forget() {
    super.forget()
    (duration, hasBegun) = (0, false)
  }
}
