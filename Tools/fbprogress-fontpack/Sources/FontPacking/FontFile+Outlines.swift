import CFreeType

/// Outlines as FreeType tells them, in the font's units.
extension FontFile {
  /// What a glyph looks like, the parts of composites put together.
  func outline(of glyph: UInt32) throws(PackingError) -> Outline {
    try load(glyph, flags: FT_Int32(FT_LOAD_NO_SCALE))
    var funcs = FT_Outline_Funcs(
      move_to: { to, pen in
        FontFile.collect(pen) { $0.move(to: FontFile.point(to)) }
      },
      line_to: { to, pen in
        FontFile.collect(pen) { $0.add(.line(FontFile.point(to))) }
      },
      conic_to: { control, to, pen in
        FontFile.collect(pen) { $0.add(.quadratic(FontFile.point(control), FontFile.point(to))) }
      },
      cubic_to: { first, second, to, pen in
        FontFile.collect(pen) {
          $0.add(.cubic(FontFile.point(first), FontFile.point(second), FontFile.point(to)))
        }
      },
      shift: 0, delta: 0)
    let collector = Collector()
    let error = FT_Outline_Decompose(
      &face.pointee.glyph.pointee.outline, &funcs, Unmanaged.passUnretained(collector).toOpaque())
    guard error == 0 else { throw PackingError("\(path): glyph \(glyph): bad outline") }
    return Outline(contours: collector.contours).map { $0 }
  }

  /// The glyphs that a composite consists of and how far each is moved, if nothing else is done to them; composites
  /// among them are taken apart. Nil for other glyphs.
  func parts(of glyph: UInt32, depth: Int = 0) -> [(glyph: UInt32, offset: Point)]? {
    guard depth < 8,
      (try? load(glyph, flags: FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_RECURSE))) != nil
    else { return nil }
    guard let slot = face.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_COMPOSITE else {
      return nil
    }
    var found: [(glyph: UInt32, offset: Point)] = []
    for place in 0..<slot.pointee.num_subglyphs {
      var index: FT_Int = 0
      var flags: FT_UInt = 0
      var x: FT_Int = 0
      var y: FT_Int = 0
      var transform = FT_Matrix()
      guard FT_Get_SubGlyph_Info(slot, place, &index, &flags, &x, &y, &transform) == 0,
        flags & FT_UInt(FT_SUBGLYPH_FLAG_ARGS_ARE_XY_VALUES) != 0,
        transform.xx == 0x10000, transform.yy == 0x10000, transform.xy == 0, transform.yx == 0
      else { return nil }
      found.append((UInt32(index), Point(x: Int(x), y: -Int(y))))
    }
    // The slot is used again from here on.
    return found.flatMap { part in
      parts(of: part.glyph, depth: depth + 1)?.map { ($0.glyph, $0.offset + part.offset) }
        ?? [(part.glyph, part.offset)]
    }
  }

  private func load(_ glyph: UInt32, flags: FT_Int32) throws(PackingError) {
    guard FT_Load_Glyph(face, glyph, flags) == 0 else {
      throw PackingError("\(path): glyph \(glyph): can't be loaded")
    }
  }

  private static func point(_ vector: UnsafePointer<FT_Vector>?) -> Point {
    guard let vector else { return Point() }
    return Point(x: vector.pointee.x, y: -vector.pointee.y)
  }

  private static func collect(
    _ pen: UnsafeMutableRawPointer?, _ body: (Collector) -> Void
  ) -> Int32 {
    guard let pen else { return 1 }
    body(Unmanaged<Collector>.fromOpaque(pen).takeUnretainedValue())
    return 0
  }

  /// Takes what FreeType calls back with.
  private final class Collector {
    var contours: [Contour] = []

    func move(to point: Point) { contours.append(Contour(start: point, segments: [])) }

    func add(_ segment: Segment) { contours[contours.count - 1].segments.append(segment) }
  }
}
