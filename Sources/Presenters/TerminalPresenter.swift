public import Base
public import LinuxSystem
public import Pixels

/// Shows frames on a terminal by graphics, on its alternate screen.
///
/// A frame follows once the terminal has reported that it took the one before, so a slow terminal
/// gets fewer frames. Only the queries at the start block, for at most one second.
public final class TerminalPresenter: Presenter, PresenterOutput {
  /// The graphics protocols.
  public enum Graphics: Sendable {
    /// Kitty's protocol.
    case kitty
    /// Sixel.
    case sixel
  }

  /// The size of a frame: the terminal's, or as much of it as frames use.
  public var size: PixelSize { tiles.size }
  /// The requested time between frames.
  public let refreshPeriod: Duration
  /// Itself.
  public private(set) var outputs: [any PresenterOutput] = []
  /// Whether the terminal is gone.
  public private(set) var isSuspended = false
  /// Whether the terminal took three successive frames in more than a quarter of a second each.
  public var isSlow: Bool { slowFrames == Self.slowFrameLimit }
  /// Whether the terminal has taken all frames.
  public var isReady: Bool { !isSuspended && sent == out.count && began == nil }

  private static let slowFrameLimit = 3, slowTime = Duration.milliseconds(250)
  /// The timeout for answers to queries. A terminal window that is just opening needs half a second
  /// on a busy machine, a login across continents a third.
  private static let answerTimeout = Duration.seconds(1)
  /// The timeout for late answers of a terminal that has not answered before.
  private static let patience = Duration.milliseconds(250)
  /// The timeout for the report of a frame.
  private static let reportTimeout = Duration.seconds(2)

  private let line: TerminalLine
  private let graphics: Graphics
  private var answers: TerminalAnswers
  private var tiles: TerminalTiles
  private var kitty: KittyEncoder
  private var sixel = SixelEncoder()
  private var picture: Pixmap
  private var damage = DamageRegion()
  private var shown: Int?
  // The pending output, and how many bytes of it were sent.
  private var out = ByteString()
  private var sent = 0
  // The start of the last frame, until the terminal reports that it took the frame.
  private var began: Duration?
  // The time at which the terminal took the last bytes, and the status reports before them.
  private var taken = Duration.zero
  private var statusCount: UInt32 = 0
  private var sizeQueries = 1
  private var slowFrames = 0
  private var hasEnded = false
  private var buffer = [UInt8](repeating: 0, count: 256)

  /// Queries a terminal's capabilities, and begins to show frames on it.
  ///
  /// - Parameters:
  ///   - graphics: the requested protocol; nil for one that the terminal supports.
  ///   - asksKitty: whether the terminal may be queried for Kitty's protocol.
  /// - Returns: nil, with the terminal restored, if it supports no graphics or reports no size.
  public static func make(
    _ line: consuming TerminalLine, _ graphics: Graphics?, asksKitty: Bool, framesPerSecond: Int
  ) -> TerminalPresenter? {
    var answers = TerminalAnswers()
    let questions = TerminalAnswers.questions(asksKitty: asksKitty)
    if (try? line.write(questions.bytes.span)) == questions.count {
      answers.wait(for: answerTimeout, on: line)
    }
    let known: Graphics? = answers.hasKitty ? .kitty : answers.hasSixel ? .sixel : nil
    guard let graphics = graphics ?? known,
      let tiles = TerminalTiles(line.size, answers, keepsLastRow: graphics == .sixel)
    else {
      // A late answer would become input of the shell; most answers arrive within this time.
      if !answers.hasAttributes { answers.wait(for: patience, on: line) }
      line.restore()
      return nil
    }
    return TerminalPresenter(line, graphics, answers, tiles, framesPerSecond)
  }

  private init(
    _ line: consuming TerminalLine, _ graphics: Graphics, _ answers: TerminalAnswers,
    _ tiles: TerminalTiles, _ framesPerSecond: Int
  ) {
    self.line = line
    (self.graphics, self.answers) = (graphics, answers)
    self.tiles = tiles
    refreshPeriod = .seconds(1) / framesPerSecond
    kitty = KittyEncoder(tileCount: tiles.columns * tiles.rows)
    picture = Pixmap(size: tiles.size)
    outputs = [self]
    // The alternate screen; no cursor; 256 colors of Sixel, which xterm has only on request.
    out = "\u{1b}[?1049h\u{1b}[?25l"
    out += graphics == .sixel ? "\u{1b}[?1;3;256S\u{1b}[2J" : "\u{1b}[2J"
    flush()
  }

  /// The timeout of the pending report; nil while bytes are pending.
  public var deadline: Duration? {
    isSuspended || began == nil || sent < out.count ? nil : taken + Self.reportTimeout
  }

  /// Adds the terminal's descriptors.
  public func addDescriptors(to poller: inout Poller) {
    if isSuspended { return }
    _ = poller.add(line.rawValue, .readable)
    if sent < out.count { _ = poller.add(line.rawValue, .writable) }
    _ = poller.add(line.resizeDescriptor, .readable)
  }

  /// Reads answers, sends pending output, and follows the terminal's size.
  public func handleEvents(at now: Duration) throws(PresenterError) {
    if isSuspended { return }
    if !answers.read(line, &buffer) { isSuspended = true }
    flush()
    if let start = began,
      answers.statusCount != statusCount || deadline.map({ now >= $0 }) == true
    {
      began = nil
      if !isSlow { slowFrames = now - start > Self.slowTime ? slowFrames + 1 : 0 }
    }
    if line.takeResize(), !isSuspended { resize() }
  }

  /// Sends the tiles that differ from those on the terminal.
  public func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) -> Bool
  {
    guard isReady, source.size == size else { return false }
    picture.withSurface { source.paint(&$0, over: shown) }
    source.getDamage(since: shown, into: &damage)
    shown = source.frameNumber
    if damage.isEmpty { return true }
    append()
    // The terminal reports after it has taken the frame. A missing report is not awaited again.
    out += TerminalAnswers.statusQuestion
    statusCount = answers.statusCount
    began = MonotonicClock.now
    flush()
    return true
  }

  private func append() {
    let isKitty = graphics == .kitty
    tiles.forEachRun(of: damage, longest: isKitty ? 1 : 6) { row, columns in
      let rect = tiles.rect(row: row, columns: columns)
      out += "\u{1b}[" + ByteString(row * tiles.step.height + 1) + ";"
      out += ByteString(columns.lowerBound * tiles.step.width + 1) + "H"
      if isKitty {
        let tile = row * tiles.columns + columns.lowerBound
        kitty.append(rect, of: picture, tile: tile, to: &out)
      } else {
        sixel.append(rect, of: picture, to: &out)
      }
    }
  }

  /// Sends as much as the terminal accepts. If the terminal is gone, the session continues without
  /// output.
  private func flush() {
    let bytes = out.bytes
    do throws(SystemError) {
      while sent < bytes.count {
        guard let count = try line.write(bytes.span.extracting(sent..<bytes.count)) else { return }
        sent += count
        taken = MonotonicClock.now
      }
      (out, sent) = ("", 0)
    } catch {
      isSuspended = true
    }
  }

  /// Sends all pending output, and waits for the answers to all queries. The primary attributes
  /// come last, and unlike a status report they are no answer to an earlier frame.
  private func complete() {
    let end = MonotonicClock.now + (answers.hasAttributes ? .seconds(3) : Self.patience)
    out += TerminalAnswers.sizeQuestions
    sizeQueries &+= 1
    flush()
    while !isSuspended, sent < out.count || answers.attributesCount < sizeQueries,
      answers.wait(until: end, writes: sent < out.count, on: line)
    {
      flush()
    }
  }

  /// Starts over with the terminal's new size.
  private func resize() {
    complete()
    // A terminal that was briefly smaller may have lost pictures.
    guard let new = TerminalTiles(line.size, answers, keepsLastRow: graphics == .sixel) else {
      return
    }
    (tiles, shown, began) = (new, nil, nil)
    kitty = KittyEncoder(tileCount: tiles.columns * tiles.rows)
    picture = Pixmap(size: tiles.size)
    out += (graphics == .kitty ? KittyEncoder.removal : "") + "\u{1b}[2J"
    flush()
  }

  /// Restores the terminal.
  public func finish(_ ending: PresenterEnding) throws(PresenterError) {
    if hasEnded { return }
    hasEnded = true
    // Ends an unfinished sequence, then removes the pictures and restores cursor and screen. A
    // signal by a key discards output that the kernel has not sent.
    var rest: ByteString = "\u{1b}\\"
    if graphics == .kitty { rest += KittyEncoder.removal }
    (out, sent) = (rest + "\u{1b}[?25h\u{1b}[?1049l", 0)
    // A later answer would become input of the shell.
    complete()
    line.restore()
  }
}

extension TerminalAnswers {
  /// Reads answers until the primary attributes arrive, or until a timeout.
  fileprivate mutating func wait(for time: Duration, on line: borrowing TerminalLine) {
    let end = MonotonicClock.now + time
    while !hasAttributes, wait(until: end, on: line) {}
  }

  /// Waits for input, or for room to write, and reads the input; false after `end`, or if the
  /// terminal is gone.
  fileprivate mutating func wait(
    until end: Duration, writes: Bool = false, on line: borrowing TerminalLine
  ) -> Bool {
    var poller = Poller()
    _ = poller.add(line.rawValue, .readable)
    if writes { _ = poller.add(line.rawValue, .writable) }
    let rest = end - MonotonicClock.now
    if rest <= .zero { return false }
    poller.wait(for: rest)
    var buffer = [UInt8](repeating: 0, count: 256)
    return read(line, &buffer)
  }

  /// Reads the available input; false if the terminal is gone.
  fileprivate mutating func read(
    _ line: borrowing TerminalLine, _ buffer: inout [UInt8]
  ) -> Bool {
    do throws(SystemError) {
      while let count = try line.read(into: &buffer) {
        if count == 0 { return false }
        for byte in buffer[..<count] { take(byte) }
      }
      return true
    } catch {
      return false
    }
  }
}
