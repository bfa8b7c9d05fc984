public import Base
public import Configuration
import Graphics
import ProgressModel

/// The state in which a further picture of the screen shows.
public enum PictureState: StaticBytes, SettingChoice {
  case always, starting, running, stalled, paused, done, failed, cancelled, interrupted

  /// The state of a frame.
  @inline(never) static func shown(_ input: SceneInput) -> PictureState {
    let state = input.state
    if state.phase.isOutcome, input.time < state.outcomeBegan { return .running }
    switch state.phase {
    case .done: return .done
    case .failed: return .failed
    case .cancelled: return .cancelled
    case .interrupted: return .interrupted
    default: break
    }
    if state.activeBegan == nil { return .starting }
    if state.pausedAt != nil { return .paused }
    return state.stall(at: input.time) == nil ? .running : .stalled
  }
}

/// A further picture: its place, and the state in which it shows.
struct StatePicture {
  /// Its part of the settings.
  let part: ScreenPart
  let picture: ScreenPicture
  var rect: Rect { picture.rect }
  let state: PictureState

  private static let parts: [ScreenPart] = [.picture1, .picture2, .picture3, .picture4]

  /// The pictures that settings name and that can be read.
  static func all(
    _ settings: SceneSettings, load: (PicturePlan) -> ScreenPicture?
  ) -> [StatePicture] {
    parts.compactMap { part in
      guard let path = settings.given.image(of: part), let box = settings.box(of: part)
      else { return nil }
      let plan = PicturePlan(
        path: path, box: box, fit: settings.given.choice(.fit, of: part),
        anchor: settings.anchor(of: part))
      return load(plan).map {
        StatePicture(part: part, picture: $0, state: settings.given.choice(.state, of: part))
      }
    }
  }

  /// Whether the picture shows in a frame.
  func isShown(_ input: SceneInput) -> Bool {
    state == .always || state == PictureState.shown(input)
  }

  /// Draws the picture in its state. Pictures of outcomes fade in.
  ///
  /// - Parameter moves: whether an animated picture moves.
  @inline(never) func draw(_ input: SceneInput, moves: Bool, into list: inout DisplayList) {
    if !isShown(input) { return }
    let isOutcome = state != .always && input.state.phase.isOutcome
    let alpha = isOutcome ? Float(input.ramp(from: input.state.outcomeBegan)) : 1
    list.fill(
      .rectangle(rect), with: picture.image(input, in: state, moves: moves), alpha: alpha)
  }
}
