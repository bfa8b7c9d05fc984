import Animation
public import Base
public import Configuration
import Graphics
import ProgressModel

/// The state in which a further picture of the screen shows.
public enum PictureState: StaticBytes, SettingChoice {
  case always = "always"
  case starting = "starting"
  case running = "running"
  case stalled = "stalled"
  case paused = "paused"
  case done = "done"
  case failed = "failed"
  case cancelled = "cancelled"
  case interrupted = "interrupted"

  /// The state of a frame.
  static func shown(_ input: SceneInput) -> PictureState {
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
  /// Its group of settings.
  let group: StaticBytes
  let picture: ScreenPicture
  var rect: Rect { picture.rect }
  let state: PictureState

  /// The groups of settings.
  private static let groups: [StaticBytes] = ["picture1", "picture2", "picture3", "picture4"]

  /// Its rows of the settings table.
  static let settings: [SettingDefinition] = groups.flatMap { group in
    [
      .init("image", .path, .absent, of: group, help: "Further PNG"),
      .init("box", .box, .value("0 0 100 100"), of: group, help: "Area of the picture"),
      .init(
        "fit", .choice(of: PictureFit.self), .value("contain"), of: group,
        help: "Scaling to the area"),
      .init(
        "anchor", .choice(of: BoxAnchor.self), .value("centre"), of: group,
        help: "Position in the area"),
      .init(
        "state", .choice(of: PictureState.self), .value("always"), of: group,
        help: "State in which it shows"),
    ]
  }

  /// The pictures that settings name and that can be read.
  static func all(
    _ settings: Settings, _ canvas: Size,
    load: (PicturePlan) -> ScreenPicture?
  ) -> [StatePicture] {
    groups.compactMap { group in
      guard let path = settings.text("image", of: group), let box = settings.box("box", of: group)
      else { return nil }
      let plan = PicturePlan(
        path: path, box: Layout.part(box, of: canvas), fit: settings.choice("fit", of: group),
        anchor: settings.anchor(of: group))
      return load(plan).map {
        StatePicture(
          group: group, picture: $0, state: settings.choice("state", of: group))
      }
    }
  }

  /// Whether the picture shows in a frame.
  func isShown(_ input: SceneInput) -> Bool {
    state == .always || state == PictureState.shown(input)
  }

  /// Draws the picture if its state shows. Those of outcomes fade in.
  ///
  /// - Parameter moves: whether an animated one moves.
  func draw(_ input: SceneInput, moves: Bool, into list: inout DisplayList) {
    if !isShown(input) { return }
    let isOutcome = state != .always && input.state.phase.isOutcome
    let alpha = isOutcome ? Float(input.ramp(from: input.state.outcomeBegan)) : 1
    list.fill(
      .rectangle(rect),
      with: .image(
        picture.reference(moves ? input : nil, in: state), x: picture.x, y: picture.y),
      alpha: alpha)
  }
}
