public import Base
public import Configuration
public import Graphics
import ProgressModel

/// A picture that settings name, and its place on the screen.
public struct PicturePlan: Equatable, Sendable {
  /// The file's path.
  public let path: ByteString
  /// The rectangle that contains it, in whole pixels of the canvas.
  public let box: Rect
  /// The scaling to the box.
  public let fit: PictureFit
  /// The alignment in the box, and of the visible part: 0 for left and top, 1/2 for the middle, 1
  /// for right and bottom.
  public let anchor: Point
}

/// The scaling of a picture to its box.
public enum PictureFit: StaticBytes, SettingChoice {
  /// Scaled to fill the box; the rest is cut off.
  case cover
  /// Scaled to fit into the box.
  case contain
  /// Without scaling; the part outside the box is cut off.
  case center = "centre"
  /// Scaled to the box's width and height independently.
  case stretch
}

/// The background of the screen: a color, a gradient, a picture, a logo.
final class Backdrop {
  /// The color that texts contrast with.
  let ground: Color
  /// Whether that is the palette's ground.
  let isUsualPalette: Bool
  private let lowerGround: Color?
  private let doneGround: Color?
  private let failedGround: Color?
  private let isSet: Bool
  // Whether the first picture is the background's.
  private let hasImage: Bool
  private var pictures: [ScreenPicture] = []
  private let furtherPictures: [StatePicture]
  // The opacity of the ground over the background's picture, in `0...1`.
  private let scrim: Float
  // Whether animated pictures move.
  private let moves: Bool

  /// Reads the settings.
  ///
  /// - Parameters:
  ///   - usual: the color if settings name none.
  ///   - load: loads a picture; nil if it cannot be read.
  init(
    _ settings: SceneSettings, usual: Color, load: (PicturePlan) -> ScreenPicture?
  ) {
    let named = settings.color(.backgroundColor)
    ground = named ?? usual
    isUsualPalette = ground == settings.paint(.ground)
    lowerGround = settings.color(.backgroundTo)
    doneGround = settings.background(of: .done)
    failedGround = settings.background(of: .failed)
    for plan in Self.plans(settings) {
      if let picture = load(plan) { pictures.append(picture) }
    }
    furtherPictures = StatePicture.all(settings, load: load)
    moves = !settings.flag(.reducedMotion) && settings.output.grayBits == 0
    scrim = Float(settings.number(.backgroundScrim)) / 100
    hasImage = settings.given.text(.backgroundImage) != nil && !pictures.isEmpty
    isSet = named != nil || lowerGround != nil || !pictures.isEmpty
  }

  private static func plans(_ settings: SceneSettings) -> [PicturePlan] {
    var plans: [PicturePlan] = []
    if let path = settings.given.text(.backgroundImage) {
      plans.append(
        PicturePlan(
          path: path, box: Rect(settings.canvas),
          fit: settings.choice(.backgroundFit),
          anchor: Point(x: 0.5, y: 0.5)))
    }
    if let path = settings.given.image(of: .logo), let box = settings.box(of: .logo) {
      plans.append(
        PicturePlan(
          path: path, box: box, fit: .contain, anchor: settings.anchor(of: .logo)))
    }
    return plans
  }

  /// Whether the background hides the parts' own colors.
  func hidesGrounds(_ input: SceneInput) -> Bool { isSet || phaseGround(input) != nil }

  /// The session time at which a picture shows another frame, and the most frames a second that
  /// one shows; nil if none moves.
  func motion(_ input: SceneInput) -> (next: Duration, mostFrames: Double)? {
    if !moves { return nil }
    var motion: (next: Duration, mostFrames: Double)?
    func add(_ picture: ScreenPicture, _ state: PictureState) {
      guard let own = picture.motion(input, in: state) else { return }
      motion =
        motion.map {
          (min($0.next, own.next), max($0.mostFrames, own.mostFrames))
        } ?? own
    }
    for picture in pictures { add(picture, .always) }
    for further in furtherPictures where further.isShown(input) {
      add(further.picture, further.state)
    }
    return motion
  }

  /// Whether a picture shows while a run is stalled.
  var tellsStalls: Bool { furtherPictures.contains { $0.state == .stalled } }

  /// Whether the background is a single color.
  var isPlain: Bool { lowerGround == nil && pictures.isEmpty && furtherPictures.isEmpty }

  /// Whether the palette's colors suit the background: its color is the palette's ground.
  func isPalette(_ input: SceneInput) -> Bool {
    isUsualPalette && phaseGround(input) == nil
  }

  /// The color that texts contrast with.
  func color(_ input: SceneInput) -> Color { mixed(ground, input) }

  /// The pictures in front of the background, by group of settings, without those of the screen's
  /// width or height: texts may stand on these.
  func shown(_ input: SceneInput) -> [(name: StaticBytes, rect: Rect)] {
    var shown: [(name: StaticBytes, rect: Rect)] = []
    if pictures.count > (hasImage ? 1 : 0) {
      let logo = pictures[pictures.count - 1]
      shown.append(("logo", logo.rect))
    }
    for picture in furtherPictures where picture.isShown(input) {
      if picture.rect.width < input.canvas.width && picture.rect.height < input.canvas.height {
        shown.append((picture.part.rawValue, picture.rect))
      }
    }
    return shown
  }

  /// The colors at the top and at the bottom.
  func colors(_ input: SceneInput) -> [Color] {
    [mixed(ground, input)] + (lowerGround.map { [mixed($0, input)] } ?? [])
  }

  /// Draws the background.
  func draw(_ input: SceneInput, into list: inout DisplayList) {
    let all = Shape.rectangle(Rect(input.canvas))
    if let lowerGround {
      let (upper, lower) = (mixed(ground, input), mixed(lowerGround, input))
      let paint = list.gradient(
        from: Point(x: 0, y: 0), to: Point(x: 0, y: input.canvas.height), count: 2
      ) { ColorStop(place: Float($0), color: $0 == 0 ? upper : lower) }
      list.fill(all, with: paint)
    } else {
      list.fill(all, with: mixed(ground, input))
    }
    for index in pictures.indices {
      let picture = pictures[index]
      list.fill(
        .rectangle(picture.rect), with: picture.image(input, in: .always, moves: moves))
      if index == 0, hasImage, scrim > 0 {
        list.fill(all, with: mixed(ground, input), alpha: scrim)
      }
    }
    for picture in furtherPictures { picture.draw(input, moves: moves, into: &list) }
  }

  /// A color, mixed with the outcome's color during its transition.
  private func mixed(_ color: Color, _ input: SceneInput) -> Color {
    guard let other = phaseGround(input) else { return color }
    return color.mixed(with: other, by: Float(input.ramp(from: input.state.outcomeBegan)))
  }

  /// The color that settings give the background of an outcome; nil for none.
  func phaseGround(_ input: SceneInput) -> Color? {
    switch input.state.phase {
    case .done: doneGround
    case .failed: failedGround
    default: nil
    }
  }
}
