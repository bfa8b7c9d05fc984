package import Base
package import Configuration
import Graphics
import LinuxSystem
package import Pixels
import Raster
package import Scenes
import Text

/// All states of a theme on screens of all shapes: a list of the defects, and a picture.
package enum ThemeInspection {
  /// The sizes of screens, pixels: from a strip of text to a television.
  package static let sizes: [PixelSize] = [
    PixelSize(width: 128, height: 64), PixelSize(width: 240, height: 240),
    PixelSize(width: 320, height: 240), PixelSize(width: 480, height: 272),
    PixelSize(width: 720, height: 1_280),
    PixelSize(width: 1_280, height: 720), PixelSize(width: 1_080, height: 1_920),
    PixelSize(width: 3_840, height: 2_160), PixelSize(width: 1_920, height: 480),
  ]

  /// A state of a run, with the time at which it is looked at.
  package struct Sample {
    let name: ByteString
    let state: SharedState
    let time: Duration

    /// Creates a sample.
    package init(name: ByteString, state: SharedState, time: Duration) {
      (self.name, self.state, self.time) = (name, state, time)
    }
  }

  /// The defects of a theme's texts in each language, size and state. One line for each defect,
  /// with the first language that has it, and the number of its other sizes and states.
  ///
  /// - Parameters:
  ///   - settings: the theme's settings.
  ///   - samples: the states.
  package static func defects(_ settings: Settings, _ samples: [Sample]) -> [ByteString] {
    var found: [(kind: ScreenDefect, line: ByteString, places: [ByteString])] = []
    // Pictures are scaled once for each size.
    let assets = SceneAssets(settings)
    for locale in languages where LetteringLoader.hasTranslation(locale, settings) {
      var settings = settings
      guard (try? settings.set("locale", to: locale, scope: .commandLine)) != nil,
        let lettering = LetteringLoader.load(settings)
      else { continue }
      for size in sizes {
        let canvas = Size(width: Double(size.width), height: Double(size.height))
        let screen = Screen("", settings, canvas: canvas, lettering: lettering) {
          assets.picture($0)?.shown
        }
        for sample in samples {
          let input = SceneInput(
            screen.adapted(sample.state), time: sample.time, canvas: canvas)
          var list = DisplayList()
          screen.draw(input, into: &list)
          for defect in screen.defects(input) {
            let place =
              ByteString(size.width) + "x" + ByteString(size.height) + ", "
              + sample.name
            if let index = found.firstIndex(where: { $0.kind == defect.kind }) {
              if !found[index].places.contains(place) { found[index].places.append(place) }
            } else {
              found.append(
                (defect.kind, place + ": " + text(defect) + " (" + locale + ")", [place]))
            }
          }
        }
      }
    }
    return found.map {
      $0.places.count == 1
        ? $0.line
        : $0.line + "; so in " + ByteString($0.places.count - 1) + " other sizes or states"
    }
  }

  /// The languages of the shipped translations.
  private static let languages = ByteString("en ar de es fr hi ja ko pt-BR ru th zh-CN zh-TW")
    .split(at: UInt8(ascii: " "))

  private static func text(_ defect: ScreenDefect) -> ByteString {
    let item = ByteString(defect.item)
    return switch defect {
    case .cut: item + " is cut; make it smaller, or give it more room"
    case .overlap(_, let other): item + " and " + other + " meet; move one"
    case .picture(_, let text): item + " is behind " + text + "; move one"
    case .outside: item + " leaves the screen; move it"
    case .contrast(_, let tenths):
      item + " has a contrast of " + ByteString(tenths / 10) + "." + ByteString(tenths % 10)
        + " to the background; at least 4.5 is legible"
    }
  }

  // MARK: - The sheet

  /// The largest cell of the sheet, and the gap between cells, pixels.
  private static let cellWidth = 260, cellHeight = 300, gap = 8

  /// A picture of all states: a row for each size, a column for each state; of one size in four
  /// columns. Nil if memory is short.
  package static func sheet(_ settings: Settings, _ samples: [Sample]) -> Pixmap? {
    let wanted = (try? RenderSettings(settings)).flatMap {
      settings.isSet(.size) ? $0.size : nil
    }
    let sizes = wanted.map { [$0] } ?? sizes
    let columns = wanted == nil ? samples.count : 4
    let cells = wanted.map { [$0] } ?? sizes.map(cell)
    let rowsOfSize = (samples.count + columns - 1) / columns
    let width = (cells.map { $0.width }.max() ?? 0) * columns + gap * (columns + 1)
    let height = cells.reduce(gap) { $0 + ($1.height + gap) * rowsOfSize }
    guard SystemMemory.hasRoom(for: width * height * 4) else { return nil }
    var sheet = Pixmap(size: PixelSize(width: width, height: height))
    for y in 0..<height {
      sheet.withMutableRow(y, columns: 0..<width) { row in
        for x in row.indices { row[x] = 0xff80_8080 }
      }
    }
    let assets = SceneAssets(settings)
    var top = gap
    for (index, size) in sizes.enumerated() {
      let painter = FramePainter(size: size, settings: settings, assets: assets)
      let cell = cells[index]
      for (place, sample) in samples.enumerated() {
        painter.setState(sample.state, loadsPicture: true)
        _ = painter.draw(at: sample.time)
        var frame = Pixmap(size: size)
        frame.withSurface { painter.paint(&$0, over: nil) }
        let small =
          cell == size
          ? frame
          : frame.scaled(
            fromLeft: 0, top: 0, width: Double(size.width), height: Double(size.height), to: cell)
        let left = gap + place % columns * (cell.width + gap)
        let start = top + place / columns * (cell.height + gap)
        for y in 0..<cell.height {
          small.withRow(y, columns: 0..<cell.width) { source in
            sheet.withMutableRow(start + y, columns: left..<(left + cell.width)) { row in
              for place in row.indices { row[place] = source[place] }
            }
          }
        }
      }
      top += (cell.height + gap) * rowsOfSize
    }
    return sheet
  }

  /// The largest cell with the shape of a screen.
  private static func cell(of size: PixelSize) -> PixelSize {
    let scale = min(
      Double(cellWidth) / Double(size.width), Double(cellHeight) / Double(size.height))
    return PixelSize(
      width: Int((Double(size.width) * scale).rounded()),
      height: Int((Double(size.height) * scale).rounded()))
  }
}
