import Base
import ProgressModel
import Scenes

/// Three lines of text that show a session: title, bar, message and facts.
struct TerminalBlock: Sendable {
  /// Whether lines have colors, as escape sequences of ECMA-48.
  let hasColors: Bool
  /// Whether the bar is made of block characters. Otherwise it is ASCII.
  let hasBlocks: Bool
  /// The columns of a line, at least 1.
  let columns: Int

  /// The widest bar, columns.
  private static let widestBar = 60
  /// The period of the motion while the extent is unknown, in steps.
  private static let cycle = 16

  /// The lines of a state.
  ///
  /// - Parameters:
  ///   - fraction: the shown fraction, `0...1`; nil while the extent is unknown.
  ///   - step: counts the frames of the motion while the extent is unknown.
  func lines(
    _ status: StatusText, _ phase: ProgressPhase, fraction: Double?, step: Int
  ) -> [ByteString] {
    var last = status.message
    if !status.facts.isEmpty { last.append(status.facts, after: separator) }
    return [
      colored(cut(status.title), "1"), bar(status, phase, fraction, step), colored(cut(last), ""),
    ]
  }

  private var separator: StaticBytes { hasBlocks ? " · " : ", " }

  private func cut(_ text: ByteString) -> ByteString {
    TerminalColumns.cut(plain(text), to: columns, ellipsis: hasBlocks ? "…" : "...")
  }

  /// Text without the separator that ASCII does not have: U+00B7, the bytes c2 b7, between blanks.
  private func plain(_ text: ByteString) -> ByteString {
    if hasBlocks { return text }
    var plain = ByteString()
    var place = 0
    while place < text.count {
      if place + 4 <= text.count, text[place] == 0x20, text[place + 1] == 0xc2,
        text[place + 2] == 0xb7, text[place + 3] == 0x20
      {
        plain += ", "
        place += 4
      } else {
        plain.append(text[place])
        place += 1
      }
    }
    return plain
  }

  private func colored(_ text: ByteString, _ code: StaticBytes) -> ByteString {
    !hasColors || code.isEmpty || text.isEmpty ? text : "\u{1b}[" + code + "m" + text + "\u{1b}[0m"
  }

  // MARK: - The bar

  private func bar(
    _ status: StatusText, _ phase: ProgressPhase, _ fraction: Double?, _ step: Int
  ) -> ByteString {
    let sign = sign(phase)
    let tail = sign.isEmpty ? status.percent : sign
    let room = min(Self.widestBar, columns - 3 - max(5, TerminalColumns.count(tail)))
    guard room >= 4 else { return cut(tail.isEmpty ? status.message : tail) }
    let filled: ByteString
    if let fraction {
      filled = hasBlocks ? blocks(fraction, room) : hashes(Int(fraction * Double(room)), room)
    } else {
      filled = moving(step, room)
    }
    let frame: (StaticBytes, StaticBytes) = hasBlocks ? ("▕", "▏") : ("[", "]")
    return frame.0 + colored(filled, color(phase)) + frame.1 + " " + colored(tail, color(phase))
  }

  private func color(_ phase: ProgressPhase) -> StaticBytes {
    switch phase {
    case .idle, .active: "36"
    case .done: "32"
    case .failed, .interrupted: "31"
    case .cancelled: "33"
    }
  }

  /// The outcome by its shape, for readers without colors.
  private func sign(_ phase: ProgressPhase) -> ByteString {
    switch phase {
    case .idle, .active: ""
    case .done: hasBlocks ? "✓" : "OK"
    case .failed, .interrupted: hasBlocks ? "✗" : "FAILED"
    case .cancelled: hasBlocks ? "—" : "CANCELLED"
    }
  }

  /// A bar in eighths of a column.
  private func blocks(_ fraction: Double, _ room: Int) -> ByteString {
    let eighths = Int(max(0, min(1, fraction)) * Double(room * 8))
    var bar = ByteString()
    for column in 0..<room {
      let part = max(0, min(8, eighths - column * 8))
      if part == 0 {
        bar.append(0x20)
      } else {
        // U+2588 is a whole block, U+258F an eighth.
        for byte in [0xe2, 0x96, 0x90 - UInt8(part)] as [UInt8] { bar.append(byte) }
      }
    }
    return bar
  }

  private func hashes(_ filled: Int, _ room: Int) -> ByteString {
    var bar = ByteString()
    for column in 0..<room { bar.append(column < filled ? UInt8(ascii: "#") : UInt8(ascii: ".")) }
    return bar
  }

  /// A piece that goes from one end to the other and back.
  private func moving(_ step: Int, _ room: Int) -> ByteString {
    let width = max(2, room / 5)
    let (turn, half) = (step % (2 * Self.cycle), Self.cycle)
    let place = (turn < half ? turn : 2 * half - turn) * (room - width) / half
    var bar = ByteString()
    for column in 0..<room {
      let isFilled = column >= place && column < place + width
      if hasBlocks {
        bar += isFilled ? "█" : " "
      } else {
        bar.append(isFilled ? UInt8(ascii: "#") : UInt8(ascii: "."))
      }
    }
    return bar
  }
}
