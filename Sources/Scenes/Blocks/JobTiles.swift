import Base
import Configuration
import Graphics
import ProgressModel
import Text

/// The targets of a run that has several: a tile for each, with its own ring, name, message and
/// outcome, and a bar for the whole. They have the place of the styles.
final class JobTiles {
  private let area: Rect
  private let unit: Double
  private let isMirrored: Bool
  private let typesetters: Typesetters
  private(set) var tiles: [Tile] = []
  // The state that the texts were set for.
  private var setState: SharedState?

  /// The box of a job, and its texts.
  struct Tile {
    let box: Rect
    let name = TextBlock()
    let message = TextBlock()
    let number = TextBlock()
  }

  /// The distance of two tiles, and the largest tile, in units.
  private static let gap = 2.6, widest = 80.0, highest = 28.0
  /// The height of the bar of the whole, and the distance above it, in units.
  private static let bar = 1.2, aboveBar = 3.0

  init(_ typesetters: Typesetters, _ arrangement: Arrangement) {
    (area, unit) = (arrangement.jobArea, arrangement.unit)
    (isMirrored, self.typesetters) = (arrangement.isMirrored, typesetters)
  }

  // MARK: - Arrangement

  /// The boxes of a number of tiles, pixels: in the number of columns that makes rings and names
  /// largest.
  static func boxes(_ count: Int, in area: Rect, unit: Double) -> [Rect] {
    let free = Size(
      width: area.width, height: max(0, area.height - (bar + aboveBar) * unit))
    let gap = gap * unit
    func size(_ columns: Int) -> Size {
      let rows = (count + columns - 1) / columns
      return Size(
        width: min(
          widest * unit, (free.width - gap * Double(columns - 1)) / Double(columns)),
        height: min(highest * unit, (free.height - gap * Double(rows - 1)) / Double(rows)))
    }
    var best = 1
    for columns in 1...max(1, count)
    where room(size(columns)) > room(size(best)) + 0.01 { best = columns }
    let tile = size(best)
    let rows = (count + best - 1) / best
    let whole = Size(
      width: tile.width * Double(best) + gap * Double(best - 1),
      height: tile.height * Double(rows) + gap * Double(rows - 1))
    let left = area.x + (area.width - whole.width) / 2
    let top = area.y + max(0, free.height - whole.height) / 2
    return (0..<count).map { index in
      let (column, row) = (Double(index % best), Double(index / best))
      let (x, y) = (left + column * (tile.width + gap), top + row * (tile.height + gap))
      return Layout.whole(x, y, x + tile.width, y + tile.height)
    }
  }

  /// The largest size of a tile's ring and name.
  private static func room(_ tile: Size) -> Double { min(0.68 * tile.height, 0.2 * tile.width) }

  /// The diameter of the ring of a tile, pixels.
  private static func ring(_ tile: Size) -> Double { min(0.68 * tile.height, 0.26 * tile.width) }

  // MARK: - Drawing

  /// Draws the tiles.
  ///
  /// - Parameters:
  ///   - ground: the color behind the tiles.
  ///   - colors: the palette that suits the ground.
  func draw(
    _ input: SceneInput, on ground: Color, _ colors: StateColors, into list: inout DisplayList
  ) {
    let jobs = input.state.jobs
    if jobs.count != tiles.count {
      tiles = Self.boxes(jobs.count, in: area, unit: unit).map { Tile(box: $0) }
    }
    let isNew = setState !== input.shared
    setState = input.shared
    for index in 0..<tiles.count {
      let place = isMirrored ? mirrored(index) : index
      draw(jobs[index], tiles[place], isNew: isNew, ground, colors, into: &list)
    }
    drawWhole(input, colors, into: &list)
  }

  /// The place of a tile in a row that begins at the right.
  private func mirrored(_ index: Int) -> Int {
    let top = tiles[index].box.y
    var (first, end) = (index, index + 1)
    while first > 0, tiles[first - 1].box.y == top { first -= 1 }
    while end < tiles.count, tiles[end].box.y == top { end += 1 }
    return first + end - 1 - index
  }

  private func draw(
    _ job: Job, _ tile: Tile, isNew: Bool, _ ground: Color, _ colors: StateColors,
    into list: inout DisplayList
  ) {
    let box = tile.box
    // With one ink, a pale card would be specks.
    if !colors.hasOneInk {
      let card = ground.mixed(with: colors.ink, by: 0.045)
      list.fillRounded(box, radius: min(2.2 * unit, box.height / 4), with: card)
    }
    let diameter = Self.ring(Size(width: box.width, height: box.height))
    let pad = min((box.height - diameter) / 2, 3.2 * unit)
    var centre = Point(x: box.x + pad + diameter / 2, y: box.y + box.height / 2)
    if isMirrored { centre.x = box.x + box.width - pad - diameter / 2 }
    let mark = StatusMark(
      phase: job.phase, isPaused: job.isPaused,
      part: job.fraction?.value ?? (job.phase == .active ? 0.25 : 0))
    mark.draw(around: centre, diameter: diameter, colors, track: colors.track, into: &list)
    if isNew { set(job, tile, centre, diameter, pad) }
    list.fill(tile.name.words, with: colors.ink)
    list.fill(tile.message.words, with: job.phase == .failed ? colors.failure : colors.muted)
    list.fill(tile.number.words, with: colors.ink)
  }

  /// Sets the texts of a tile.
  private func set(
    _ job: Job, _ tile: Tile, _ centre: Point, _ diameter: Double, _ pad: Double
  ) {
    let box = tile.box
    let em = max(12, min(3.4 * unit, 0.3 * box.height))
    let small = max(11, 0.8 * em)
    // A low tile has room for the name only.
    let told = box.height >= 1.5 * (em + small) ? message(of: job) : .nothing
    let hasMessage = told != .nothing
    let left = isMirrored ? box.x + pad : centre.x + diameter / 2 + pad
    let wide = box.width - diameter - 3 * pad
    func frame(_ size: Double, _ middle: Double, lines: Int = 1) -> TextFrame {
      let height = (0.4 + 1.2 * Double(lines)) * size
      return TextFrame(
        box: Rect(x: left, y: centre.y + middle - height / 2, width: wide, height: height),
        size: size, anchor: Point(x: isMirrored ? 1 : 0, y: 0.5), lineLimit: lines)
    }
    // A long name gets a second line if one fits, and shrinks after that.
    let above = hasMessage ? -0.62 * em : 0
    let hasTwoLines = box.height >= 2.6 * em + (hasMessage ? 1.3 * small : 0)
    tile.name.set(
      .init(
        statement: Statement(.text(Self.breakable(job.id.utf8))), face: .bold,
        frame: frame(em, above),
        lastFrame: hasTwoLines
          ? frame(em, hasMessage ? -0.65 * small : 0, lines: 2) : frame(em, above), least: 0.7),
      typesetters)
    let down = tile.name.isInLastFrame && hasTwoLines ? 1.2 * em : 0.72 * em
    tile.message.set(
      .init(statement: Statement(told), frame: frame(small, down), least: 0.8), typesetters)
    let number = 0.28 * diameter
    let hasNumber = job.phase == .active && !job.isPaused && job.fraction != nil && number >= 9
    let percent = Int((job.fraction?.value ?? 0) * 100 + 1e-6)
    tile.number.set(
      .init(
        statement: Statement(hasNumber ? .percent(percent, hasSteps: false) : .nothing),
        face: .numeral,
        frame: TextFrame(
          box: Rect(
            x: centre.x - diameter / 2, y: centre.y - number, width: diameter, height: 2 * number),
          size: number, anchor: Point(x: 0.5, y: 0.5), lineLimit: 1)), typesetters)
  }

  /// A name with an invisible break after each hyphen, slash and underscore: names of devices have
  /// no blanks.
  private static func breakable(_ name: ByteString) -> ByteString {
    var text = ByteString()
    for byte in name.bytes {
      text.append(byte)
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_") {
        text += "\u{200b}"
      }
    }
    return text
  }

  private func message(of job: Job) -> Utterance {
    if !job.message.isEmpty { return .text(job.message.utf8) }
    return switch job.phase {
    case .idle: .phrase(.waiting)
    case .active: job.isPaused ? .paused("") : .nothing
    default: Caption.outcome(job.phase)
    }
  }

  /// Draws the bar of the whole run, as wide as the tiles.
  private func drawWhole(
    _ input: SceneInput, _ colors: StateColors, into list: inout DisplayList
  ) {
    guard let first = tiles.first?.box, let last = tiles.last?.box else { return }
    var (left, right) = (first.x, first.x + first.width)
    for tile in tiles {
      (left, right) = (min(left, tile.box.x), max(right, tile.box.x + tile.box.width))
    }
    let height = max(3, (Self.bar * unit).rounded())
    var bar = Rect(
      x: left, y: (last.y + last.height + Self.aboveBar * unit).rounded(), width: right - left,
      height: height)
    let inset = colors.hasOneInk ? ((height - StatusMark.thin) / 2).rounded() : 0
    bar.y += inset
    bar.height -= 2 * inset
    list.fillRounded(bar, radius: bar.height / 2, with: colors.track)
    (bar.y, bar.height) = (bar.y - inset, height)
    let whole = bar.width
    bar.width *= input.lastShown
    if isMirrored { bar.x += whole - bar.width }
    let color = colors.color(
      input, usual: colors.accent, done: colors.success, failed: colors.failure)
    if bar.width >= 1 {
      list.fillRounded(bar, radius: min(height, bar.width) / 2, with: color)
    }
  }
}
