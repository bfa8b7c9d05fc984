import Graphics

/// The pictures that rasterizers are compared by: what the animations draw, in the places and sizes
/// at which every peer can draw them, too.
///
/// A frame is a display list, and is drawn the way the program draws its own.
enum Workload: Int, CaseIterable {
  case thickRing, thinRing, thickRingStep, thinRingStep, reveal, revealStep, slimBar, bar, tallBar
  case paths

  /// What the comparison calls it.
  var name: StaticString {
    switch self {
    case .thickRing: "ring_thick_full"
    case .thinRing: "ring_thin_full"
    case .thickRingStep: "ring_thick_inc"
    case .thinRingStep: "ring_thin_inc"
    case .reveal: "reveal_full"
    case .revealStep: "reveal_inc"
    case .slimBar: "rainbow_a"
    case .bar: "rainbow_b"
    case .tallBar: "rainbow_c"
    case .paths: "paths"
    }
  }

  /// How many frames there are.
  var frameCount: Int {
    switch self {
    case .thickRing, .thinRing, .thickRingStep, .thinRingStep: 240
    case .reveal, .revealStep: 60
    case .slimBar, .bar, .tallBar, .paths: 120
    }
  }

  /// Whether only what changed since the frame before is drawn.
  var isStep: Bool {
    switch self {
    case .thickRingStep, .thinRingStep, .revealStep, .slimBar, .bar, .tallBar, .paths: true
    case .thickRing, .thinRing, .reveal: false
    }
  }

  /// Whether its first frame is drawn whole, also after the last one of a round.
  var beginsWhole: Bool {
    switch self {
    case .slimBar, .bar, .tallBar, .paths: false
    default: true
    }
  }

  /// Adds a frame to a list.
  func draw(_ frame: Int, on canvas: Size, picture: ImageReference, into list: inout DisplayList) {
    list.fill(.rectangle(Rect(canvas)), with: Color(0xff_ffff))
    switch self {
    case .thickRing, .thickRingStep:
      drawRing(frame, width: 0.02 * canvas.shortSide, canvas, into: &list)
    case .thinRing, .thinRingStep: drawRing(frame, width: 2, canvas, into: &list)
    case .reveal, .revealStep: drawReveal(frame, canvas, picture, into: &list)
    case .slimBar: drawBar(frame, part: 0.005, canvas, into: &list)
    case .bar: drawBar(frame, part: 0.02, canvas, into: &list)
    case .tallBar: drawBar(frame, part: 0.1, canvas, into: &list)
    case .paths: PathWorkload.draw(frame, canvas, into: &list)
    }
  }

  private func drawRing(_ frame: Int, width: Double, _ canvas: Size, into list: inout DisplayList) {
    let arc = Arc(
      centre: canvas.centre, radius: 0.2 * canvas.shortSide - width / 2, width: width, start: -0.25,
      sweep: Double(frame + 1) / 240, cap: .round)
    list.fill(frame < 239 ? .arc(arc) : .annulus(arc.annulus), with: Color(0xff_0000))
  }

  private func drawReveal(
    _ frame: Int, _ canvas: Size, _ picture: ImageReference, into list: inout DisplayList
  ) {
    let time = Double(frame + 1) / 60
    let rest = 2 - 2 * time
    let eased = time < 0.5 ? 4 * time * time * time : 1 - rest * rest * rest / 2
    let radius = 0.2 * canvas.shortSide
    let isLast = frame == 59
    list.fill(
      .annulus(
        Annulus(
          centre: canvas.centre, innerRadius: isLast ? 0 : radius * (1 - eased),
          outerRadius: isLast
            ? canvas.halfDiagonal + 2 : radius + eased * (canvas.halfDiagonal - radius))),
      with: .image(picture, x: 0, y: 0))
  }

  private func drawBar(_ frame: Int, part: Double, _ canvas: Size, into list: inout DisplayList) {
    let height = max(4, (part * canvas.height + 0.5).rounded(.down))
    let left = canvas.width * Double(frame) / 120
    let paint = list.gradient(
      from: Point(x: left, y: 0), to: Point(x: left + canvas.width, y: 0), repeats: true,
      count: Self.hues.count
    ) { Self.hues[$0] }
    list.fill(
      .rectangle(Rect(x: 0, y: canvas.height - height, width: canvas.width, height: height)),
      with: paint)
  }

  /// Every fifth degree of the circle of hues, components rounded to 8 bits.
  private static let hues: [ColorStop] = (0...72).map { index in
    // Sixths of the circle in twelve steps each, computed as all peers do it, to the last bit.
    let place = Double(5 * index % 360) / 60
    let part = place - place.rounded(.down)
    let rising = UInt32((255 * part + 0.5).rounded(.down))
    let falling = UInt32((255 * (1 - part) + 0.5).rounded(.down))
    let word: UInt32 =
      switch index / 12 % 6 {
      case 0: 0xff_0000 | rising << 8
      case 1: falling << 16 | 0xff00
      case 2: 0xff00 | rising
      case 3: falling << 8 | 0xff
      case 4: rising << 16 | 0xff
      default: 0xff_0000 | falling
      }
    return ColorStop(place: Float(index) / 72, color: Color(word))
  }
}

extension Size {
  /// From the center to a corner.
  fileprivate var halfDiagonal: Double { (width * width + height * height).squareRoot() / 2 }
}
