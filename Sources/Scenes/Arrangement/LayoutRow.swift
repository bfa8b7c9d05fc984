import Configuration

/// How a layout arranges a screen: a row of the table below.
///
/// Lengths are in hundredths of the short side. Scales are relative to the landscape layout.
struct LayoutRow {
  /// The place of texts, relative to a figure. Texts are always below a bar.
  enum Place {
    case below, beside, fixed
  }

  let place: Place
  /// The scales of a figure and of a bar.
  let (figure, bar): (Double, Double)
  /// The scales of texts below a figure and below a bar.
  let (text, barText): (Double, Double)
  /// The ems of headline, message, facts and warning in other places than below the scene; 0
  /// leaves a line out.
  let ems: SIMD4<Double>
  /// The middles of lines at fixed places.
  let middles: SIMD4<Double>

  /// The row of a layout.
  static func of(_ layout: LayoutChoice) -> LayoutRow {
    func row(
      _ place: Place, _ figure: Double, _ bar: Double, _ text: Double, _ barText: Double,
      _ ems: SIMD4<Double> = .zero, _ middles: SIMD4<Double> = .zero
    ) -> LayoutRow {
      LayoutRow(
        place: place, figure: figure, bar: bar, text: text, barText: barText, ems: ems,
        middles: middles)
    }
    return switch layout {
    //                         figure  bar  text bar's  ems                 middles
    case .auto, .landscape, .tiny: row(.below, 1, 1, 1, 1)
    case .portrait: row(.below, 1.45, 1.45, 1.3, 1.3)
    case .square: row(.fixed, 1.65, 1.65, 1.5, 1.5, [9, 0, 7.4, 0], [79.5, 0, 91, 0])
    case .round: row(.fixed, 2.325, 2.325, 1, 1, [8.2, 0, 7.2, 0], [68.5, 0, 79, 0])
    case .bar: row(.beside, 1.85, 1.5, 1, 1.5, [12, 8.6, 7.4, 6.6])
    case .small: row(.beside, 1.5, 1.45, 1, 1.45, [8, 6.4, 5.6, 0])
    }
  }
}
