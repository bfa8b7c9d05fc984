public import Pixels

/// The dumb buffers of a presenter before this one, to show on where memory suffices for no others.
///
/// Each belongs to its holder until it is adopted: what takes one and fails leaves it here.
public final class SpareBuffers {
  /// The display's mode, columns and rows. Only pictures for it fit: of some drivers a buffer keeps
  /// its width.
  let size: PixelSize
  // The best last.
  private var handles: [UInt32]

  /// - Parameter handles: GEM handles, the best last.
  public init(_ handles: [UInt32], for size: PixelSize) {
    (self.handles, self.size) = (handles, size)
  }

  /// The number of buffers that nothing uses.
  public var count: Int { handles.count }

  /// Takes a buffer that is large enough; nil if there is none.
  func take(
    on device: any ModeSetting, size: PixelSize, format: PixelFormat
  ) -> DumbBuffer? {
    for index in handles.indices.reversed() {
      let handle = handles[index]
      if let buffer = try? DumbBuffer(on: device, of: self, handle, size: size, format: format) {
        handles.remove(at: index)
        return buffer
      }
    }
    return nil
  }

  /// Takes a buffer back.
  func giveBack(_ handle: UInt32) { handles.append(handle) }

  /// Forgets a handle: it was free, and has got another buffer.
  public func forget(_ handle: UInt32) { handles.removeAll { $0 == handle } }
}
