import Base
import Configuration
import Feed
import FeedProcess
import KMS
import LinuxSystem
import Pixels
import Presenters
import ProgressModel
import RenderProcess
import Scenes

/// A panel that shows a script: its memory has the very bytes that a board's would have.
final class Panel {
  let options: Options
  let replay: Replay
  let painter: FramePainter
  let format: PixelFormat
  private let assets: SceneAssets
  private let density: Double?
  private let rotation: Rotation
  private var turning: TurningPainter
  // The panel's memory, of the panel's own format.
  private var memory: Pixmap
  // The number of the frame in the memory.
  private var shown: Int?
  // The same pixels, as a canvas takes them, the frame that they are of, and how that differs from
  // the one before.
  private var canvas: [UInt32] = []
  private var canvasFrame: Int?
  private var canvasIsMonochrome = false
  private var damage = DamageRegion()
  // The state of a board, in place of the script's.
  private var mirrored: SharedState?

  /// The panel's size, as it is mounted.
  var size: PixelSize { memory.size }

  /// Creates a panel, which is black.
  ///
  /// - Parameter density: pixels per millimeter; nil if unknown.
  init(_ options: Options, _ script: Script, density: Double?) {
    (self.options, self.density) = (options, density)
    let selection = options.render.displays.selection
    format = selection.format ?? .xrgb8888
    rotation = selection.rotation ?? .none
    replay = Replay(script, options)
    assets = SceneAssets(options.settings)
    let upright = rotation.turned(options.render.size)
    painter = FramePainter(
      size: upright, density: density, grayBits: format.grayBits, settings: options.settings,
      assets: assets)
    turning = TurningPainter(size: upright, turning: rotation, grayBits: format.grayBits)
    memory = Pixmap(size: options.render.size)
  }

  /// Shows a board's state in place of the script's. Returns whether the bytes are one.
  func mirror(_ wire: Span<UInt8>) -> Bool {
    guard let state = ProgressState(wire: wire) else { return false }
    mirrored = SharedState(state, after: mirrored, followsSpeed: painter.followsSpeed)
    return true
  }

  /// The state of a session time.
  func state(at time: Duration) -> SharedState { mirrored ?? replay.state(at: time) }

  /// Shows the frame of a session time.
  func show(_ time: Duration) {
    painter.setState(state(at: time), loadsPicture: true)
    if !painter.draw(at: time), shown != nil { return }
    memory.withSurface(as: format) { turning.paint(painter, over: shown, on: &$0) }
    shown = painter.frameNumber
  }

  /// The bounds of the canvas's pixels that the last call of `makeCanvas` changed.
  var changed: PixelRect { damage.bounds }

  /// The first byte of the panel's memory, valid until the panel is dropped.
  var bytes: UnsafeRawPointer { unsafe memory.withUnsafeWords { UnsafeRawPointer($0) } }

  /// The number of bytes of the panel's memory.
  var byteCount: Int {
    let surface = format.surfaceSize(of: size)
    return surface.width * surface.height * format.bytesPerPixel
  }

  /// The session time at which the script's outcome was shown long enough.
  var end: Duration { replay.end(of: painter) }

  /// Another panel's painter, upright and from the beginning: that of an animation.
  func makePainter() -> FramePainter {
    FramePainter(
      size: painter.size, density: density, grayBits: format.grayBits,
      settings: options.settings, assets: assets)
  }

  // MARK: - Canvas

  /// Returns the pixels as a canvas takes them: bytes red, green, blue, alpha. Valid until the next
  /// call.
  ///
  /// - Parameter isMonochrome: whether the panel has one bit per pixel. Its driver makes gray of
  ///   each pixel, and lights those of at least half the brightness, as the kernel's helpers do.
  func makeCanvas(isMonochrome: Bool) -> UnsafeRawPointer? {
    let count = size.width * size.height
    if canvas.count != count { canvas = [UInt32](repeating: 0, count: count) }
    if canvasIsMonochrome != isMonochrome { canvasFrame = nil }
    canvasIsMonochrome = isMonochrome
    damage.removeAll()
    if canvasFrame != painter.frameNumber {
      turning.getDamage(of: painter, since: canvasFrame, into: &damage)
    }
    canvasFrame = painter.frameNumber
    // SAFETY: the memory has as many pixels as the canvas, of the format's number of bytes.
    let source = unsafe UnsafeRawBufferPointer(start: bytes, count: byteCount)
    for rect in damage.rects {
      for y in rect.top..<rect.bottom {
        let row = y * size.width
        if format.grayBits != 0 {
          for x in rect.left..<rect.right { canvas[row + x] = unsafe gray(source, x, y) }
          continue
        }
        unsafe Self.convert(
          source, row + rect.left..<row + rect.right, of: format, isMonochrome: isMonochrome,
          into: &canvas)
      }
    }
    return unsafe canvas.withUnsafeBytes { $0.baseAddress }
  }

  /// A gray pixel as a canvas takes it.
  private func gray(_ source: UnsafeRawBufferPointer, _ x: Int, _ y: Int) -> UInt32 {
    let width = format.surfaceSize(of: size).width
    let isBits = format.bits != nil
    let byte = unsafe source[y * width + (isBits ? x / 8 : x)]
    let level: UInt32 = isBits ? (byte << UInt8(x & 7) & 0x80 == 0 ? 0 : 255) : UInt32(byte)
    return 0xff00_0000 | level &* 0x01_0101
  }

  @_optimize(speed)
  private static func convert(
    _ source: UnsafeRawBufferPointer, _ places: Range<Int>, of format: PixelFormat,
    isMonochrome: Bool, into canvas: inout [UInt32]
  ) {
    let step = format.bytesPerPixel
    let isRedFirst = format === PixelFormat.xbgr8888
    var target = canvas.mutableSpan
    for place in places {
      let (red, green, blue): (UInt32, UInt32, UInt32)
      let first = step * place
      if step == 2 {
        let word = unsafe UInt32(source[first]) | UInt32(source[first + 1]) << 8
        let (five, six, last) = (word >> 11, word >> 5 & 63, word & 31)
        (red, green, blue) = (five << 3 | five >> 2, six << 2 | six >> 4, last << 3 | last >> 2)
      } else {
        let (low, middle, high) = unsafe (source[first], source[first + 1], source[first + 2])
        (red, green, blue) = (
          UInt32(isRedFirst ? low : high), UInt32(middle), UInt32(isRedFirst ? high : low)
        )
      }
      if isMonochrome {
        target[place] = (3 * red + 6 * green + blue) / 10 >= 128 ? 0xffff_ffff : 0xff00_0000
      } else {
        target[place] = 0xff00_0000 | blue << 16 | green << 8 | red
      }
    }
  }
}
