/// Makes a pack of fonts and a request.
struct PackBuilder {
  let options: Options
  let list: FontList
  /// What is in the pack beside which this one is read.
  let elsewhere: Set<Unicode.Scalar>
  private let shaper: WordShaper
  private let kerning: PairKerning
  /// Figures and punctuation of syllables: in the font of the letters beside them.
  private var shared: [Unicode.Scalar: GlyphSource] = [:]
  /// What is worth telling though a pack was made.
  private(set) var warnings: [String] = []

  init(_ options: Options) throws(PackingError) {
    self.options = options
    list = try FontList(options.fonts)
    elsewhere = try options.beside.map(PackedCharacters.read) ?? []
    shaper = WordShaper(list: list)
    kerning = PairKerning(list: list)
  }

  mutating func build() throws(PackingError) -> Pack {
    var request = try Request(options)
    let shaped = try shape(&request)
    var table = try GlyphTable(list: list, units: options.units ?? list.fonts[0].units)
    var pack = Pack(units: table.units)
    let needed = request.characters.map(\.scalar).filter { !elsewhere.contains($0) }.sorted()
    for scalar in needed {
      guard let source = list.nominal(of: scalar) else { continue }
      pack.characters.append((scalar, try table.number(of: source)))
    }
    let others = shared.filter { !needed.contains($0.key) }.sorted { $0.key < $1.key }
    for (scalar, source) in others {
      pack.characters.append((scalar, try table.number(of: source)))
    }
    pack.characters.sort { $0.scalar < $1.scalar }
    for (word, text) in shaped { pack.words.append(try placed(word, text: text, in: &table)) }
    pack.words.sort { $0.text.lexicographicallyPrecedes($1.text) }
    pack.glyphs = table.packed()
    if options.hasKerning { kern(&pack) }
    pack.track(by: Int((options.tracking * Double(pack.units)).rounded()))
    try measure(&pack)
    return pack
  }

  /// Shapes the words that need it, and asks for the characters of the others.
  private mutating func shape(
    _ request: inout Request
  ) throws(PackingError) -> [(ShapedWord, String)] {
    var missing: [(scalar: Unicode.Scalar, place: String)] = []
    var seen: [String: (glyphs: [ShapedWord.Glyph], language: String?)] = [:]
    var kept: [(ShapedWord, String)] = []
    var syllables = SyllableSet(list: list)
    for word in request.words {
      let scalars = Array(word.text.unicodeScalars)
      let isElsewhere = scalars.allSatisfy { elsewhere.contains($0) }
      let isSimple = Scripts.resolved(scalars).allSatisfy(Scripts.isSimple)
      if isElsewhere && isSimple { continue }
      guard let shaped = shaper.shape(word.text, language: word.language) else {
        missing += scalars.filter { list.font(of: $0) == nil && !elsewhere.contains($0) }
          .map { ($0, word.place) }
        for scalar in scalars { request.add(scalar, word.place) }
        continue
      }
      if word.isSyllable {
        let others = shaped.glyphs.filter {
          Scripts.isShared(Scripts.script(of: scalars[$0.cluster]))
        }
        for glyph in others { shared[scalars[glyph.cluster]] = glyph.source }
        guard others.isEmpty else { continue }
        guard syllables.insert(scalars, shaped) else { continue }
        let other = SyllableSet.withLetters(ofNukta: scalars)
        if Array(other.utf8) != Array(word.text.utf8) { kept.append((shaped, other)) }
      }
      // The board doesn't have to know which words of a complex script could do without.
      let isShaped =
        !isSimple || !shaper.isNominal(shaped, scalars: scalars, kerning: kerning)
      if let known = seen[word.text] {
        if known.glyphs != shaped.glyphs { warn(of: word, setAs: known.language) }
        continue
      }
      seen[word.text] = (shaped.glyphs, word.language)
      if isShaped {
        kept.append((shaped, word.text))
      } else {
        for scalar in scalars { request.add(scalar, word.place) }
      }
    }
    missing += request.characters.filter {
      list.nominal(of: $0.scalar) == nil && !elsewhere.contains($0.scalar)
    }
    guard missing.isEmpty else { throw Self.missing(missing) }
    return kept
  }

  private mutating func warn(of word: Request.Word, setAs language: String?) {
    let (first, second) = (language ?? "no language", word.language ?? "no language")
    warnings.append("\(word.place): '\(word.text)' looks as in \(first), though this is \(second)")
  }

  private static func missing(
    _ characters: [(scalar: Unicode.Scalar, place: String)]
  ) -> PackingError {
    var seen: Set<Unicode.Scalar> = []
    let lines = characters.filter { seen.insert($0.scalar).inserted }
      .map { scalar, place in
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "  U+\(code) \(scalar), \(place)"
      }
    return PackingError("no font has\n" + lines.joined(separator: "\n"))
  }

  /// A shaped word in the pack's units: each glyph is where it would be unrounded, rounded once.
  private func placed(
    _ word: ShapedWord, text: String, in table: inout GlyphTable
  ) throws(PackingError) -> Pack.Word {
    var result = Pack.Word(
      text: Array(text.utf8), isRightToLeft: word.isRightToLeft, glyphs: [])
    var exact = 0.0
    var pen = 0
    for glyph in word.glyphs {
      let scale = Double(table.units) / Double(list.fonts[glyph.font].units)
      let number = try table.number(of: glyph.source)
      let x = Int((exact + Double(glyph.x) * scale).rounded()) - pen
      let y = -Int((Double(glyph.y) * scale).rounded())
      exact += Double(glyph.advance) * scale
      let next = Int(exact.rounded())
      result.glyphs.append(
        Pack.Placed(
          glyph: number, offset: Point(x: x, y: y),
          added: next - pen - table.scaled(table.glyphs[number].advance, font: glyph.font)))
      pen = next
    }
    return result
  }

  private mutating func kern(_ pack: inout Pack) {
    var rows: [(scalar: Unicode.Scalar, glyph: Int, font: Int)] = []
    for (scalar, glyph) in pack.characters where PairKerning.kerns(scalar) {
      if let font = list.font(of: scalar), !rows.contains(where: { $0.glyph == glyph }) {
        rows.append((scalar, glyph, font))
      }
    }
    var values = [[Int]](repeating: [Int](repeating: 0, count: rows.count), count: rows.count)
    for font in list.fonts.indices {
      let places = rows.indices.filter { rows[$0].font == font }
      let matrix = kerning.matrix(of: places.map { rows[$0].scalar }, font: font)
      for (a, left) in places.enumerated() {
        for (b, right) in places.enumerated() {
          let value = (Double(matrix[a][b]) * Double(pack.units) / Double(list.fonts[font].units))
            .rounded()
          values[left][right] = Int(value)
        }
      }
    }
    let errors = rows.map { left in
      rows.map { left.scalar.isASCII && $0.scalar.isASCII ? 0 : options.kerningError }
    }
    let classes = KerningClasses(
      glyphs: rows.map(\.glyph), values: values, errors: errors)
    if classes.dropped > 0 {
      warnings.append("\(classes.dropped) pairs that kern the least are left out")
    }
    for (glyph, number) in classes.left { pack.glyphs[glyph].left = number }
    for (glyph, number) in classes.right { pack.glyphs[glyph].right = number }
    pack.kerning = classes.table
  }

  /// The line is as high as the first font says, or as the highest glyph or word is, if that is more.
  private func measure(_ pack: inout Pack) throws(PackingError) {
    let metrics = list.fonts[0].metrics
    let ratio = Double(pack.units) / Double(list.fonts[0].units)
    let scale = { (value: Int) in Int((Double(value) * ratio).rounded(.up)) }
    pack.ascent = scale(metrics.ascent)
    pack.descent = scale(metrics.descent)
    pack.capitals = scale(metrics.capitals)
    pack.small = scale(metrics.small)
    let alone = pack.characters.map { Pack.Placed(glyph: $0.glyph, offset: Point(), added: 0) }
    for placed in alone + pack.words.flatMap(\.glyphs) {
      let extent = InkExtent(of: placed.glyph, in: pack).moved(by: placed.offset)
      pack.ascent = max(pack.ascent, -extent.top)
      pack.descent = max(pack.descent, extent.bottom)
    }
  }
}
