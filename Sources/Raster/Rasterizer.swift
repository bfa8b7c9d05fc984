public import Graphics
public import Pixels

/// Draws display lists into frames.
///
/// Goal: every pixel gets the value that its item's exact area gives, whatever part of the frame is drawn, and
/// only the pixels that changed are touched.
///
/// Idea: items are drawn one after the other, each row by row. A row passes through three stages with one data
/// type between them: its shape makes a `CoverageRow` (runs of columns, whole or with coverage), its paint makes
/// a `ShadedRow` (words), and source-over blends the one into the frame under the other. What a pixel gets
/// depends on its own place alone, so a frame drawn in parts equals the frame drawn whole, bit for bit.
///
/// Limits: it draws opaque frames, the backmost item covers all of them, and nothing is allocated once the rows
/// have their room.
public struct Rasterizer: ~Copyable {
  /// The pictures that lists may refer to. Another one is not drawn.
  public var images: [Image] = []
  private var coverage = CoverageRow()
  private var shaded = ShadedRow()

  /// Creates a rasterizer.
  public init() {}

  /// Draws those parts of a list that lie in a region.
  ///
  /// The frame's other pixels are neither written nor read.
  public mutating func draw(
    _ list: DisplayList, into frame: inout Pixmap, within region: DamageRegion
  ) {
    for rect in region.rects {
      let part = rect.intersection(frame.bounds)
      for item in list.items { draw(item, of: list, into: &frame, within: part) }
    }
  }

  private mutating func draw(
    _ item: DisplayItem, of list: DisplayList, into frame: inout Pixmap, within part: PixelRect
  ) {
    var area = part.intersection(item.shape.bounds(segments: list.segments))
    var image: Image?
    if case .image(let reference, let x, let y) = item.paint {
      image = images.first { $0.reference == reference }
      area =
        image.map { _ in
          area.intersection(
            PixelRect(left: x, top: y, right: x + reference.width, bottom: y + reference.height))
        } ?? PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    }
    if area.isEmpty { return }
    let columns = area.left..<area.right
    let alpha = Lanes.byte(max(0, min(1, item.alpha)))
    shaded.begin(item.paint, stops: list.stops, columns: columns)
    var arc: ArcEdges?
    if case .arc(let shape) = item.shape { arc = ArcEdges(shape) }
    for y in area.top..<area.bottom {
      coverage.begin(columns: columns)
      switch item.shape {
      case .rectangle(let rect): coverage.append(rect, y: y)
      case .annulus(let annulus): coverage.append(annulus, y: y)
      case .arc: arc?.append(to: &coverage, y: y)
      case .stroke(let segments, let width):
        coverage.append(list.segments[segments], width: width, y: y, columns: columns)
      }
      if coverage.runs.isEmpty { continue }
      coverage.multiply(by: alpha)
      shaded.shade(item.paint, stops: list.stops, image: image, y: y, columns: columns)
      blend(into: &frame, y: y)
    }
  }

  /// Blends the shaded row into the frame where it is covered.
  private func blend(into frame: inout Pixmap, y: Int) {
    for run in coverage.runs {
      frame.withMutableRow(y, columns: run.columns) { row in
        if run.isWhole, let word = shaded.opaqueWord {
          for x in row.indices { row[x] = word }
        } else {
          Self.blend(
            shaded.words.span.extracting(run.columns),
            coverage: coverage.bytes.span.extracting(run.columns), isWhole: run.isWhole, into: &row)
        }
      }
    }
  }

  /// Blends words into a row of the same length.
  ///
  /// - Parameter isWhole: whether all pixels are covered whole, and `coverage` says nothing.
  private static func blend(
    _ words: Span<UInt32>, coverage: Span<UInt8>, isWhole: Bool,
    into row: inout MutableSpan<UInt32>
  ) {
    var x = 0
    while x + 8 <= row.count {
      let cover = isWhole ? SIMD8(repeating: 255) : Lanes.load(coverage, x)
      let below = Lanes.load(row, x)
      Lanes.store(
        SourceOver.simd(Lanes.load(words, x), coverage: cover, over: below), &row, x)
      x += 8
    }
    while x < row.count {
      row[x] = SourceOver.scalar(words[x], coverage: isWhole ? 255 : coverage[x], over: row[x])
      x += 1
    }
  }
}
