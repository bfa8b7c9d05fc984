/// Finds glyphs within glyphs, since many fonts store é whole: what is drawn already becomes a part, moved to its place.
///
/// The picture stays the same to the point; only the order of contours may change.
struct PartSharing {
  private var glyphs: [FontGlyph]
  /// Glyphs by the form of their first contour.
  private var known: [Form: [Int]] = [:]

  /// - Returns: the same glyphs with the same numbers, some as composites, and glyphs that are only parts after them.
  static func shared(_ glyphs: [FontGlyph]) -> [FontGlyph] {
    var sharing = PartSharing(glyphs)
    let order = glyphs.indices.sorted {
      (sharing.contours($0).count, $0) < (sharing.contours($1).count, $1)
    }
    for glyph in order { sharing.take(glyph) }
    sharing.flatten()
    return sharing.glyphs
  }

  private struct Form: Hashable {
    let font: Int
    let contour: Contour
  }

  private init(_ glyphs: [FontGlyph]) {
    self.glyphs = glyphs
  }

  private func contours(_ glyph: Int) -> [Contour] {
    if case .contours(let outline) = glyphs[glyph].shape { outline.contours } else { [] }
  }

  private mutating func take(_ glyph: Int) {
    let whole = contours(glyph)
    guard !whole.isEmpty else { return }
    var rest = whole
    var parts: [Pack.Part] = []
    while let part = part(of: rest, font: glyphs[glyph].font) {
      for contour in contours(part.glyph) {
        rest.remove(at: rest.firstIndex(of: contour.map { $0 + part.offset }) ?? 0)
      }
      parts.append(part)
    }
    let isWhole = parts.count == 1 && rest.isEmpty && parts[0].offset == Point()
    guard !parts.isEmpty, !isWhole else {
      // A glyph like one before shares its bytes anyway.
      if !isWhole { remember(glyph) }
      return
    }
    var cost = 0
    if !rest.isEmpty {
      let outline = Outline(contours: rest).atOrigin
      parts.append(Pack.Part(glyph: glyphs.count, offset: rest[0].start))
      cost = OutlineEncoding.bytes(.contours(outline)).count + 7
    }
    cost += OutlineEncoding.bytes(.parts(parts)).count
    guard cost < OutlineEncoding.bytes(glyphs[glyph].shape).count else {
      remember(glyph)
      return
    }
    if !rest.isEmpty {
      glyphs.append(
        FontGlyph(
          font: glyphs[glyph].font, shape: .contours(Outline(contours: rest).atOrigin), advance: 0))
      remember(glyphs.count - 1)
    }
    glyphs[glyph].shape = .parts(parts)
  }

  /// Parts of a font's own composites may have become composites: theirs take their place.
  private mutating func flatten() {
    for glyph in glyphs.indices {
      guard case .parts(let parts) = glyphs[glyph].shape else { continue }
      glyphs[glyph].shape = .parts(
        parts.flatMap { part in
          guard case .parts(let inner) = glyphs[part.glyph].shape else { return [part] }
          return inner.map { Pack.Part(glyph: $0.glyph, offset: $0.offset + part.offset) }
        })
    }
  }

  /// A glyph all of whose contours are among these, moved by the same way: the one with the most contours.
  private func part(of rest: [Contour], font: Int) -> Pack.Part? {
    var best: Pack.Part?
    for contour in rest {
      for glyph in known[Form(font: font, contour: contour.atOrigin)] ?? [] {
        let own = contours(glyph)
        let offset = contour.start - own[0].start
        guard own.count > best.map({ contours($0.glyph).count }) ?? 0,
          own.allSatisfy({ rest.contains($0.map { $0 + offset }) })
        else { continue }
        best = Pack.Part(glyph: glyph, offset: offset)
      }
    }
    return best
  }

  private mutating func remember(_ glyph: Int) {
    known[
      Form(font: glyphs[glyph].font, contour: contours(glyph)[0].atOrigin), default: []
    ].append(glyph)
  }
}

extension Contour {
  /// Moved so that it starts at 0, 0.
  var atOrigin: Contour { map { $0 - start } }
}

extension Outline {
  /// Moved so that its first contour starts at 0, 0.
  var atOrigin: Outline {
    guard let start = contours.first?.start else { return self }
    return Outline(contours: contours.map { $0.map { $0 - start } })
  }
}
