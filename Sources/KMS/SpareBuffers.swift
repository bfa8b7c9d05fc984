public import Pixels

/// The dumb buffers of an earlier presenter, used if memory suffices for no others.
///
/// Each belongs to the keeper until it is adopted; a user that fails returns it.
public final class SpareBuffers {
  /// The mode's size, pixels. Only pictures of this size fit, because some drivers fix a buffer's
  /// pitch.
  let size: PixelSize
  // The best handle last.
  private var handles: [UInt32]

  /// - Parameter handles: GEM handles, the best last.
  public init(_ handles: [UInt32], for size: PixelSize) {
    (self.handles, self.size) = (handles, size)
  }

  /// The number of unused buffers.
  public var count: Int { handles.count }

  /// Takes a buffer that is large enough; nil if none is.
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

  /// Returns a buffer.
  func giveBack(_ handle: UInt32) { handles.append(handle) }

  /// Removes a handle that was freed, and now belongs to another buffer.
  public func forget(_ handle: UInt32) { handles.removeAll { $0 == handle } }
}
