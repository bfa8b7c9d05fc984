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
  private let catalogue: Catalogue
  private let regular: Typesetter
  private let bold: Typesetter
  private let numeral: Typesetter
  private(set) var tiles: [Tile] = []
  private var line: [UInt8] = []

  /// A tile, and the texts of the job that it was set for.
  final class Tile {
    let box: Rect
    var job: Job?
    let (name, message, number) = (SetText(), SetText(), SetText())
    /// Whether the name does not end with an ellipsis.
    var isWhole = true

    init(_ box: Rect) { self.box = box }
  }

  /// The distance of two tiles, and the largest tile, in units.
  private static let (gap, widest, highest) = (2.6, 80.0, 28.0)
  /// The height of the bar of the whole, and the distance above it, in units.
  private static let (bar, aboveBar) = (1.2, 3.0)

  init(_ lettering: Lettering, _ composition: Composition) {
    (area, unit) = (composition.jobArea, composition.unit)
    isMirrored = composition.isMirrored
    catalogue = lettering.catalogue
    regular = Typesetter(lettering.fonts)
    bold = Typesetter(lettering.bold)
    numeral = Typesetter(lettering.numeral)
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
      tiles = Self.boxes(jobs.count, in: area, unit: unit).map { Tile($0) }
    }
    for index in 0..<tiles.count {
      let place = isMirrored ? mirrored(index) : index
      draw(jobs[index], tiles[place], ground, colors, into: &list)
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
    _ job: Job, _ tile: Tile, _ ground: Color, _ colors: StateColors,
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
    mark.draw(around: centre, diameter: diameter, colors, into: &list)
    set(job, tile, centre, diameter, pad)
    list.fill(tile.name, with: colors.ink)
    list.fill(tile.message, with: job.phase == .failed ? colors.failure : colors.muted)
    list.fill(tile.number, with: colors.ink)
  }

  /// Sets the texts of a tile if its job changed.
  private func set(
    _ job: Job, _ tile: Tile, _ centre: Point, _ diameter: Double, _ pad: Double
  ) {
    if tile.job == job { return }
    tile.job = job
    let box = tile.box
    let em = max(12, min(3.4 * unit, 0.3 * box.height))
    let small = max(11, 0.8 * em)
    // A low tile has room for the name only.
    let says = box.height >= 1.5 * (em + small) ? message(of: job) : .nothing
    let hasMessage = says != .nothing
    let left = isMirrored ? box.x + pad : centre.x + diameter / 2 + pad
    let wide = box.width - diameter - 3 * pad
    func frame(_ size: Double, _ middle: Double, lines: Int = 1) -> TextFrame {
      let height = (0.4 + 1.2 * Double(lines)) * size
      return TextFrame(
        box: Rect(x: left, y: centre.y + middle - height / 2, width: wide, height: height),
        size: size, anchor: Point(x: isMirrored ? 1 : 0, y: 0.5), lineLimit: lines)
    }
    setName(job.id.utf8)
    let name = line
    bold.set(
      name.span, in: frame(em, hasMessage ? -0.62 * em : 0), as: tile.name)
    // A long name gets a second line if one fits, and shrinks after that.
    var down = 0.72 * em
    if bold.isElided {
      let lines = box.height >= 2.6 * em + (hasMessage ? 1.3 * small : 0) ? 2 : 1
      if lines == 2 { down = 1.2 * em }
      let middle = !hasMessage ? 0 : lines == 2 ? -0.65 * small : -0.62 * em
      bold.set(name.span, in: frame(em, middle, lines: lines), least: 0.7, as: tile.name)
    }
    tile.isWhole = !bold.isElided
    write(says)
    let message = line
    regular.set(message.span, in: frame(small, down), least: 0.8, as: tile.message)
    let number = 0.28 * diameter
    let hasNumber = job.phase == .active && !job.isPaused && job.fraction != nil && number >= 9
    let part = job.fraction?.value ?? 0
    write(hasNumber ? .percent(Int(part * 100 + 1e-6), hasSteps: false) : .nothing)
    let percentage = line
    numeral.set(
      percentage.span,
      in: TextFrame(
        box: Rect(
          x: centre.x - diameter / 2, y: centre.y - number, width: diameter, height: 2 * number),
        size: number, anchor: Point(x: 0.5, y: 0.5), lineLimit: 1), as: tile.number)
  }

  /// Makes a name the line, with an invisible break after each hyphen, slash and underscore: names
  /// of devices have no blanks.
  private func setName(_ name: ByteString) {
    line.removeAll(keepingCapacity: true)
    for index in 0..<name.count {
      line.append(name[index])
      if name[index] == UInt8(ascii: "-") || name[index] == UInt8(ascii: "/")
        || name[index] == UInt8(ascii: "_")
      {
        let zeroWidthSpace: [_ of UInt8] = [0xe2, 0x80, 0x8b]
        for byte in zeroWidthSpace.indices { line.append(zeroWidthSpace[byte]) }
      }
    }
  }

  private func write(_ utterance: Utterance) {
    line.removeAll(keepingCapacity: true)
    Statement(utterance).write(in: catalogue, to: &line)
  }

  private func message(of job: Job) -> Utterance {
    if !job.message.isEmpty { return .text(job.message.utf8) }
    return switch job.phase {
    case .idle: .phrase(.waiting)
    case .active: job.isPaused ? .paused("") : .nothing
    case .done: .phrase(.done)
    case .failed: .phrase(.failed)
    case .cancelled: .phrase(.cancelled)
    case .interrupted: .phrase(.interrupted)
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
