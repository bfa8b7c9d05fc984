import Graphics
public import Text

/// The fonts and texts of a screen.
public struct Lettering: Sendable {
  /// The fonts of most texts.
  public let fonts: FontStack
  /// The fonts of headlines.
  public let bold: FontStack
  /// The fonts of large numbers.
  public let numeral: FontStack
  /// The texts of a language.
  public let catalogue: Catalogue

  /// Combines fonts and texts.
  ///
  /// - Parameters:
  ///   - bold: the fonts of headlines; nil for those of most texts.
  ///   - numeral: the fonts of large numbers; nil for those of most texts.
  public init(
    fonts: FontStack, bold: FontStack? = nil, numeral: FontStack? = nil, catalogue: Catalogue
  ) {
    (self.fonts, self.bold, self.numeral) = (fonts, bold ?? fonts, numeral ?? fonts)
    self.catalogue = catalogue
  }
}

/// The typesetters that all texts of a screen share.
final class Typesetters {
  /// The fonts of a text.
  enum Face {
    case regular, bold, numeral
  }

  let lettering: Lettering
  private let (regular, bold, numeral): (Typesetter, Typesetter, Typesetter)
  // The line that is set, UTF-8.
  private var line: [UInt8] = []

  init(_ lettering: Lettering) {
    self.lettering = lettering
    regular = Typesetter(lettering.fonts)
    bold = Typesetter(lettering.bold)
    numeral = Typesetter(lettering.numeral)
  }

  subscript(face: Face) -> Typesetter {
    switch face {
    case .regular: regular
    case .bold: bold
    case .numeral: numeral
    }
  }

  /// The typesetters of the font in the program, for words in English.
  static func builtIn() -> Typesetters? {
    FontPack.builtIn.flatMap { FontStack([$0]) }.map {
      Typesetters(Lettering(fonts: $0, catalogue: Catalogue()))
    }
  }

  /// Draws figures in one color, in a single line.
  ///
  /// - Parameters:
  ///   - center: the middle of their width and height, before the transform.
  ///   - height: the height of digits, unless the text then exceeds `width`, before the transform.
  func draw(
    _ figures: Utterance, around center: Point, height: Double, within width: Double = .infinity,
    _ transform: Transform = .identity, color: Color, alpha: Float, into list: inout DisplayList
  ) {
    if alpha <= 0 { return }
    withLine(Statement(figures)) { line in
      let path = list.movablePath(transform) {
        numeral.draw(line, around: center, height: height, within: width, with: &$0)
      }
      list.fill(path, with: color, alpha: alpha)
    }
  }

  /// The width of figures whose digits have the height 1.
  func width(of figures: Utterance) -> Double {
    var width = 0.0
    withLine(Statement(figures)) { width = numeral.width(of: $0) }
    return width / lettering.numeral.capHeight
  }

  /// Writes a statement in the screen's language, and gives it to a function as UTF-8.
  func withLine(_ statement: Statement, _ body: (Span<UInt8>) -> Void) {
    line.removeAll(keepingCapacity: true)
    statement.write(in: lettering.catalogue, to: &line)
    let words = line
    body(words.span)
  }
}
