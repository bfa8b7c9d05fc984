import Base
import LinuxSystem
import Pixels

/// A framebuffer device in one of its modes. It takes frames while the device keeps that mode.
final class FbdevDisplay: PresenterOutput {
  let size: PixelSize
  var density: Double? { layout.density }
  var grayBits: Int { layout.grayBits }
  let refreshPeriod: Duration
  private(set) var lastVerticalBlank: Duration?
  var isReady: Bool { !isPaused && !isOver }

  /// Whether it has ended: the mode is another one, or the device is gone.
  private(set) var isOver = false
  /// Whether the driver refused to pan though it said that it can.
  private(set) var refusesToPan = false
  /// Whether anything was shown.
  private(set) var hasShown = false
  /// Whether another program has the display.
  var isPaused = false
  private let device: any Framebuffer
  private let memory: any FramebufferMemory
  private let layout: FramebufferLayout
  // The rows, and the first that was seen, before a second page was made room for.
  private let found: (rows: Int, first: Int)
  // What the page that is seen shows, and the other one, as numbers of frames; nil for anything.
  private var frontFrame: Int?
  private var backFrame: Int?
  private var frontRow: Int
  private var backRow: Int
  private var painter: TurningPainter
  // Whether the driver tells of vertical blanks, the last one, and how often in a row it did so too soon.
  private var tellsBlanks = true
  private var lastWait: Duration?
  private var hasteCount = 0

  /// Takes a device as it is, gives it a second page if it has room, and turns the display on.
  ///
  /// - Parameter found: how the device is.
  convenience init(
    _ device: any Framebuffer, _ found: FramebufferState, turning rotation: Rotation
  ) throws(PresenterError) {
    var layout = try FramebufferLayout(found)
    if let rows = layout.wantedHeight, device.setVirtualHeight(rows),
      let state = try? device.state()
    {
      layout = try FramebufferLayout(state)
    }
    let memory: any FramebufferMemory
    do throws(SystemError) {
      memory = try device.memory(layout.byteCount)
    } catch {
      throw PresenterError(error.message)
    }
    self.init(device, found, layout, memory, rotation)
  }

  private init(
    _ device: any Framebuffer, _ found: FramebufferState, _ layout: FramebufferLayout,
    _ memory: any FramebufferMemory, _ rotation: Rotation
  ) {
    (self.device, self.found) = (device, (found.virtualHeight, found.y))
    (self.layout, self.memory) = (layout, memory)
    size = rotation.inverse.turned(layout.size)
    refreshPeriod = layout.refreshPeriod
    painter = TurningPainter(size: size, turning: rotation, grayBits: layout.grayBits)
    (frontRow, backRow) = (layout.firstRow, layout.secondRow ?? layout.firstRow)
    // What is seen least of is drawn first.
    if layout.state.y >= layout.size.height { swap(&frontRow, &backRow) }
    device.setBlank(false)
    if layout.state.kind == .directColor {
      // Green has the most.
      device.setRamp(bits: layout.state.green.length)
    } else if layout.state.kind == .indexed {
      device.setRamp(bits: 8)
    }
  }

  // MARK: - Frames

  func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) -> Bool {
    guard isReady, source.size == size else { return false }
    // Once the device is gone, there may be anything where its memory was.
    if isAsFound, frontFrame == source.frameNumber || show(source) {
      hasShown = true
    } else {
      isOver = true
    }
    return !isOver
  }

  /// Whether the device is in the same mode still.
  private var isAsFound: Bool {
    guard var now = try? device.state() else { return false }
    // We pan ourselves, or know better whether it can.
    if layout.secondRow != nil { now.y = layout.state.y }
    now.panStep = layout.state.panStep
    return now == layout.state
  }

  /// Shows a frame; false where that was impossible.
  private func show(_ source: any FrameSource) -> Bool {
    if layout.secondRow == nil {
      // Right after the blank the display is as far ahead of the drawing as it can be.
      waitForBlank()
      paint(source, over: frontFrame)
      frontFrame = source.frameNumber
      return true
    }
    paint(source, over: backFrame)
    let start = device.now
    refusesToPan = !device.pan(x: layout.state.x, y: backRow)
    if refusesToPan { return false }
    backFrame = frontFrame
    frontFrame = source.frameNumber
    swap(&frontRow, &backRow)
    // Until the blank the other page is seen. Some drivers pan when it comes, and return then.
    if device.now - start < refreshPeriod / 2 {
      waitForBlank()
    } else {
      lastVerticalBlank = device.now
    }
    return true
  }

  /// Brings the page that is drawn on up to the newest frame.
  private func paint(_ source: any FrameSource, over before: Int?) {
    withPage { painter.paint(source, over: before, on: &$0) }
  }

  private func withPage(_ body: (inout PixelSurface) -> Void) {
    memory.withSurface(
      at: layout.offset(ofRow: backRow), stride: layout.stride,
      size: layout.format.surfaceSize(of: layout.size), format: layout.format, body)
  }

  /// Waits for the vertical blank, as long as the driver does so in earnest.
  private func waitForBlank() {
    lastVerticalBlank = nil
    if !tellsBlanks { return }
    let start = device.now
    tellsBlanks = device.waitForVerticalBlank()
    let now = device.now
    // Some return when they are tired of it, some at once.
    if now - start > .milliseconds(250) { tellsBlanks = false }
    hasteCount = lastWait.map { now - $0 < refreshPeriod / 2 } ?? false ? hasteCount + 1 : 0
    if hasteCount == 3 { tellsBlanks = false }
    lastWait = now
    if tellsBlanks { lastVerticalBlank = now }
  }

  // MARK: - The end

  /// Gives the display back as it was found; keeps what is seen; or makes it dark.
  func finish(_ ending: PresenterEnding) {
    if isOver || isPaused { return }
    switch ending {
    case .keep: break
    case .restore:
      if layout.secondRow == nil { break }
      if layout.state.virtualHeight != found.rows {
        _ = device.setVirtualHeight(found.rows)
      }
      _ = device.pan(x: layout.state.x, y: found.first)
    case .black:
      backRow = frontRow
      withPage { surface in
        for y in 0..<surface.size.height {
          surface.fill(0xff00_0000, columns: 0..<surface.size.width, y: y)
        }
      }
      device.setBlank(true)
    }
  }
}
