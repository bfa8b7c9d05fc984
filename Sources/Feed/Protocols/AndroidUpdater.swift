import Base
import ProgressModel

extension FeedProtocol {
  /// The commands of an Android update package to recovery's pipe.
  public static let android = FeedProtocol(
    name: "android", summary: "Android's updater pipe: progress, set_progress, ui_print",
    makeReader: { AndroidUpdater() })
}

/// A reader of the updater's commands. `progress` begins a segment of the bar, and `set_progress`
/// fills it.
final class AndroidUpdater: TableReader {
  private var begun: Int64 = 0
  private var segment: Int64 = 0

  init() {
    super.init(
      """
      A progress %f %e
      B set_progress %f
      - ui_print
      m ui_print %s
      - wipe_cache
      - clear_display
      - enable_reboot
      - retry_update
      - log %s
      """)
  }

  /// Each segment begins at the end of the previous one.
  override var recordsStandAlone: Bool { false }

  override func interpret(_ letter: UInt8, _ facts: inout RecordFacts) -> Bool {
    guard let said = facts.fraction?.billionths else { return true }
    if letter == UInt8(ascii: "A") {
      begun = min(begun + segment, 1_000_000_000)
      segment = said
      facts.fraction = Fraction(billionths: begun)
    } else {
      facts.fraction = Fraction(
        billionths: begun + Fraction(billionths: segment).part(of: said))
    }
    return true
  }

  override func forget() {
    super.forget()
    (begun, segment) = (0, 0)
  }
}

extension Fraction {
  /// Returns this fraction of a number of billionths.
  fileprivate func part(of whole: Int64) -> Int64 { billionths * whole / 1_000_000_000 }
}
