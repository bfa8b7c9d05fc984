import Configuration
import Text

/// The texts of a screen, and the lists and tiles beside them.
final class ScreenTexts {
  let captions: Captions
  /// A second set of captions, for texts that fade out.
  private(set) lazy var former = Captions(typesetters, settings, arrangement)
  let help: HelpCard?
  let tail: LogTail?
  let plan: PlanList?
  let numeral: Numeral
  /// The tiles of several jobs. Most runs need none.
  private(set) lazy var tiles = JobTiles(typesetters, arrangement)
  private let typesetters: Typesetters
  private let settings: SceneSettings
  private let arrangement: Arrangement

  /// - Parameter withCard: the arrangement with a help card; nil if the screen has none.
  init(
    _ typesetters: Typesetters, _ settings: SceneSettings, _ arrangement: Arrangement,
    withCard: Arrangement?
  ) {
    (self.typesetters, self.settings, self.arrangement) = (typesetters, settings, arrangement)
    captions = Captions(typesetters, settings, arrangement)
    let hasCard = withCard?.card != nil
    help = withCard.flatMap { hasCard ? HelpCard(typesetters, settings, $0) : nil }
    tail = settings.box(of: .tail).map { LogTail(typesetters, settings, in: $0) }
    plan = settings.box(of: .plan).map { PlanList(typesetters, settings, in: $0) }
    numeral = Numeral(typesetters)
  }
}
