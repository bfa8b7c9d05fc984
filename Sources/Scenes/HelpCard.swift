import Animation
import Base
import Configuration
import Graphics
import ProgressModel
import QRCode
import Text

/// The card after a failure: a QR code of a support address, and the address beside it.
final class HelpCard {
  let composition: Composition
  let captions: Captions
  private let url: ByteString
  private let reducesMotion: Bool
  private let typesetter: Typesetter
  private let colors: StateColors
  private var modules = RetainedPath()
  private let address = SetText()
  // The error code that code and address are of; nil before the first.
  private var codeOfState: ByteString?
  private var hasCode = false
  // The code with its blank modules, pixels.
  private var paper = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The time in which the scene makes room, and in which the card then appears.
  static let (moving, fading) = (Duration.milliseconds(320), Duration.milliseconds(240))

  static let settings: [SettingDefinition] = [
    .init(
      "support-url", .text("URL"), .absent,
      help: "Address in a QR code after a failure; {code} in it is the error code")
  ]

  /// Reads the settings; nil if they name no address, or if the screen has no room for a card.
  init?(
    _ lettering: Lettering?, _ settings: Settings, _ composition: Composition, canvas: Size,
    factor: Double
  ) {
    guard let lettering, let url = settings.text("support-url"), !url.isEmpty,
      composition.card != nil
    else { return nil }
    self.url = url
    reducesMotion = settings.flag("reduced-motion")
    self.composition = composition
    typesetter = Typesetter(lettering.fonts)
    colors = StateColors(settings)
    captions = Captions(lettering, settings, composition, canvas: canvas, factor: factor)
  }

  /// Whether the card is part of the frame.
  func isShown(_ input: SceneInput) -> Bool {
    input.state.phase == .failed && input.time >= input.state.outcomeBegan
  }

  /// The progress of the scene's way to its place above the card.
  func moved(_ input: SceneInput) -> Double {
    if !isShown(input) { return 0 }
    if reducesMotion { return 1 }
    return input.ramp(from: input.state.outcomeBegan, over: Self.moving, .easeInEaseOut)
  }

  /// The session time at which the card is there.
  func end(_ input: SceneInput) -> Duration {
    input.state.outcomeBegan + Self.moving + Self.fading
  }

  /// Draws the card.
  ///
  /// - Parameter ink: the color of the address.
  func draw(_ input: SceneInput, ink: Color, into list: inout DisplayList) {
    guard let card = composition.card else { return }
    let began = input.state.outcomeBegan + (reducesMotion ? .zero : Self.moving)
    let alpha = Float(input.ramp(from: began, over: Self.fading))
    if alpha <= 0 { return }
    if codeOfState != input.state.code.utf8 { build(input.state.code.utf8, in: card) }
    if hasCode {
      list.fill(.rectangle(paper), with: Color(0xff_ffff), alpha: alpha)
      list.fill(.path(list.path(modules), rule: .nonZero), with: Color(0), alpha: alpha)
    }
    for word in 0..<address.count {
      list.fill(.path(list.path(address[word]), rule: .nonZero), with: ink, alpha: alpha)
    }
  }

  /// Makes the code and sets the address for an error code.
  private func build(_ code: ByteString, in card: Rect) {
    codeOfState = code
    var text = ByteString()
    var rest = url
    // "{code}" becomes the error code.
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      text += rest[0..<brace]
      let tail = rest[brace..<rest.count]
      if tail.hasPrefix("{code}") {
        text += code
        rest = tail[6..<tail.count]
      } else {
        text += "{"
        rest = tail[1..<tail.count]
      }
    }
    text += rest
    var place = card
    hasCode = false
    if let qr = QRCode(text) {
      // Whole pixels for each module, with four blank modules around; a code that would have
      // smaller ones than two pixels is not legible.
      let side = (card.width / Double(qr.side + 8)).rounded(.down)
      hasCode = side >= 2
      if hasCode {
        let whole = side * Double(qr.side + 8)
        paper = Rect(
          x: card.x, y: (card.y + (card.height - whole) / 2).rounded(), width: whole, height: whole)
        let start = Point(x: paper.x + 4 * side, y: paper.y + 4 * side)
        // Lists of earlier frames may have the old outline.
        modules = RetainedPath()
        modules.redraw { pen in
          for y in 0..<qr.side {
            var x = 0
            while x < qr.side {
              var end = x
              while end < qr.side, qr[end, y] { end += 1 }
              if end > x {
                let (left, right) = (start.x + Double(x) * side, start.x + Double(end) * side)
                let (top, bottom) = (start.y + Double(y) * side, start.y + Double(y + 1) * side)
                pen.move(to: Point(x: left, y: top))
                pen.line(to: Point(x: right, y: top))
                pen.line(to: Point(x: right, y: bottom))
                pen.line(to: Point(x: left, y: bottom))
                pen.close()
              }
              x = max(end, x + 1)
            }
          }
        }
      }
    }
    // The address without its scheme, beside the code, or in its place.
    let gap = 2.4 * composition.unit
    let isMirrored = composition.isMirrored && composition.layout != .portrait
    place.width = composition.cardTextWidth + (hasCode ? 0 : card.width)
    if isMirrored {
      place.x = card.x + card.width - (hasCode ? paper.width + gap : 0) - place.width
    } else if hasCode {
      place.x += paper.width + gap
    }
    var shown = text
    for scheme in ["https://", "http://"] as [ByteString] where shown.hasPrefix(scheme) {
      shown = shown[scheme.count..<shown.count]
    }
    let bytes = shown.bytes
    typesetter.set(
      bytes.span,
      in: TextFrame(
        box: place, size: composition.cardTextSize, anchor: Point(x: 0, y: 0.5), lineLimit: 3),
      least: 0.8, as: address)
  }
}
