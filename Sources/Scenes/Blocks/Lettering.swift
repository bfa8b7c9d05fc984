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
  // The figures that were set last, their room, and their outline.
  private var (drawn, room): (Utterance, Double) = (.nothing, 0)
  private let outline = RetainedPath()

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
  static func builtIn() -> Typesetters {
    guard let pack = FontPack.builtIn, let fonts = FontStack([pack]) else {
      preconditionFailure("the font in the program is invalid")
    }
    return Typesetters(Lettering(fonts: fonts, catalogue: Catalogue()))
  }

  /// Draws figures in one color, in a single line.
  ///
  /// - Parameters:
  ///   - width: the largest width, relative to the height of digits.
  ///   - place: maps the middle of the figures to the canvas, and 1 to the height of digits.
  func draw(
    _ figures: Utterance, within width: Double, at place: Transform, color: Color,
    alpha: Float, into list: inout DisplayList
  ) {
    if alpha <= 0 { return }
    if figures != drawn || width != room {
      (drawn, room) = (figures, width)
      withLine(Statement(figures)) { line in
        outline.redraw { numeral.draw(line, within: width, with: &$0) }
      }
    }
    let path = list.movablePath(place) { outline.draw(with: &$0) }
    list.fill(path, with: color, alpha: alpha)
  }

  /// Writes a statement in the screen's language, and gives it to a function as UTF-8.
  func withLine(_ statement: Statement, _ body: (Span<UInt8>) -> Void) {
    line.removeAll(keepingCapacity: true)
    statement.write(in: lettering.catalogue, to: &line)
    let words = line
    body(words.span)
  }
}
