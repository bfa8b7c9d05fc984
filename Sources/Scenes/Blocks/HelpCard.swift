import Base
import Configuration
import Graphics
import ProgressModel
import Text

/// A card with help after a failure: the QR code of a support address with the address beside it;
/// without an address, the newest lines of the run's log.
final class HelpCard {
  let arrangement: Arrangement
  /// The captions around the card. Most runs never need them.
  private(set) lazy var captions = Captions(typesetters, settings, arrangement)
  private let settings: SceneSettings
  private let url: ByteString
  private let reducesMotion: Bool
  private let typesetters: Typesetters
  private let log: LogTail?
  private var modules = RetainedPath()
  private let address = TextBlock()
  // The address and the place that the card was made for; nil before the first.
  private var built: (address: ByteString, place: Rect)?
  private var hasCode = false
  // The code with its blank modules, pixels.
  private var paper = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The time in which the scene makes room, and in which the card then appears.
  static let moving = Duration.milliseconds(240), fading = Duration.milliseconds(240)

  init(_ typesetters: Typesetters, _ settings: SceneSettings, _ arrangement: Arrangement) {
    url = settings.given.text(.supportURL).orEmpty
    log = arrangement.logBox.map {
      LogTail(
        typesetters, in: $0, em: 0.85 * arrangement.cardTextSize, lines: 5,
        isMirrored: arrangement.isMirrored, isCentred: arrangement.anchor == 0.5)
    }
    reducesMotion = settings.reducesMotion
    (self.arrangement, self.typesetters, self.settings) = (arrangement, typesetters, settings)
  }

  /// Whether the card is part of the frame.
  func isShown(_ input: SceneInput) -> Bool {
    guard input.state.phase == .failed, input.time >= input.state.outcomeBegan else { return false }
    return input.state.jobs.isEmpty && (!url.isEmpty || !input.state.log.lines.isEmpty)
  }

  /// The progress of the scene's way to its place above the card.
  func moved(_ input: SceneInput) -> Double {
    if !isShown(input) { return 0 }
    if reducesMotion { return 1 }
    return input.ramp(from: input.state.outcomeBegan, over: Self.moving, .easeOut)
  }

  /// The session time at which the card is fully visible.
  func end(_ input: SceneInput) -> Duration {
    input.state.outcomeBegan + Self.moving + Self.fading
  }

  /// Draws the card.
  ///
  /// - Parameters:
  ///   - ink: the color of the address, and of the log's last line.
  ///   - muted: the color of the log's other lines.
  func draw(_ input: SceneInput, ink: Color, muted: Color, into list: inout DisplayList) {
    guard var card = arrangement.card else { return }
    // More lines of the message move it down.
    let down = (Double(captions.messageLines) * arrangement.linePitch).rounded()
    card.y += down
    let began = input.state.outcomeBegan + (reducesMotion ? .zero : Self.moving)
    let alpha = Float(input.ramp(from: began, over: Self.fading))
    if alpha <= 0 { return }
    if url.isEmpty {
      log?.draw(input, newest: ink, others: muted, alpha: alpha, down: down, into: &list)
      return
    }
    let text = address(input.state.code.utf8, input.state.identity)
    if built?.address != text || built?.place != card {
      built = (text, card)
      build(text, in: card)
    }
    if hasCode {
      list.fill(.rectangle(paper), with: Color(0xff_ffff), alpha: alpha)
      list.fill(list.path(modules), with: Color(0), alpha: alpha)
    }
    list.fill(address.words, with: ink, alpha: alpha)
  }

  /// The address with the error code in place of "{code}", and with facts about the machine in
  /// place of their names in braces.
  func address(_ code: ByteString, _ identity: [IdentityFact]) -> ByteString {
    var text = ByteString()
    var rest = url
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      text += rest[0..<brace]
      let tail = rest[(brace + 1)..<rest.count]
      let end = tail.firstIndex(of: UInt8(ascii: "}"))
      let name = tail[0..<(end ?? 0)]
      let value =
        name == "code" ? code : identity.first { $0.key.utf8.isSame(as: name) }?.value.utf8
      if let end, let value {
        value.appendEscaped(to: &text)
        rest = tail[(end + 1)..<tail.count]
      } else {
        text += "{"
        rest = tail
      }
    }
    return text + rest
  }

  /// Makes the code and sets the address.
  private func build(_ text: ByteString, in card: Rect) {
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
    let gap = 2.4 * arrangement.unit
    let isMirrored = arrangement.isMirrored && arrangement.layout != .portrait
    place.width = arrangement.cardTextWidth + (hasCode ? 0 : card.width)
    if isMirrored {
      place.x = card.x + card.width - (hasCode ? paper.width + gap : 0) - place.width
    } else if hasCode {
      place.x += paper.width + gap
    }
    var shown = text
    for scheme in ["https://", "http://"] as [StaticBytes] where shown.hasPrefix(scheme) {
      shown = shown[scheme.count..<shown.count]
    }
    // A line may end behind a slash: a space of no width.
    var line = ByteString()
    for byte in shown.bytes {
      line += ByteString(byte == UInt8(ascii: "/") ? [byte, 0xe2, 0x80, 0x8b] : [byte])
    }
    address.set(
      .init(
        statement: Statement(.text(line)),
        frame: TextFrame(
          box: place, size: arrangement.cardTextSize, anchor: Point(x: 0, y: 0.5), lineLimit: 3),
        least: 0.8), typesetters)
  }
}

extension ByteString {
  /// Whether two names are equal except for the case of ASCII letters.
  fileprivate func isSame(as other: ByteString) -> Bool {
    guard count == other.count else { return false }
    func small(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
    for index in 0..<count where small(self[index]) != small(other[index]) { return false }
    return true
  }

  /// Appends the text to a URL: each byte that has a meaning there becomes "%" and two digits.
  fileprivate func appendEscaped(to url: inout ByteString) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        url += ByteString([byte])
      default:
        func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? 0x30 : 0x37) }
        url += ByteString([UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)])
      }
    }
  }
}
