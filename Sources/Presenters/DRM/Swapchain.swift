import KMS
import Pixels

/// The two buffers that take turns on the glass, and what each has missed while it was away.
///
/// Each buffer is known by the number of the frame it holds; its age is how far that lies behind the
/// newest. From the ages follow both what must be painted (what the back buffer missed) and what the
/// driver must be told (how the newest frame differs from the one on the glass), also when a
/// frame was painted and never shown. Scan-out memory is written once for each frame and never read.
struct Swapchain: ~Copyable {
  // On the glass, or on its way there.
  private var front: DumbBuffer
  private var back: DumbBuffer
  // The numbers of the frames that they hold, counted from 1; 0 for unknown content.
  private var frontFrame = 0
  private var backFrame = 0
  private var newestFrame = 0
  private var history: DamageHistory
  // What is reused from frame to frame: the region to paint, and a packed row.
  private var region = DamageRegion()
  private var packed: [UInt8]

  /// Makes two buffers; all or nothing.
  init(on device: any ModeSetting, size: PixelSize, format: PixelFormat) throws(KMSError) {
    let front = try DumbBuffer(on: device, size: size, format: format)
    let back = try DumbBuffer(on: device, size: size, format: format)
    self.init(front: front, back: back)
  }

  private init(front: consuming DumbBuffer, back: consuming DumbBuffer) {
    history = DamageHistory(size: front.size)
    packed = [UInt8](repeating: 0, count: front.size.width * front.format.bytesPerPixel)
    self.front = front
    self.back = back
  }

  /// The framebuffer that `paint` filled last.
  var backFramebuffer: ObjectID { back.framebuffer }

  /// The framebuffer on the glass, or on its way there.
  var frontFramebuffer: ObjectID { front.framebuffer }

  /// Both, for who is to free them.
  var buffers: [DRMInheritance.Buffer] {
    [
      DRMInheritance.Buffer(framebuffer: front.framebuffer, handle: front.handle),
      DRMInheritance.Buffer(framebuffer: back.framebuffer, handle: back.handle),
    ]
  }

  /// Leaves both buffers to whoever holds the card.
  mutating func relinquish() {
    front.relinquish()
    back.relinquish()
  }

  /// Brings the back buffer up to a frame.
  ///
  /// - Parameter damage: what differs from the frame painted before.
  mutating func paint(_ frame: borrowing Pixmap, damage: DamageRegion) {
    newestFrame += 1
    history.append(damage)
    history.getDamage(forAge: backFrame == 0 ? 0 : newestFrame - backFrame, into: &region)
    region.clip(to: frame.bounds)
    for rect in region.rects {
      for y in rect.top..<rect.bottom {
        frame.withRow(y, columns: rect.left..<rect.right) { store($0, x: rect.left, y: y) }
      }
    }
    backFrame = newestFrame
  }

  /// How the frame painted last differs from the one on the glass; all of it when that is not known.
  func getUnshownDamage(into damage: inout DamageRegion) {
    history.getDamage(forAge: frontFrame == 0 ? 0 : newestFrame - frontFrame, into: &damage)
  }

  /// Notes that the back buffer goes to the glass.
  mutating func flip() {
    swap(&front, &back)
    swap(&frontFrame, &backFrame)
  }

  private mutating func store(_ row: Span<UInt32>, x: Int, y: Int) {
    #if _endian(little)
      // Drawn in the very form that is shown: a copy less.
      if back.format.fourCC == PixelFormat.xrgb8888.fourCC {
        return back.store(RawSpan(_elements: row), x: x, y: y)
      }
    #endif
    let format = back.format
    let byteCount = row.count * format.bytesPerPixel
    var elements = packed.mutableSpan
    var bytes = MutableRawSpan(_elements: &elements)
    format.pack(row, x, y, &bytes)
    back.store(RawSpan(_elements: packed.span.extracting(0..<byteCount)), x: x, y: y)
  }
}
