import CPNG
import Foundation
public import Pixels

/// A terminal's screen in memory: it takes the bytes of a program, draws the graphics, and answers
/// questions.
public struct TerminalScreen {
  /// What the terminal can show.
  public enum Ability: Sendable { case kitty, sixel, nothing }

  /// The size of a character, pixels.
  public var cell: PixelSize
  /// All pixels, words 0xRRGGBB; nothing was drawn where it is nil.
  public private(set) var canvas: [UInt32?] = []
  /// Whether the alternate screen is shown, and whether the cursor is.
  public private(set) var (isAlternate, hasCursor) = (false, true)
  /// The number of pictures that the terminal keeps.
  public var pictureCount: Int { pictures.count }
  /// The bytes that are no sequence.
  public private(set) var text: [UInt8] = []
  /// Sequences that are wrong, or that no terminal knows.
  public private(set) var flaws: [String] = []
  /// The tiles and rectangles that were drawn.
  public private(set) var drawnCount = 0
  /// The size, pixels.
  public private(set) var size: PixelSize

  private struct Picture {
    var place: (x: Int, y: Int)
    var size: PixelSize
    var words: [UInt32]
  }
  private let ability: Ability
  private var pending: [UInt8] = []
  private var cursor = (x: 0, y: 0)
  private var pictures: [Int: Picture] = [:]
  private var sixels: [UInt32?] = []
  // The keys of a picture whose pieces come, and its letters so far.
  private var begun: [String: String]?
  private var letters = ""

  /// Creates a screen.
  public init(size: PixelSize, cell: PixelSize, _ ability: Ability) {
    (self.size, self.cell, self.ability) = (size, cell, ability)
    resize(size)
  }

  /// Changes the size, and forgets what was drawn.
  public mutating func resize(_ size: PixelSize) {
    self.size = size
    sixels = [UInt32?](repeating: nil, count: size.width * size.height)
    canvas = sixels
  }

  /// Takes bytes; returns the answers.
  public mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    pending += bytes
    var answers: [UInt8] = []
    var place = 0
    while place < pending.count {
      guard pending[place] == 0x1b else {
        text.append(pending[place])
        place += 1
        continue
      }
      guard let end = endOfSequence(place) else { break }
      answers += Array(execute(Array(pending[place + 1..<end])).utf8)
      place = end
    }
    pending.removeFirst(place)
    return answers
  }

  private func endOfSequence(_ start: Int) -> Int? {
    guard start + 1 < pending.count else { return nil }
    switch pending[start + 1] {
    case UInt8(ascii: "["):
      return pending[(start + 2)...].firstIndex { (0x40...0x7e).contains($0) }.map { $0 + 1 }
    case UInt8(ascii: "_"), UInt8(ascii: "P"):
      guard let escape = pending[(start + 2)...].firstIndex(of: 0x1b) else { return nil }
      return escape + 1 < pending.count ? escape + 2 : nil
    default: return start + 2
    }
  }

  private mutating func execute(_ sequence: [UInt8]) -> String {
    let body = String(decoding: sequence.dropFirst(), as: UTF8.self)
    switch sequence.first {
    case UInt8(ascii: "["): return control(body)
    case UInt8(ascii: "_") where body.hasSuffix("\u{1b}\\") && body.hasPrefix("G"):
      return kitty(String(body.dropFirst().dropLast(2)))
    case UInt8(ascii: "P") where body.hasSuffix("\u{1b}\\"):
      sixel(Array(sequence.dropFirst().dropLast(2)))
    case UInt8(ascii: "\\"): break
    default: flaws.append(body)
    }
    return ""
  }

  private mutating func control(_ body: String) -> String {
    let numbers = body.dropLast().split(separator: ";").compactMap { Int($0) }
    switch body {
    case "c":
      return ability == .sixel ? "\u{1b}[?62;4;22c" : "\u{1b}[?62;22c"
    case "5n": return "\u{1b}[0n"
    case "16t": return "\u{1b}[6;\(cell.height);\(cell.width)t"
    case "14t": return "\u{1b}[4;\(size.height);\(size.width)t"
    case "?1049h": isAlternate = true
    case "?1049l": isAlternate = false
    case "?25l": hasCursor = false
    case "?25h": hasCursor = true
    case "2J": sixels = sixels.map { _ in nil }
    case "?1;3;256S": break
    case _ where body.hasSuffix("H") && numbers.count == 2:
      cursor = ((numbers[1] - 1) * cell.width, (numbers[0] - 1) * cell.height)
    default: text += Array(("\u{1b}[" + body).utf8)
    }
    return ""
  }

  // MARK: - Kitty

  private mutating func kitty(_ body: String) -> String {
    let parts = body.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    var keys: [String: String] = [:]
    for pair in parts[0].split(separator: ",") {
      let both = pair.split(separator: "=")
      if both.count == 2 { keys[String(both[0])] = String(both[1]) }
    }
    let data = parts.count == 2 ? String(parts[1]) : ""
    if keys["a"] == "q" {
      return ability == .kitty ? "\u{1b}_Gi=\(keys["i"] ?? "");OK\u{1b}\\" : ""
    }
    if ability != .kitty { flaws.append("G" + body.prefix(40)) }
    if keys["a"] == "d" {
      if keys["d"] == "A" { pictures = [:] }
      if keys["d"] == "I", let number = keys["i"].flatMap({ Int($0) }),
        pictures.removeValue(forKey: number) == nil
      {
        flaws.append("no picture \(number)")
      }
      return ""
    }
    if data.utf8.count > 4_096 { flaws.append("a piece of \(data.utf8.count) letters") }
    if begun == nil { (begun, letters) = (keys, "") }
    letters += data
    if keys["m"] == "1" { return "" }
    show(begun ?? [:])
    begun = nil
    return ""
  }

  private mutating func show(_ keys: [String: String]) {
    guard let width = keys["s"].flatMap({ Int($0) }), let height = keys["v"].flatMap({ Int($0) }),
      let number = keys["i"].flatMap({ Int($0) }), let data = Data(base64Encoded: letters),
      keys["a"] == "T", keys["f"] == "24", keys["q"] == "2", keys["C"] == "1"
    else { return flaws.append("\(keys)") }
    var samples = [UInt8](repeating: 0, count: width * height * 3)
    if keys["o"] == "z" {
      var count = UInt(samples.count)
      // SAFETY: both arrays are borrowed for the call, which keeps to their lengths.
      let result = unsafe Array(data).withUnsafeBufferPointer {
        unsafe uncompress(&samples, &count, $0.baseAddress, UInt($0.count))
      }
      if result != Z_OK || count != samples.count { flaws.append("zlib: \(result), \(count)") }
    } else {
      samples = Array(data)
    }
    guard samples.count == width * height * 3 else { return flaws.append("\(samples.count) bytes") }
    var words: [UInt32] = []
    for place in stride(from: 0, to: samples.count, by: 3) {
      words.append(samples[place..<(place + 3)].reduce(0) { $0 << 8 | UInt32($1) })
    }
    drawnCount += 1
    pictures[number] = Picture(
      place: cursor, size: PixelSize(width: width, height: height), words: words)
  }

  /// Brings the canvas up to what was drawn.
  mutating func compose() {
    canvas = sixels
    for (_, picture) in pictures.sorted(by: { $0.key < $1.key }) {
      for y in 0..<picture.size.height {
        for x in 0..<picture.size.width {
          let (column, row) = (picture.place.x + x, picture.place.y + y)
          guard column < size.width, row < size.height else { continue }
          canvas[row * size.width + column] = picture.words[y * picture.size.width + x]
        }
      }
    }
  }

  // MARK: - Sixel

  private mutating func sixel(_ body: [UInt8]) {
    if ability != .sixel { flaws.append("Sixel") }
    guard let start = body.firstIndex(of: UInt8(ascii: "q")) else { return flaws.append("no q") }
    drawnCount += 1
    var (palette, color): ([Int: UInt32], UInt32?) = ([:], nil)
    var (x, y, place) = (0, 0, start + 1)
    func numbers() -> [Int] {
      var all: [Int] = [0]
      while place < body.count,
        body[place] == UInt8(ascii: ";") || (0x30...0x39).contains(body[place])
      {
        if body[place] == UInt8(ascii: ";") {
          all.append(0)
        } else {
          all[all.count - 1] = all[all.count - 1] * 10 + Int(body[place]) - 0x30
        }
        place += 1
      }
      return all
    }
    while place < body.count {
      let byte = body[place]
      place += 1
      var count = 1
      switch byte {
      case UInt8(ascii: "\""):
        let all = numbers()
        if all.count != 4 || all[0] != 1 || all[1] != 1 { flaws.append("raster \(all)") }
        continue
      case UInt8(ascii: "#"):
        let all = numbers()
        if all.count == 5 {
          if all[1] != 2 || all[2...].contains(where: { $0 > 100 }) { flaws.append("\(all)") }
          palette[all[0]] = all[2...].reduce(0) { $0 << 8 | UInt32(($1 * 255 + 50) / 100) }
        } else {
          color = palette[all[0]]
          if color == nil || all.count != 1 { flaws.append("color \(all)") }
        }
        continue
      case UInt8(ascii: "$"):
        x = 0
        continue
      case UInt8(ascii: "-"):
        (x, y) = (0, y + 6)
        continue
      case UInt8(ascii: "!"):
        count = numbers()[0]
        place += 1
      default: break
      }
      // A picture that was cut off may end behind a repeat count.
      guard place <= body.count else { return flaws.append("cut off") }
      let bits = body[place - 1]
      guard (0x3f...0x7e).contains(bits) else { return flaws.append("byte \(bits)") }
      for _ in 0..<count {
        for row in 0..<6 where (bits - 0x3f) >> UInt8(row) & 1 == 1 {
          let (column, line) = (cursor.x + x, cursor.y + y + row)
          guard column < size.width, line < size.height else {
            flaws.append("a pixel at \(column), \(line)")
            continue
          }
          sixels[line * size.width + column] = color
        }
        x += 1
      }
    }
  }
}
