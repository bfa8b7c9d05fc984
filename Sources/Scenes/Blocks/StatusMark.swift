import Base
import Graphics
import ProgressModel

/// The mark of one part of a run, a job or a step: a ring that fills, and the sign of its state.
struct StatusMark {
  let phase: ProgressPhase
  let isPaused: Bool
  /// The completed part, in `0...1`.
  let part: Double

  /// The width of a track on a display with one ink, pixels.
  static let thin = 2.0

  /// Draws the mark.
  ///
  /// - Parameters:
  ///   - centre: the ring's center, pixels.
  ///   - diameter: the ring's outer diameter, pixels.
  func draw(
    around centre: Point, diameter: Double, _ colors: StateColors, track: Color,
    into list: inout DisplayList
  ) {
    let color = color(colors)
    let width = max(2, 0.085 * diameter)
    let radius = (diameter - width) / 2
    let half = (part < 1 && colors.hasOneInk ? Self.thin : width) / 2
    let ring = Annulus(centre: centre, innerRadius: radius - half, outerRadius: radius + half)
    list.fill(.annulus(ring), with: part >= 1 ? color : track)
    if part > 0, part < 1 {
      list.fill(
        .arc(
          Arc(
            centre: centre, radius: radius, width: width, start: -0.25, sweep: part, cap: .round)),
        with: color)
    }
    Sign.of(phase, isPaused: isPaused)?.draw(
      around: centre, diameter: 0.95 * diameter, width: width, color: color, into: &list)
  }

  private func color(_ colors: StateColors) -> Color {
    switch phase {
    case .idle, .cancelled: colors.muted
    case .active: isPaused ? colors.muted : colors.accent
    case .done: colors.success
    case .failed: colors.failure
    case .interrupted: colors.warning
    }
  }
}
