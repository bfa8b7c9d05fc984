import Base
import LinuxSystem
import Pixels

/// A framebuffer device in one of its modes. It accepts frames while the device keeps that mode.
final class FbdevDisplay: PresenterOutput {
  let size: PixelSize
  var density: Double? { layout.density }
  var grayBits: Int { layout.grayBits }
  let refreshPeriod: Duration
  private(set) var lastVerticalBlank: Duration?
  var isReady: Bool { !isPaused && !isOver }

  /// Whether the mode has changed or the device is gone.
  private(set) var isOver = false
  /// Whether the driver refused to pan, although it reported support for panning.
  private(set) var refusesToPan = false
  /// Whether a frame was shown.
  private(set) var hasShown = false
  /// Whether another program has the display.
  var isPaused = false
  private let device: any Framebuffer
  private let memory: any FramebufferMemory
  private let layout: FramebufferLayout
  // The virtual height and the first visible row before the second page was requested.
  private let found: (rows: Int, first: Int)
  // The numbers of the frames in the visible page and in the other one; nil for other content.
  private var frontFrame: Int?
  private var backFrame: Int?
  private var frontRow: Int
  private var backRow: Int
  private var painter: TurningPainter
  // Whether the driver reports vertical blanks, the time of the last one, and how many successive
  // ones came too early.
  private var tellsBlanks = true
  private var lastWait: Duration?
  private var hasteCount = 0

  /// Takes over a device in its mode, requests a second page if the memory has room, and unblanks
  /// the display.
  ///
  /// - Parameter found: the device's state.
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
    // Draw the less visible page first.
    if layout.state.y >= layout.size.height { swap(&frontRow, &backRow) }
    device.setBlank(false)
    if layout.state.kind == .directColor {
      // Green has the most bits.
      device.setRamp(bits: layout.state.green.length)
    } else if layout.state.kind == .indexed {
      device.setRamp(bits: 8)
    }
  }

  // MARK: - Frames

  func present(_ source: any FrameSource, for time: Duration) throws(PresenterError) -> Bool {
    guard isReady, source.size == size else { return false }
    // Once the device is gone, its memory may belong to another device.
    if isAsFound, frontFrame == source.frameNumber || show(source) {
      hasShown = true
    } else {
      isOver = true
    }
    return !isOver
  }

  /// Whether the device is in the same mode.
  private var isAsFound: Bool {
    guard var now = try? device.state() else { return false }
    // The presenter itself pans, and knows better whether the driver can.
    if layout.secondRow != nil { now.y = layout.state.y }
    now.panStep = layout.state.panStep
    return now == layout.state
  }

  /// Shows a frame; false if panning failed.
  private func show(_ source: any FrameSource) -> Bool {
    if layout.secondRow == nil {
      // Right after the blank, scan-out is as far ahead of the drawing as possible.
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
    // The other page is visible until the blank. Some drivers pan at the blank, and return then.
    if device.now - start < refreshPeriod / 2 {
      waitForBlank()
    } else {
      lastVerticalBlank = device.now
    }
    return true
  }

  /// Updates the page to draw on to the newest frame.
  private func paint(_ source: any FrameSource, over before: Int?) {
    withPage { painter.paint(source, over: before, on: &$0) }
  }

  private func withPage(_ body: (inout PixelSurface) -> Void) {
    memory.withSurface(
      at: layout.offset(ofRow: backRow), stride: layout.stride,
      size: layout.format.surfaceSize(of: layout.size), format: layout.format, body)
  }

  /// Waits for the vertical blank, as long as the driver reports it reliably.
  private func waitForBlank() {
    lastVerticalBlank = nil
    if !tellsBlanks { return }
    let start = device.now
    tellsBlanks = device.waitForVerticalBlank()
    let now = device.now
    // Some drivers return only after a timeout, some at once.
    if now - start > .milliseconds(250) { tellsBlanks = false }
    hasteCount = lastWait.map { now - $0 < refreshPeriod / 2 } ?? false ? hasteCount + 1 : 0
    if hasteCount == 3 { tellsBlanks = false }
    lastWait = now
    if tellsBlanks { lastVerticalBlank = now }
  }

  // MARK: - The end

  /// Restores the display, keeps the picture, or blanks the display.
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
